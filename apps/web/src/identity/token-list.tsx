import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { sentenceOf } from '../api/refusal.js';
import { Button, LinkButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { Icon } from '../parts/icon.js';
import { Skeleton } from '../parts/skeleton.js';
import { CopyLine } from '../shell/copy-line.js';
import { notify } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { account, type NewToken, type OwnToken } from './account.api.js';
import { Day } from './instants.js';
import { SCOPE_MEANINGS } from './scopes.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';

export const OWN_TOKENS = ['own-tokens'];

/** The token that was created on this page and is still shown. It is kept nowhere else. */
export const createdToken = signal<NewToken | null>(null);

/** The personal access tokens of the user. */
export function TokenList() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: OWN_TOKENS,
    queryFn: ({ signal: abort }) => account.tokens(abort),
  });
  useEffect(
    () => () => {
      createdToken.value = null;
    },
    [],
  );
  return (
    <SettingsSection
      title="Your tokens"
      lead="Programs use a token to work with the API in your name, with the permissions and for as long as you choose."
      actions={
        <LinkButton kind="primary" href="/settings/tokens/new">
          <Icon name="plus" /> New token
        </LinkButton>
      }
    >
      {createdToken.value && <CreatedToken created={createdToken.value} />}
      {isPending && <Skeleton lines={3} label="Reading your tokens" />}
      {error && <Refused error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <Empty icon="zap" text="You have no token. Create one to let a program use the API." />
      )}
      {data && data.items.length > 0 && (
        <ul class={styles.rows}>
          {data.items.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function CreatedToken({ created: { name, token } }: { readonly created: NewToken }) {
  return (
    <div class={styles.created} role="group" aria-label={`The new token ${name}`}>
      <p>
        <strong>Copy “{name}” now.</strong> It is shown only here and only this time.
      </p>
      <CopyLine label="Token" what="token" text={token} isSelected />
    </div>
  );
}

function TokenRow({ token }: { readonly token: OwnToken }) {
  const { name, scopes, organizations, createdAt, expiresAt, expired } = token;
  const [revoking, setRevoking] = useState(false);
  return (
    <li class={styles.row}>
      <div class={styles.rowText}>
        <p class={styles.rowTitle}>
          {name} {expired && <span class={styles.badge}>expired</span>}
        </p>
        <p class={styles.muted}>
          Created <Day at={createdAt} /> · {expired ? 'expired' : 'expires'} <Day at={expiresAt} />
        </p>
        <p class={styles.grants}>{reachOf(token)}</p>
        <details class={styles.details}>
          <summary>
            {scopes.length} {scopes.length === 1 ? 'permission' : 'permissions'}
          </summary>
          <ul>
            {scopes.map((scope) => (
              <li key={scope}>
                <code>{scope}</code> {SCOPE_MEANINGS[scope]}
              </li>
            ))}
          </ul>
          {organizations.some(({ projects }) => projects && projects.length > MOST_KEYS) && (
            <p>
              {organizations
                .map(({ name: organization, projects }) => `${organization}: ${(projects ?? ['all']).join(', ')}`)
                .join(' · ')}
            </p>
          )}
        </details>
      </div>
      <Button
        aria-label={`Revoke the token ${name}`}
        onClick={() => {
          setRevoking(true);
        }}
      >
        Revoke
      </Button>
      {revoking && (
        <RevokeDialog
          token={token}
          onClose={() => {
            setRevoking(false);
          }}
        />
      )}
    </li>
  );
}

const MOST_KEYS = 6;

/** Says where a token works, such as "Acme (WEB, OPS) · Home". */
function reachOf({ organizations }: OwnToken): string {
  if (organizations.length === 0) return 'Works in no Organization any more';
  return organizations
    .map(({ name, projects }) => {
      if (projects === null) return name;
      const more = projects.length - MOST_KEYS;
      return `${name} (${projects.slice(0, MOST_KEYS).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
    })
    .join(' · ');
}

interface RevokeDialogProps {
  readonly token: OwnToken;
  readonly onClose: () => void;
}

function RevokeDialog({ token: { id, name }, onClose }: RevokeDialogProps) {
  const cache = useQueryClient();
  const revoke = useChange(() => account.revokeToken(id), {
    onSuccess: () => {
      if (createdToken.value?.id === id) createdToken.value = null;
      notify(`The token ${name} is revoked.`);
      onClose();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: OWN_TOKENS }),
  });
  return (
    <Dialog title={`Revoke ${name}?`} onClose={onClose}>
      <p>Programs that use this token stop working within a second. A revoked token cannot be restored.</p>
      {revoke.error && (
        <p class={styles.error} role="alert">
          {sentenceOf(revoke.error)}
        </p>
      )}
      <div class={styles.dialogActions}>
        <Button onClick={onClose}>Keep it</Button>
        <Button
          kind="danger"
          aria-disabled={revoke.isPending}
          onClick={() => {
            if (!revoke.isPending) revoke.make(undefined);
          }}
        >
          Revoke token
        </Button>
      </div>
    </Dialog>
  );
}

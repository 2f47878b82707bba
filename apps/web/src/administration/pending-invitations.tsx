import type { Role } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import type { ExtensionSchemas } from '../api/client.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { ROLE_WORDS, canRemove } from '../organization/members.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { MoreMenu } from '../parts/menu.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { ago, fullTime, shortDay } from '../shell/days.js';
import { notify, notifyRefusal, warn } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { useInvitationPages, useRenew, useRevoke, type PendingInvitation } from './invitations.js';
import form from '../parts/form.module.css';
import styles from './invitations.module.css';

interface PendingInvitationsProps {
  readonly organization: string;
  /** The role of the user. */
  readonly own: Role;
  readonly onRenewed: (invitation: ExtensionSchemas['NewInvitation']) => void;
  readonly onRevoked: (id: string) => void;
}

/** The invitations that wait to be accepted. */
export function PendingInvitations(props: PendingInvitationsProps) {
  const { organization } = props;
  const { items, error, refetch, hasMore, isReadingMore, more } = useInvitationPages(organization);
  return (
    <Section title="Waiting to be accepted">
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && <Skeleton label="Loading the invitations" lines={3} />}
      {items?.length === 0 && <Empty icon="users" text="No invitation is waiting." />}
      {items && items.length > 0 && (
        <ul class={styles.rows} aria-label="Invitations">
          {items.map((invitation) => (
            <Row key={invitation.id} {...props} invitation={invitation} />
          ))}
        </ul>
      )}
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
    </Section>
  );
}

interface RowProps extends PendingInvitationsProps {
  readonly invitation: PendingInvitation;
}

const GONE = 'This invitation was accepted or has ended.';

function Row({ organization, own, invitation, onRenewed, onRevoked }: RowProps) {
  const { id, email, role, invitedBy, createdAt, expiresAt, mail } = invitation;
  const [isRevoking, setRevoking] = useState(false);
  const renewing = useRenew(organization, id);
  const renew = () => {
    renewing.makeAsync(undefined).then(onRenewed, (error: unknown) => {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') warn(GONE);
      else notifyRefusal(error);
    });
  };
  const items = [
    ...(canRemove(own, role) ? [{ id: 'renew', name: 'Renew: a new link, seven more days', onChoose: renew }] : []),
    {
      id: 'revoke',
      name: 'Revoke …',
      onChoose: () => {
        setRevoking(true);
      },
    },
  ];
  const isOver = new Date(expiresAt) < new Date();
  return (
    <li class={styles.row}>
      <div class={styles.person}>
        <p class={styles.address}>{email}</p>
        <p class={styles.muted}>
          {ROLE_WORDS[role].name} · invited by {invitedBy.name}{' '}
          <time dateTime={createdAt} title={fullTime(createdAt)}>
            {ago(createdAt)}
          </time>{' '}
          · {isOver ? 'expired' : 'until'}{' '}
          <time dateTime={expiresAt} title={fullTime(expiresAt)}>
            {shortDay(expiresAt)}
          </time>
        </p>
        <MailLine mail={mail} />
      </div>
      <MoreMenu label={`Actions for ${email}`} items={items} />
      {isRevoking && (
        <RevokeDialog
          organization={organization}
          invitation={invitation}
          onRevoked={onRevoked}
          onClose={() => {
            setRevoking(false);
          }}
        />
      )}
    </li>
  );
}

function MailLine({ mail: { state, at, failure } }: Pick<PendingInvitation, 'mail'>) {
  const when = at === null ? '' : ` ${ago(at)}`;
  if (state === 'failed') {
    return (
      <p class={styles.refused}>
        The mail failed{when}
        {failure === null ? '.' : `: ${failure}`}
      </p>
    );
  }
  const words = { none: 'No mail was sent. Renew it for a link to copy.', waiting: 'The mail is waiting.', sent: '' };
  return (
    <p class={styles.muted}>
      {state === 'sent' ? `Mail sent${when}` : words[state]}
      {state === 'waiting' && failure !== null && ` The last attempt failed: ${failure}`}
    </p>
  );
}

interface RevokeDialogProps {
  readonly organization: string;
  readonly invitation: PendingInvitation;
  readonly onRevoked: (id: string) => void;
  readonly onClose: () => void;
}

function RevokeDialog({ organization, invitation: { id, email }, onRevoked, onClose }: RevokeDialogProps) {
  const revoking = useRevoke(organization, id);
  const revoke = () => {
    revoking.makeAsync(undefined).then(
      () => {
        onClose();
        onRevoked(id);
        notify(`The invitation of ${email} is revoked.`);
      },
      () => undefined,
    );
  };
  const { error } = revoking;
  const isGone = error instanceof Refusal && error.code === 'NOT_FOUND';
  return (
    <Dialog title="Revoke this invitation?" onClose={onClose}>
      <div class={form.form}>
        <p>The link of {email} does not work any more, immediately. You can invite the address again.</p>
        {error && (
          <p class={form.error} role="alert">
            {isGone ? GONE : sentenceOf(error)}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="danger"
            aria-disabled={revoking.isPending}
            onClick={() => {
              if (!revoking.isPending) revoke();
            }}
          >
            Revoke
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

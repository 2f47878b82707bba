import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Skeleton } from '../parts/skeleton.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { account, type OwnSession } from './account.api.js';
import { Day, Since } from './instants.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';
import { nameOfUserAgent } from './user-agent.js';

const KEY = ['own-sessions'];

/** The sessions of the user in all browsers. */
export function SessionList() {
  const [endingAll, setEndingAll] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => account.sessions(signal),
  });
  return (
    <SettingsSection
      title="Sessions"
      lead="A session ends 30 days after you signed in, or after 7 days without use."
      actions={
        <Button
          kind="danger"
          onClick={() => {
            setEndingAll(true);
          }}
        >
          End all
        </Button>
      }
    >
      {isPending && <Skeleton lines={3} label="Reading your sessions" />}
      {error && <Refused error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul class={styles.rows}>
          {data.items.map((each) => (
            <SessionRow key={each.id} session={each} />
          ))}
        </ul>
      )}
      {endingAll && (
        <EndAllDialog
          onClose={() => {
            setEndingAll(false);
          }}
        />
      )}
    </SettingsSection>
  );
}

/** The way in which a session began, in a sentence. */
const BEGAN: Readonly<Record<OwnSession['signedInBy'], string>> = {
  password: 'with your password',
  link: 'by a link',
  provider: 'with a provider',
};

function SessionRow({
  session: { id, userAgent, createdAt, lastSeenAt, signedInBy, current },
}: {
  readonly session: OwnSession;
}) {
  const cache = useQueryClient();
  const name = nameOfUserAgent(userAgent);
  const end = useChange(() => account.endSession(id), {
    onSuccess: () => {
      notify(`The session in ${name} has ended.`);
    },
    onError: (error) => {
      notifyRefusal(error);
    },
    // It is gone in either case when somebody else ended it.
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <li class={styles.row}>
      <Icon name="monitor" size={20} class={styles.rowIcon} />
      <div class={styles.rowText}>
        <p class={styles.rowTitle}>
          {name} {current && <span class={styles.badge}>this one</span>}
        </p>
        <p class={styles.muted}>
          Signed in <Day at={createdAt} /> {BEGAN[signedInBy]} · last used {current ? 'now' : <Since at={lastSeenAt} />}
        </p>
      </div>
      {!current && (
        <Button
          aria-label={`End the session in ${name}`}
          aria-disabled={end.isPending}
          onClick={() => {
            if (!end.isPending) end.make(undefined);
          }}
        >
          End
        </Button>
      )}
    </li>
  );
}

function EndAllDialog({ onClose }: { readonly onClose: () => void }) {
  const end = useChange(account.endAllSessions, {
    onSuccess: () => {
      // A new page: nothing of what was read stays in memory.
      location.assign('/sign-in');
    },
  });
  return (
    <Dialog title="End all sessions?" onClose={onClose}>
      <p>You are signed out everywhere within a second, in this browser too. Access tokens keep working.</p>
      {end.error && (
        <p class={styles.error} role="alert">
          {sentenceOf(end.error)}
        </p>
      )}
      <div class={styles.dialogActions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="danger"
          aria-disabled={end.isPending}
          onClick={() => {
            if (!end.isPending) end.make(undefined);
          }}
        >
          End all sessions
        </Button>
      </div>
    </Dialog>
  );
}

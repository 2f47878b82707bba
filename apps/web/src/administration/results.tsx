import { useEffect, useRef } from 'preact/hooks';
import { sentenceOf, Refusal } from '../api/refusal.js';
import { Section } from '../parts/section.js';
import { CopyLine } from '../shell/copy-line.js';
import { useInvitationPages, type InvitationResult } from './invitations.js';
import styles from './invitations.module.css';

interface ResultsProps {
  readonly organization: string;
  readonly results: readonly InvitationResult[];
}

/** Shows the result for each person: the link where no mail goes out, or why there is no invitation. */
export function Results({ organization, results }: ResultsProps) {
  const element = useRef<HTMLDivElement>(null);
  const { items = [] } = useInvitationPages(organization);
  const ids = new Set(results.map(({ invitation }) => invitation?.id));
  const isMailed = items.some(({ id, mail }) => ids.has(id) && mail.state !== 'none');
  const made = results.filter(({ invitation }) => invitation).length;
  useEffect(() => {
    element.current?.focus();
  }, [results]);
  return (
    <div ref={element} tabIndex={-1} class={styles.results} role="group" aria-label="Results">
      <Section title={made === 1 ? 'One person is invited' : `${made} people are invited`}>
        {made > 0 && !isMailed && (
          <p class={styles.once}>
            <strong>Copy the links now:</strong> they are shown only this time, and no mail is sent.
          </p>
        )}
        <ul class={styles.rows}>
          {results.map(({ index, invitation, error }) => (
            <li key={index} class={styles.result}>
              {invitation && <p class={styles.address}>{invitation.email}</p>}
              {invitation && isMailed && <p class={styles.muted}>A mail with the link is on its way.</p>}
              {invitation && !isMailed && (
                <CopyLine label={`Link for ${invitation.email}`} what="link" text={invitation.url} />
              )}
              {error && <p class={styles.refused}>{sentenceOf(new Refusal(0, { error }, null, undefined))}</p>}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

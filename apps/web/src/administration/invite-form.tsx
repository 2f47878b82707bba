import { ROLES, type Role } from '@worktrack/domain';
import { useId, useState } from 'preact/hooks';
import { sentenceOf } from '../api/refusal.js';
import { session } from '../api/session.js';
import { RoleChoice } from './role-choice.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { MOST_PEOPLE, useInvite, type InvitationResult } from './invitations.js';
import { addressesOf } from './pasted-addresses.js';
import form from '../parts/form.module.css';
import styles from './invitations.module.css';

interface InviteFormProps {
  readonly organization: string;
  /** The role of the user. */
  readonly own: Role;
  readonly onResults: (results: readonly InvitationResult[]) => void;
}

/** Invites the people whose addresses are pasted. Addresses that were refused stay in the field. */
export function InviteForm({ organization, own, onResults }: InviteFormProps) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [message, setMessage] = useState('');
  const [isAsked, setAsked] = useState(false);
  const group = useId();
  const inviting = useInvite(organization);
  const sendsMail = session.value?.sendsMail === true;
  const { addresses, wrong } = addressesOf(text);
  const problem = problemOf(addresses.length, wrong);

  const submit = async () => {
    setAsked(true);
    if (problem !== undefined || inviting.isPending) return;
    const sent = await inviting.makeAsync({ emails: addresses, role, message: message.trim() }).catch(() => undefined);
    if (!sent) return;
    const refused = sent.results.filter(({ error }) => error).map(({ index }) => addresses[index]);
    setText(refused.join('\n'));
    setAsked(false);
    onResults(sent.results);
  };

  const count = addresses.length;
  const error = (isAsked ? problem : undefined) ?? (inviting.error ? sentenceOf(inviting.error) : undefined);
  return (
    <form
      class={`${form.form} ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {!sendsMail && (
        <p class={styles.muted}>Mail is not set up: each link is shown to you once, and you pass it on.</p>
      )}
      <Field
        label="Addresses"
        value={text}
        onText={(changed) => {
          setText(changed);
          inviting.reset();
        }}
        lines={4}
        maxLength={20_000}
        autocomplete="off"
        hint={`Separated by commas, spaces or lines, up to ${MOST_PEOPLE}. “Ada Lovelace <ada@example.org>” works too.`}
        error={error}
      />
      {own === 'owner' ? (
        <RoleChoice label="They join as" name={group} roles={ROLES} chosen={role} onChoose={setRole} />
      ) : (
        <p class={styles.muted}>They join as Member. An owner invites administrators and owners.</p>
      )}
      {sendsMail && (
        <Field
          label="Message (optional)"
          value={message}
          onText={setMessage}
          lines={2}
          maxLength={500}
          hint="Stands in the mail of the invitation, in your name."
        />
      )}
      <div class={form.actions}>
        <Button kind="primary" type="submit" aria-disabled={inviting.isPending || text.trim() === ''}>
          {inviting.isPending ? 'Inviting …' : count > 1 ? `Invite ${count} people` : 'Invite'}
        </Button>
      </div>
    </form>
  );
}

const MOST_SHOWN = 5;

function problemOf(count: number, wrong: readonly string[]): string | undefined {
  if (wrong.length > 0) {
    const shown = wrong.slice(0, MOST_SHOWN).map((word) => `“${word.slice(0, 60)}”`);
    const more = wrong.length - shown.length;
    return `Not an address: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  }
  if (count === 0) return 'Write at least one address.';
  return count > MOST_PEOPLE ? `These are ${count} addresses: invite at most ${MOST_PEOPLE} at a time.` : undefined;
}

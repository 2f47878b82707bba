import { Username } from '@worktrack/domain';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { session, type Membership } from '../api/session.js';
import { Avatar } from '../parts/avatar.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Field } from '../parts/field.js';
import { notify } from '../shell/notices.js';
import { account } from './account.api.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';

const RULES =
  'One to 64 letters A to Z, digits, dots, hyphens or underscores, with a letter or a digit at both ends. It is kept in lower case. Leave it empty to have none.';

/** The usernames of the user, one for each Organization. */
export function Usernames({ organizations }: { readonly organizations: readonly Membership[] }) {
  return (
    <SettingsSection
      title="Usernames"
      lead="Others find you by your username. It is unique in one Organization, and may differ from one to the next."
    >
      {organizations.length === 0 ? (
        <Empty icon="users" text="You are not a member of any Organization yet. An administrator adds you." />
      ) : (
        <ul class={styles.rows}>
          {organizations.map((organization) => (
            <UsernameRow key={organization.id} organization={organization} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function UsernameRow({ organization }: { readonly organization: Membership }) {
  const { name, username, role, suspended } = organization;
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The focus returns to the button that opened the form, which is mounted again by then.
  useEffect(() => {
    if (wasEditing.current && !editing) opener.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <li class={styles.row}>
      <Avatar name={name} square />
      <div class={styles.rowText}>
        <p class={styles.rowTitle}>
          {name} <span class={styles.badge}>{role}</span>
          {suspended && <span class={styles.badge}>suspended</span>}
        </p>
        {!editing && <p class={username === null ? styles.muted : styles.username}>{username ?? 'No username'}</p>}
        {editing && (
          <UsernameForm
            organization={organization}
            onClose={() => {
              setEditing(false);
            }}
          />
        )}
      </div>
      {!editing && !suspended && (
        <Button
          ref={opener}
          aria-label={`${username === null ? 'Set' : 'Change'} your username in ${name}`}
          onClick={() => {
            setEditing(true);
          }}
        >
          {username === null ? 'Set' : 'Change'}
        </Button>
      )}
    </li>
  );
}

interface UsernameFormProps {
  readonly organization: Membership;
  readonly onClose: () => void;
}

function UsernameForm({ organization: { slug, name, username }, onClose }: UsernameFormProps) {
  const [text, setText] = useState(username ?? '');
  const [malformed, setMalformed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = useChange((wanted: string | null) => account.changeUsername(slug, wanted), {
    onSuccess: ({ organization, username: kept }) => {
      rename(organization.slug, kept);
      notify(kept === null ? `You have no username in ${name} now.` : `Your username in ${name} is ${kept} now.`);
      onClose();
    },
  });
  // Before the first letter can be typed: it would be typed over.
  useLayoutEffect(() => {
    form.current?.querySelector('input')?.select();
  }, []);

  const wanted = text.trim() === '' ? null : Username.parse(text.trim());
  const submit = (event: Event) => {
    event.preventDefault();
    if (change.isPending) return;
    setMalformed(wanted === undefined);
    if (wanted === undefined) form.current?.querySelector('input')?.focus();
    else if (wanted === username) onClose();
    else change.make(wanted);
  };
  const error = malformed
    ? 'This is not a username: see the rules above.'
    : change.error && problemOf(change.error, name, text);
  return (
    <form
      ref={form}
      class={styles.inlineForm}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Field
        label={`Username in ${name}`}
        value={text}
        onText={(changed) => {
          setText(changed);
          setMalformed(false);
          change.reset();
        }}
        hint={RULES}
        error={error ?? undefined}
        autocomplete="off"
        autofocus
      />
      <div class={styles.actions}>
        <Button kind="primary" type="submit" aria-disabled={change.isPending}>
          Save
        </Button>
        <Button kind="plain" onClick={onClose}>
          Cancel
        </Button>
        {typeof wanted === 'string' && wanted !== text.trim() && <span class={styles.muted}>Kept as {wanted}</span>}
      </div>
    </form>
  );
}

function problemOf(error: Error, organization: string, username: string): string {
  if (!(error instanceof Refusal)) return sentenceOf(error);
  if (error.code === 'USERNAME_TAKEN') {
    return `Somebody else in ${organization} has the username ${username.trim().toLowerCase()}. Choose another one.`;
  }
  if (error.code === 'NOT_FOUND') return `You are not a member of ${organization} any more.`;
  return sentenceOf(error);
}

/** Writes the changed username into the session of the page. */
function rename(slug: string, username: string | null): void {
  const { value } = session;
  if (!value) return;
  session.value = {
    ...value,
    organizations: value.organizations.map((each) => (each.slug === slug ? { ...each, username } : each)),
  };
}

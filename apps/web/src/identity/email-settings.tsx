import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { session, signInOptions } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { Skeleton } from '../parts/skeleton.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { account, type OwnEmail } from './account.api.js';
import { NEEDS_SIGN_IN, SignInFirst } from './sign-in-first.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';

const OWN_EMAIL = ['own-email'];

/** The e-mail address of the user. A new one is confirmed by a mail to it. */
export function EmailSettings() {
  const { data, error } = useQuery({ queryKey: OWN_EMAIL, queryFn: ({ signal: abort }) => account.email(abort) });
  return (
    <SettingsSection title="E-mail address" lead="You sign in with it. Others do not see it, except administrators.">
      {error ? <Refused error={error} /> : data ? <Address own={data} /> : <Skeleton lines={2} />}
    </SettingsSection>
  );
}

function Address({ own: { email, confirmed, pending, canChange } }: { readonly own: OwnEmail }) {
  const cache = useQueryClient();
  const cancel = useChange(account.cancelEmail, {
    onSuccess: () => cache.invalidateQueries({ queryKey: OWN_EMAIL }),
    onError: (refusal) => {
      notifyRefusal(refusal);
    },
  });
  return (
    <>
      <div class={styles.row}>
        <div class={styles.rowText}>
          <p class={styles.rowTitle}>{email}</p>
          {pending && (
            <p class={styles.muted}>
              A mail with a link is on its way to {pending.email}. Your address changes when you open the link.
            </p>
          )}
          {!canChange && <p class={styles.muted}>An administrator changes your e-mail address.</p>}
          {canChange && !confirmed && !pending && (
            <p class={styles.muted}>This address is not confirmed. To confirm it, enter it below once more.</p>
          )}
        </div>
        {pending && (
          <Button
            aria-disabled={cancel.isPending}
            onClick={() => {
              if (!cancel.isPending) cancel.make(undefined);
            }}
          >
            Cancel the change
          </Button>
        )}
      </div>
      {canChange && <EmailForm />}
    </>
  );
}

function EmailForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const cache = useQueryClient();
  const change = useChange(account.changeEmail, {
    onSuccess: () => {
      setPassword('');
      notify(`A mail with a link is on its way to ${email.trim()}.`);
      setEmail('');
      void cache.invalidateQueries({ queryKey: OWN_EMAIL });
    },
  });
  const needsPassword = signInOptions.value.password && session.value?.hasPassword === true;
  const problems = change.error ? problemsOf(change.error) : {};
  const isStale = change.error instanceof Refusal && change.error.code === NEEDS_SIGN_IN && !needsPassword;
  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending)
          change.make({ email: email.trim(), ...(needsPassword && { currentPassword: password }) });
      }}
    >
      <Field
        label="New e-mail address"
        type="email"
        autocomplete="off"
        required
        maxLength={254}
        value={email}
        onText={(text) => {
          setEmail(text);
          change.reset();
        }}
        error={problems.email}
      />
      {needsPassword && (
        <Field
          label="Current password"
          type="password"
          autocomplete="current-password"
          required
          maxLength={1_024}
          value={password}
          onText={(text) => {
            setPassword(text);
            change.reset();
          }}
          error={problems.password}
        />
      )}
      {problems.other !== undefined && (
        <p class={styles.error} role="alert">
          {problems.other}
        </p>
      )}
      {isStale && <SignInFirst returnTo="/settings" />}
      <div class={styles.actions}>
        <Button kind="primary" type="submit" aria-disabled={change.isPending}>
          Change e-mail address
        </Button>
      </div>
    </form>
  );
}

interface EmailProblems {
  readonly email?: string;
  readonly password?: string;
  readonly other?: string;
}

function problemsOf(error: Error): EmailProblems {
  if (!(error instanceof Refusal)) return { other: sentenceOf(error) };
  if (error.code === 'INVALID_CREDENTIALS') return { password: 'This is not your current password.' };
  const [problem] = error.fieldErrors.email ?? [];
  return problem === undefined ? { other: sentenceOf(error) } : { email: `The address ${problem}.` };
}

import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { lengthOf } from '@worktrack/domain';
import { useRef, useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { notify } from '../shell/notices.js';
import { account } from './account.api.js';
import { Checkbox } from './checkbox.js';
import { NEEDS_SIGN_IN, SignInFirst } from './sign-in-first.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';
import { OWN_TOKENS } from './token-list.js';

const LENGTH = { least: 12, most: 128 };
const RULES = (
  <ul class={styles.rules}>
    <li>
      {LENGTH.least} to {LENGTH.most} characters of any kind; a few random words are good
    </li>
    <li>not your e-mail address and not your name</li>
    <li>none of the passwords that are used most</li>
  </ul>
);

/** The form to change the password, or to set the first one. */
export function PasswordSettings() {
  const { hasPassword = false, user } = session.value ?? {};
  const form = useRef<HTMLFormElement>(null);
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const [endTokens, setEndTokens] = useState(false);
  const [problem, setProblem] = useState<string>();
  const cache = useQueryClient();
  const { data } = useQuery({ queryKey: OWN_TOKENS, queryFn: ({ signal: abort }) => account.tokens(abort) });
  const tokens = data?.items.filter(({ expired }) => !expired).length ?? 0;
  const change = useChange(account.changePassword, {
    onSuccess: ({ tokensEnded }) => {
      setCurrent('');
      setChosen('');
      setEndTokens(false);
      if (session.value) session.value = { ...session.value, hasPassword: true };
      notify(`Your password is changed. Your other sessions have ended${endedWith(tokensEnded)}.`);
      if (tokensEnded > 0) void cache.invalidateQueries({ queryKey: OWN_TOKENS });
    },
  });
  const problems = change.error ? problemsOf(change.error) : {};
  const isStale = change.error instanceof Refusal && change.error.code === NEEDS_SIGN_IN;

  const submit = (event: Event) => {
    event.preventDefault();
    if (change.isPending) return;
    const length = lengthOf(chosen.normalize('NFC'));
    if (length < LENGTH.least || length > LENGTH.most) {
      setProblem(`A password has ${LENGTH.least} to ${LENGTH.most} characters; this one has ${length}.`);
      form.current?.querySelector<HTMLInputElement>('[autocomplete="new-password"]')?.focus();
      return;
    }
    change.make({
      newPassword: chosen,
      ...(current !== '' && { currentPassword: current }),
      ...(endTokens && { endTokens }),
    });
  };

  return (
    <SettingsSection
      title="Password"
      lead={
        hasPassword
          ? 'A new password ends all your other sessions.'
          : 'You have no password yet. You can set one within 15 minutes of a sign-in.'
      }
    >
      <form ref={form} class={styles.form} onSubmit={submit}>
        {/* Password managers read the account from it. */}
        <input type="email" hidden readOnly autocomplete="username" value={user?.email ?? ''} />
        {hasPassword && (
          <Field
            label="Current password"
            type="password"
            autocomplete="current-password"
            value={current}
            onText={(text) => {
              setCurrent(text);
              change.reset();
            }}
            hint="Not needed in the first 15 minutes after you opened a link to set your password."
            error={problems.current}
          />
        )}
        <Field
          label="New password"
          type="password"
          autocomplete="new-password"
          value={chosen}
          onText={(text) => {
            setChosen(text);
            setProblem(undefined);
            change.reset();
          }}
          hint={RULES}
          error={problem ?? problems.chosen}
        />
        {tokens > 0 && (
          <Checkbox
            checked={endTokens}
            onChange={setEndTokens}
            hint="Programs that use one stop working within a second. Choose this when somebody else may know your password."
          >
            End my {tokensIn(tokens)} too
          </Checkbox>
        )}
        {problems.other !== undefined && (
          <p class={styles.error} role="alert">
            {problems.other}
          </p>
        )}
        {isStale && <SignInFirst returnTo="/settings/security" />}
        <div class={styles.actions}>
          <Button kind="primary" type="submit" aria-disabled={change.isPending}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}

const tokensIn = (count: number): string => (count === 1 ? 'access token' : `${count} access tokens`);

const endedWith = (tokens: number): string =>
  tokens === 0 ? '' : `, and ${tokens === 1 ? 'one access token' : tokensIn(tokens)} too`;

interface PasswordProblems {
  readonly current?: string;
  readonly chosen?: string;
  readonly other?: string;
}

function problemsOf(error: Error): PasswordProblems {
  if (!(error instanceof Refusal)) return { other: sentenceOf(error) };
  if (error.code === 'INVALID_CREDENTIALS') return { current: 'This is not your current password.' };
  const [refused] = error.fieldErrors.newPassword ?? [];
  return refused === undefined ? { other: sentenceOf(error) } : { chosen: `This password ${refused}.` };
}

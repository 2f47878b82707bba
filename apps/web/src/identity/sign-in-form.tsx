import { useState } from 'preact/hooks';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { signIn } from '../api/session.api.js';
import type { Session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import styles from './identity.module.css';

interface SignInFormProps {
  /** The e-mail address of the user whose session ended; it cannot be changed then. */
  readonly email?: string;
  readonly onSignedIn: (session: Session) => void;
}

export function SignInForm({ email: known, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);

  const submit = async () => {
    setSending(true);
    setError(undefined);
    try {
      onSignedIn(await signIn(email, password));
    } catch (failure) {
      setError(failure);
      if (failure instanceof Refusal && failure.code === 'INVALID_CREDENTIALS') setPassword('');
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void submit();
      }}
    >
      <Field
        label="E-mail"
        type="email"
        name="email"
        autocomplete="username"
        required
        maxLength={320}
        readOnly={known !== undefined}
        autofocus={known === undefined}
        value={email}
        onText={setEmail}
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autocomplete="current-password"
        required
        maxLength={1_024}
        autofocus={known !== undefined}
        value={password}
        onText={setPassword}
        error={error === undefined ? undefined : sentenceOf(error)}
      />
      <Button kind="primary" type="submit" aria-disabled={isSending}>
        {isSending ? 'Signing in …' : 'Sign in'}
      </Button>
    </form>
  );
}

import { useState } from 'preact/hooks';
import { sentenceOf } from '../api/refusal.js';
import { recoverPassword } from '../api/session.api.js';
import { Button, LinkButton } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { Gateway } from '../shell/gateway.js';
import styles from './identity.module.css';

/** Asks for the address of an account whose password is forgotten. What it says then does not depend on whether there is one. */
export function ForgottenScreen() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const [askedFor, setAskedFor] = useState<string>();

  const submit = async () => {
    setSending(true);
    setError(undefined);
    try {
      await recoverPassword(email.trim());
      setAskedFor(email.trim());
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  };

  if (askedFor !== undefined) {
    return (
      <Gateway key="asked" title="Check your mailbox" asks>
        <p role="status">
          If there is an account with the address {askedFor}, a mail with a link is on its way. The link works for 60
          minutes, and lets you choose a new password.
        </p>
        <p class={styles.aside}>
          No mail after a few minutes? Look for it among the unwanted ones, and check the address.
        </p>
        <LinkButton href="/sign-in">Back to the sign-in</LinkButton>
      </Gateway>
    );
  }
  return (
    <Gateway title="Forgot your password?">
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
          autofocus
          maxLength={254}
          value={email}
          onText={setEmail}
          hint="A link to choose a new password is mailed to this address."
          error={error === undefined ? undefined : sentenceOf(error)}
        />
        <Button kind="primary" type="submit" aria-disabled={isSending}>
          {isSending ? 'Asking …' : 'Mail me a link'}
        </Button>
      </form>
      <LinkButton href="/sign-in">Back to the sign-in</LinkButton>
    </Gateway>
  );
}

import { useState } from 'preact/hooks';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import type { InvitationOfToken } from './acceptance.js';
import form from '../parts/form.module.css';

interface NewAccountFormProps {
  readonly invitation: InvitationOfToken;
  readonly onSubmit: (account: { email?: string; name?: string; password?: string }) => Promise<void>;
  /** Called when the address has an account. */
  readonly onExisting: () => void;
}

type Problems = Readonly<Partial<Record<'email' | 'name' | 'password' | 'other', string>>>;

const WORDS = { email: 'address', name: 'name', password: 'password' } as const;

/** The rule of passwords in words. */
export const PASSWORD_RULE =
  '12 to 128 characters of any kind; not your address, not your name, and none of those that are used most.';

/** Makes an account, which joins. A link that is only for some domains asks for the address alone, and proves it by mail. */
export function NewAccountForm({ invitation: { email: invited, domains }, onSubmit, onExisting }: NewAccountFormProps) {
  const [email, setEmail] = useState(invited ?? '');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [isSending, setSending] = useState(false);
  const onlyAddress = domains.length > 0;

  const submit = async () => {
    setSending(true);
    setProblems({});
    try {
      await onSubmit({ ...(invited === null && { email }), ...(!onlyAddress && { name, password }) });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'AUTH_REQUIRED') onExisting();
      else setProblems(problemsOf(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      class={form.form}
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
        maxLength={254}
        readOnly={invited !== null}
        value={email}
        onText={setEmail}
        hint={onlyAddress ? `An address of ${domains.join(', ')}. A mail proves it.` : undefined}
        error={problems.email}
      />
      {!onlyAddress && (
        <>
          <Field
            label="Your name"
            required
            maxLength={255}
            autocomplete="off"
            value={name}
            onText={setName}
            error={problems.name}
          />
          <Field
            label="Password"
            type="password"
            autocomplete="new-password"
            required
            value={password}
            onText={setPassword}
            hint={PASSWORD_RULE}
            error={problems.password}
          />
        </>
      )}
      {problems.other !== undefined && (
        <p class={form.error} role="alert">
          {problems.other}
        </p>
      )}
      <Button kind="primary" type="submit" aria-disabled={isSending}>
        {isSending ? 'Sending …' : onlyAddress ? 'Send me the mail' : 'Create the account and join'}
      </Button>
    </form>
  );
}

function problemsOf(error: unknown): Problems {
  if (error instanceof Refusal) {
    for (const member of ['email', 'name', 'password'] as const) {
      const rule = error.fieldErrors[member]?.[0];
      if (rule !== undefined) return { [member]: `The ${WORDS[member]} ${rule}.` };
    }
  }
  return { other: sentenceOf(error) };
}

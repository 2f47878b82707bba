import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { cache } from '../api/cache.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { previewLink, redeemLink, takeToken, type SignInLink } from '../api/session.api.js';
import { session, type Session } from '../api/session.js';
import { Button, LinkButton } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { Gateway } from '../shell/gateway.js';
import { notify } from '../shell/notices.js';
import { account } from './account.api.js';
import styles from './identity.module.css';

/** Asks before a sign-in link is used: a page of another site might have led here. A link to set a password asks for it then. */
export function Welcome() {
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const [link, setLink] = useState<SignInLink>();
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const [setsPassword, setSetsPassword] = useState(false);

  useEffect(() => {
    if (token !== '') previewLink(token).then(setLink, setFailure);
  }, []);

  const enter = async () => {
    setSending(true);
    try {
      const { purpose, ...fresh } = await redeemLink(token);
      cache.clear();
      session.value = fresh;
      if (purpose === 'set-password') setSetsPassword(true);
      else route('/', true);
    } catch (error) {
      setFailure(error);
    }
  };

  if (setsPassword && session.value) {
    return (
      <PasswordForm
        fresh={session.value}
        onDone={(changed) => {
          notify('Your password is set.');
          session.value = changed;
          route('/', true);
        }}
      />
    );
  }
  if (token === '' || failure !== undefined) return <BrokenLink failure={failure} />;
  if (!link) {
    return (
      <Gateway title="Welcome to Worktrack">
        <p role="status">Reading the link …</p>
      </Gateway>
    );
  }
  return (
    <Question
      link={link}
      isSending={isSending}
      onYes={() => {
        if (!isSending) void enter();
      }}
    />
  );
}

interface QuestionProps {
  readonly link: SignInLink;
  readonly isSending: boolean;
  readonly onYes: () => void;
}

function Question({ link: { purpose, user }, isSending, onYes }: QuestionProps) {
  const present = session.value?.user;
  const isOther = present !== undefined && present.publicId !== user.publicId;
  return (
    <Gateway title={`Sign in as ${user.name}?`} asks>
      {isOther && (
        <p>
          You are signed in as <strong>{present.name}</strong> ({present.email}). Signing in as {user.name} ends that
          session.
        </p>
      )}
      <p>
        {purpose === 'set-password'
          ? 'This link signs you in, and lets you choose a password.'
          : 'This link signs you in without a password.'}{' '}
        Go on only if you expected it.
      </p>
      <Button kind="primary" aria-disabled={isSending} onClick={onYes}>
        {isSending ? 'Signing in …' : `Sign in as ${user.name}`}
      </Button>
      {present && <LinkButton href="/">{isOther ? `Stay signed in as ${present.name}` : 'Go to My Work'}</LinkButton>}
    </Gateway>
  );
}

function BrokenLink({ failure }: { readonly failure: unknown }) {
  const isRefused = failure === undefined || (failure instanceof Refusal && failure.code === 'INVALID_CREDENTIALS');
  return (
    <Gateway title="This link does not work">
      <p role="alert">
        {isRefused
          ? 'The link was used already, has expired, or is not complete. Open it again, or ask your administrator for a new one.'
          : sentenceOf(failure)}
      </p>
      <LinkButton href={session.value ? '/' : '/sign-in'}>{session.value ? 'Go to My Work' : 'Sign in'}</LinkButton>
    </Gateway>
  );
}

interface PasswordFormProps {
  readonly fresh: Session;
  readonly onDone: (changed: Session) => void;
}

const LEAST = 12;
const MOST = 128;

function PasswordForm({ fresh, onDone }: PasswordFormProps) {
  const [password, setText] = useState('');
  const [repeated, setRepeated] = useState('');
  const [error, setError] = useState<string>();
  const [differs, setDiffers] = useState(false);

  const submit = async () => {
    setDiffers(password !== repeated);
    setError(undefined);
    if (password !== repeated) return;
    try {
      await account.changePassword({ newPassword: password });
      onDone({ ...fresh, hasPassword: true });
    } catch (failure) {
      const [sentence] = failure instanceof Refusal ? (failure.fieldErrors.newPassword ?? []) : [];
      setError(sentence === undefined ? sentenceOf(failure) : `The password ${sentence}.`);
    }
  };

  return (
    <Gateway title="Choose a password">
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <input type="email" name="email" autocomplete="username" value={fresh.user.email} readOnly hidden />
        <Field
          label="New password"
          type="password"
          autocomplete="new-password"
          required
          autofocus
          value={password}
          onText={setText}
          error={error}
          hint={
            <ul class={styles.rules}>
              <li>
                {LEAST} to {MOST} characters, of any kind
              </li>
              <li>not your e-mail address and not your name</li>
              <li>none of the passwords that are used most</li>
            </ul>
          }
        />
        <Field
          label="Repeat the password"
          type="password"
          autocomplete="new-password"
          required
          value={repeated}
          onText={setRepeated}
          error={differs ? 'The two passwords differ.' : undefined}
        />
        <Button kind="primary" type="submit">
          Set the password
        </Button>
      </form>
    </Gateway>
  );
}

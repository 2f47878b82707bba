import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { cache } from '../api/cache.js';
import { Button, LinkButton } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { notify } from '../shell/notices.js';
import { Gateway } from './gateway.js';
import { exchangeLink, session, setPassword, type Session } from './session.js';
import styles from './identity.module.css';

/** The token of a sign-in link, which no server sees: it is taken out of the address at once. */
function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return token;
}

/** Exchanges a sign-in link for a session; a link to set a password asks for it then. */
export function Welcome() {
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const [failure, setFailure] = useState<unknown>();
  const [setting, setSetting] = useState<Session>();

  const enter = (fresh: Session) => {
    cache.clear();
    session.value = fresh;
    route('/', true);
  };

  useEffect(() => {
    if (token === '') return;
    exchangeLink(token).then(
      ({ purpose, ...fresh }) => {
        if (purpose === 'set-password') setSetting(fresh);
        else enter(fresh);
      },
      (error: unknown) => {
        setFailure(error);
      },
    );
  }, []);

  if (setting) {
    return (
      <PasswordForm
        fresh={setting}
        onDone={() => {
          notify('Your password is set.');
          enter({ ...setting, hasPassword: true });
        }}
      />
    );
  }
  if (token === '' || failure !== undefined) {
    const isUsed = failure instanceof Refusal && failure.code === 'INVALID_CREDENTIALS';
    return (
      <Gateway title="This link does not work">
        <p role="alert">
          {token === '' || isUsed
            ? 'The link was used already, has expired, or is not complete. Ask your administrator for a new one.'
            : sentenceOf(failure)}
        </p>
        <LinkButton href={session.value ? '/' : '/sign-in'}>{session.value ? 'Go to My Work' : 'Sign in'}</LinkButton>
      </Gateway>
    );
  }
  return (
    <Gateway title="Welcome to Worktrack">
      <p role="status">Signing you in …</p>
    </Gateway>
  );
}

interface PasswordFormProps {
  readonly fresh: Session;
  readonly onDone: () => void;
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
      await setPassword(password);
      onDone();
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

import { useEffect } from 'preact/hooks';
import { cache } from '../api/cache.js';
import { readSession } from '../api/session.api.js';
import { sessionLost, signedInInstead } from '../api/transport.js';
import { session, signInOptions, type Session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { ProviderButtons } from './provider-buttons.js';
import { SignInForm } from './sign-in-form.js';
import styles from './sign-in-again.module.css';

/**
 * Asks to sign in again over the page, whose unsent texts stay: a provider opens in a tab of its own, and this page looks for the session when
 * the person comes back. When somebody else has signed in on this browser, the page can be
 * loaded as that user instead.
 */
export function SignInAgain() {
  const user = session.value?.user;
  const other = signedInInstead.value;
  const isAsking = sessionLost.value && user !== undefined;
  const { providers, password } = signInOptions.value;

  const goOn = (fresh: Session) => {
    // Another person must not see what this page shows.
    if (fresh.user.publicId !== user?.publicId) {
      location.assign('/');
      return;
    }
    session.value = fresh;
    sessionLost.value = false;
    void cache.invalidateQueries();
  };

  useEffect(() => {
    if (!isAsking || providers.length === 0) return undefined;
    const look = () => void readSession().then(goOn, () => undefined);
    addEventListener('focus', look);
    return () => {
      removeEventListener('focus', look);
    };
  }, [isAsking]);

  if (!isAsking) return null;
  return (
    <Dialog
      title={other === undefined ? 'Sign in again' : 'Somebody else has signed in'}
      required
      onClose={() => undefined}
    >
      {other === undefined ? (
        <p>Your session has ended. What you typed is still here.</p>
      ) : (
        <div class={styles.other}>
          <p>
            <strong>{other}</strong> is signed in on this browser now. This page belongs to <strong>{user.name}</strong>
            : what was typed is still here, and nothing is changed as {other}.
          </p>
          <Button
            onClick={() => {
              location.reload();
            }}
          >
            Go on as {other}
          </Button>
          <p>
            Or sign in again as {user.name}. The session of {other} on this browser ends then.
          </p>
        </div>
      )}
      {password && <SignInForm email={user.email} onSignedIn={goOn} />}
      <ProviderButtons returnTo="/" inNewTab />
    </Dialog>
  );
}

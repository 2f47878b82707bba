import { cache } from '../api/cache.js';
import { sessionLost, signedInInstead } from '../api/transport.js';
import { session, type Session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { SignInHere } from './sign-in-here.js';
import styles from './sign-in-again.module.css';

/**
 * Asks to sign in again over the page, whose unsent texts stay. When somebody else has signed in on this browser, the page can be loaded as
 * that user instead.
 */
export function SignInAgain() {
  const user = session.value?.user;
  const other = signedInInstead.value;
  const isAsking = sessionLost.value && user !== undefined;

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
      <SignInHere email={user.email} onSignedIn={goOn} />
    </Dialog>
  );
}

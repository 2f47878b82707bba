import { cache } from '../api/cache.js';
import { sessionLost, signedInInstead } from '../api/transport.js';
import { session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { SignInForm } from './sign-in-form.js';
import styles from './sign-in-again.module.css';

/**
 * Asks for the password again over the page, whose unsent texts stay. When somebody else has signed in on this browser, the page can be
 * loaded as that user instead.
 */
export function SignInAgain() {
  const user = session.value?.user;
  const other = signedInInstead.value;
  if (!sessionLost.value || !user) return null;
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
      <SignInForm
        email={user.email}
        onSignedIn={(fresh) => {
          // Another person must not see what this page shows.
          if (fresh.user.publicId !== user.publicId) {
            location.assign('/');
            return;
          }
          session.value = fresh;
          sessionLost.value = false;
          void cache.invalidateQueries();
        }}
      />
    </Dialog>
  );
}

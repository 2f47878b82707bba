import { cache } from '../api/cache.js';
import { sessionLost } from '../api/transport.js';
import { session } from '../identity/session.js';
import { SignInForm } from '../identity/sign-in-form.js';
import { Dialog } from '../parts/dialog.js';

/** Asks for the password again over the page, whose unsent texts stay. */
export function SignInAgain() {
  const user = session.value?.user;
  if (!sessionLost.value || !user) return null;
  return (
    <Dialog title="Sign in again" required onClose={() => undefined}>
      <p>Your session has ended. What you typed is still here.</p>
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

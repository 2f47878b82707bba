import { Suspense } from 'preact/compat';
import { session } from '../api/session.js';
import { sessionLost } from '../api/transport.js';
import { lazyPart, lazyScreen } from '../shell/not-loaded.js';

const Screen = lazyScreen(() => import('./sign-in-screen.js').then((file) => file.SignInScreen));

const Asking = lazyPart(() => import('./sign-in-again.js').then((file) => file.SignInAgain));

/** In the place of every screen while nobody is signed in. Most visits begin signed in: its form is loaded when it is needed. */
export const SignIn = () => (
  <Suspense fallback={null}>
    <Screen />
  </Suspense>
);

/** Asks to sign in again when the session has ended. */
export const SignInAgain = () =>
  sessionLost.value && session.value ? (
    <Suspense fallback={null}>
      <Asking />
    </Suspense>
  ) : null;

import { useLocation } from 'preact-iso';
import { session } from '../api/session.js';
import { Gateway } from '../shell/gateway.js';
import { SignInForm } from './sign-in-form.js';
import styles from './identity.module.css';

/** In the place of every screen while nobody is signed in; then the screen of the address is shown. */
export function SignInScreen() {
  const { path, route } = useLocation();
  return (
    <Gateway title="Sign in to Worktrack">
      <SignInForm
        onSignedIn={(fresh) => {
          if (path === '/sign-in') route('/', true);
          session.value = fresh;
        }}
      />
      <p class={styles.aside}>
        <a href="/forgotten">Forgotten your password?</a>
      </p>
      <p class={styles.aside}>No password yet? Ask your administrator for a sign-in link.</p>
    </Gateway>
  );
}

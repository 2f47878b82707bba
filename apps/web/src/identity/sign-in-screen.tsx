import { useLocation } from 'preact-iso';
import { session, signInOptions, signInProblem } from '../api/session.js';
import { Gateway } from '../shell/gateway.js';
import { ProviderButtons } from './provider-buttons.js';
import { SignInForm } from './sign-in-form.js';
import styles from './identity.module.css';

/** In the place of every screen while nobody is signed in; then the screen of the address is shown. */
export function SignInScreen() {
  const { path, url, route } = useLocation();
  const { password } = signInOptions.value;
  return (
    <Gateway title="Sign in to Worktrack">
      {signInProblem.value !== undefined && (
        <p class={styles.problem} role="alert">
          {signInProblem.value}
        </p>
      )}
      {password && (
        <SignInForm
          onSignedIn={(fresh) => {
            if (path === '/sign-in') route('/', true);
            session.value = fresh;
          }}
        />
      )}
      {password && (
        <p class={styles.aside}>
          <a href="/forgotten">Forgot your password?</a>
        </p>
      )}
      <ProviderButtons returnTo={path === '/sign-in' ? '/' : url} />
      <p class={styles.aside}>
        {password
          ? 'No password yet? Ask your administrator for a sign-in link.'
          : 'No account yet? Ask your administrator.'}
      </p>
    </Gateway>
  );
}

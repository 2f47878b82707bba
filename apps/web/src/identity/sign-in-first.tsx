import { signInOptions } from '../api/session.js';
import { ProviderButtons } from './provider-buttons.js';
import styles from './settings.module.css';

/** Says how to prove who one is where no password does it: by a new sign-in, which leads back to this page. */
export function SignInFirst({ returnTo }: { readonly returnTo: string }) {
  return signInOptions.value.providers.length === 0 ? (
    <p class={styles.muted}>Ask your administrator for a sign-in link, open it, and come back within 15 minutes.</p>
  ) : (
    <ProviderButtons returnTo={returnTo} again />
  );
}

/** The code of a refusal that a new sign-in mends. */
export const NEEDS_SIGN_IN = 'CONFLICT';

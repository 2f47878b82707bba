import { signInOptions } from '../api/session.js';
import { LinkButton } from '../parts/button.js';
import styles from './identity.module.css';

interface ProviderButtonsProps {
  /** The path to go on at after the sign-in. */
  readonly returnTo: string;
  /** True: the sign-in opens a page of its own, and this one stays as it is. */
  readonly inNewTab?: boolean;
  /** True for somebody who is signed in, and has to prove it. */
  readonly again?: boolean;
}

/** One button for each provider of identities. It leads to the server, which sends the browser on. */
export function ProviderButtons({ returnTo, inNewTab = false, again = false }: ProviderButtonsProps) {
  const { providers, password } = signInOptions.value;
  if (providers.length === 0) return null;
  return (
    <div class={styles.ways}>
      {password && !again && <p class={styles.or}>or</p>}
      <ul class={styles.providers} aria-label="Providers to sign in with">
        {providers.map(({ id, name }) => (
          <li key={id}>
            <LinkButton
              href={`/api/session/oidc/begin?${new URLSearchParams({ provider: id, returnTo }).toString()}`}
              kind={password ? 'secondary' : 'primary'}
              {...(inNewTab && { target: '_blank' })}
            >
              Sign in {again && 'again '}with {name}
            </LinkButton>
          </li>
        ))}
      </ul>
      {inNewTab && <p class={styles.aside}>It opens in a new tab. Come back to this one when you are signed in.</p>}
    </div>
  );
}

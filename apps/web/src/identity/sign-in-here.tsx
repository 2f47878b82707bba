import { useEffect } from 'preact/hooks';
import { readSession } from '../api/session.api.js';
import { signInOptions, type Session } from '../api/session.js';
import { ProviderButtons } from './provider-buttons.js';
import { SignInForm } from './sign-in-form.js';

interface SignInHereProps {
  /** The e-mail address that signs in; it cannot be changed then. */
  readonly email?: string;
  readonly onSignedIn: (session: Session) => void;
}

/**
 * The ways to sign in without leaving the page: by password, or with a provider, which opens in a tab of its own. The page looks for the session when
 * the person comes back.
 */
export function SignInHere({ email, onSignedIn }: SignInHereProps) {
  const { providers, password } = signInOptions.value;
  useEffect(() => {
    if (providers.length === 0) return undefined;
    const look = () => void readSession().then(onSignedIn, () => undefined);
    addEventListener('focus', look);
    return () => {
      removeEventListener('focus', look);
    };
  }, [onSignedIn]);
  return (
    <>
      {password && <SignInForm {...(email !== undefined && { email })} onSignedIn={onSignedIn} />}
      <ProviderButtons returnTo="/" inNewTab />
    </>
  );
}

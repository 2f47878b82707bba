import { send } from './transport.js';
import type { Session } from './session.js';

type LinkPurpose = 'sign-in' | 'set-password';

/** A link before it is used. */
export interface SignInLink {
  readonly purpose: LinkPurpose;
  readonly user: { readonly publicId: string; readonly name: string };
}

export const readSession = () => send<Session>('GET', '/api/session');

export const signIn = (email: string, password: string) =>
  send<Session>('POST', '/api/session', { body: { email, password } });

/** Says whom a link signs in, and leaves it unused. */
export const previewLink = (token: string) =>
  send<SignInLink>('POST', '/api/session/link/preview', { body: { token } });

/** Signs in by a link, which is used up. */
export const redeemLink = (token: string) =>
  send<Session & { readonly purpose: LinkPurpose }>('POST', '/api/session/link', { body: { token } });

export const signOut = () => send<undefined>('DELETE', '/api/session');

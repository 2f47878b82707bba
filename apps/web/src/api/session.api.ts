import { application, dataOf, type ApplicationSchemas } from './client.js';

/** A link before it is used. */
export type SignInLink = ApplicationSchemas['SignInLink'];

export const readSession = () => dataOf(application.GET('/api/session'));

export const signIn = (email: string, password: string) =>
  dataOf(application.POST('/api/session', { body: { email, password } }));

/** The token of a link, which no server sees as an address: it is taken out of the address immediately. */
export function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return token;
}

/** Says whom a link signs in, and leaves it unused. */
export const previewLink = (token: string) =>
  dataOf(application.POST('/api/session/link/preview', { body: { token } }));

/** Signs in by a link, which is used up. */
export const redeemLink = (token: string) => dataOf(application.POST('/api/session/link', { body: { token } }));

/** Mails a link that sets a new password, if the address has an account. */
export const recoverPassword = (email: string) =>
  dataOf(application.POST('/api/session/recovery', { body: { email } }));

export const signOut = () => dataOf(application.DELETE('/api/session'));

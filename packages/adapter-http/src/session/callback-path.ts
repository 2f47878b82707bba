/** The id of the provider whose settings have no number. */
export const FIRST_PROVIDER = 'main';

/**
 * Returns the path to which a provider sends browsers back. Each provider has one of its own, so that a response tells whose it is even when it
 * does not name its issuer (RFC 9700, section 4.4.2.2).
 */
export function callbackPathOf(provider: string): string {
  const first = '/api/session/oidc/callback';
  return provider === FIRST_PROVIDER ? first : `${first}/${provider}`;
}

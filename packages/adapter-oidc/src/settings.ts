import type { IdentityProvider } from '@worktrack/application';

/** A provider, and how this server is registered there. */
export interface OidcSettings extends IdentityProvider {
  /** The address of the issuer: https, or http of the loopback. */
  readonly issuer: string;
  readonly clientId: string;
  /** `undefined` for a client without a secret. */
  readonly clientSecret: string | undefined;
  /** Separated by spaces, with `openid`. */
  readonly scopes: string;
}

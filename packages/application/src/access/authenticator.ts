import type { CredentialId } from '@worktrack/domain';
import type { Principal } from './principal.js';

/** Finds the principal of a token or of a session. */
export abstract class Authenticator {
  /** Returns `undefined` when the token is malformed, unknown, revoked, expired, or its account was removed. */
  abstract authenticate(token: string): Promise<Principal | undefined>;
  /**
   * Finds the principal of a session by the secret of its cookie. Returns `undefined` when the secret is malformed or unknown, when the
   * session has ended, expired or was unused for too long, or when its account was removed.
   */
  abstract authenticateSession(secret: string): Promise<Principal | undefined>;
  /** True when the principal was read too long ago to act for it: the caller must read it again. */
  abstract isStale(principal: Principal): boolean;
  /** Lets the next request of this process read the rights of a credential again, because its user has changed them. */
  abstract forget(credential: CredentialId): void;
}

/**
 * The principals of tokens and sessions, as seen by one transaction. Each method returns `undefined` in the cases of
 * `Authenticator.authenticate` and `Authenticator.authenticateSession`.
 */
export interface Principals {
  find(credential: CredentialId): Promise<Principal | undefined>;
}

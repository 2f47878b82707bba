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
  /**
   * Returns the principal of a token that was looked up a moment ago, and would not be looked up again by `authenticate`. `undefined` says
   * nothing about the token.
   */
  abstract knownByToken(token: string): Principal | undefined;
  /** Returns the principal of a session that was looked up a moment ago. `undefined` says nothing about the secret. */
  abstract knownBySession(secret: string): Principal | undefined;
  /** True when the principal was read too long ago to act for it: the caller must read it again. */
  abstract isStale(principal: Principal): boolean;
}

/**
 * The principals of tokens and sessions, as seen by one transaction. Each method returns `undefined` in the cases of
 * `Authenticator.authenticate` and `Authenticator.authenticateSession`.
 */
export interface Principals {
  find(credential: CredentialId): Promise<Principal | undefined>;
  /** Sends the query together with the next statement that is read: read something else before awaiting this. */
  findWithNext(credential: CredentialId): Promise<Principal | undefined>;
}

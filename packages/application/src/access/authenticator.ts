import type { AccessTokenId } from '@worktrack/domain';
import type { Principal } from './principal.js';

/** Finds the principal of a token. */
export abstract class Authenticator {
  /** Returns `undefined` when the token is malformed, unknown, revoked, expired, or its account was removed. */
  abstract authenticate(token: string): Promise<Principal | undefined>;
  /** True when the principal was read too long ago to act for it: the caller must read it again. */
  abstract isStale(principal: Principal): boolean;
}

/** The principals of tokens, as seen by one transaction. Each method returns `undefined` in the cases of `Authenticator.authenticate`. */
export interface Principals {
  find(token: AccessTokenId): Promise<Principal | undefined>;
  /** Sends the query together with the next statement that is read: read something else before awaiting this. */
  findWithNext(token: AccessTokenId): Promise<Principal | undefined>;
}

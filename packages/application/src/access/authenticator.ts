import type { AccessTokenId } from '@worktrack/domain';
import type { Principal } from './principal.js';

/** Turns a token into who asks. */
export abstract class Authenticator {
  /** `undefined` when the token is malformed, unknown, revoked, expired, or its account was removed. */
  abstract authenticate(token: string): Promise<Principal | undefined>;
  /** Tells whether the principal was looked up too long ago to act for it: it must then be looked up again. */
  abstract isStale(principal: Principal): boolean;
}

/** Who holds a token, as seen by one transaction. Each answers `undefined` where the `Authenticator` does. */
export interface Principals {
  find(token: AccessTokenId): Promise<Principal | undefined>;
  /** Asks together with the next statement that is read: something else has to be read before this is awaited. */
  findWithNext(token: AccessTokenId): Promise<Principal | undefined>;
}

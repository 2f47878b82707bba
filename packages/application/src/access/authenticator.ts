import type { Principal } from './principal.js';

/** Turns a token into who asks. */
export abstract class Authenticator {
  /** `undefined` when the token is malformed, unknown, revoked, expired, or its account was removed. */
  abstract authenticate(token: string): Promise<Principal | undefined>;
}

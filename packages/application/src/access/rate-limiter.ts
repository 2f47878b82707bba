import type { AccessTokenId } from '@worktrack/domain';

/** Where a counter stands in its fixed window. */
export interface Quota {
  /** Whether the request in hand is within the quota. */
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  readonly resetSeconds: number;
}

/** Counts requests of tokens, and of addresses failed authentications and requests without a token (contract §8). */
export abstract class RateLimiter {
  /** Counts one request of a token, whatever its answer will be. */
  abstract countRequest(token: AccessTokenId): Promise<Quota>;
  /**
   * The quota of an address whose failed authentications are known, in this process, to be used up: it costs nothing to ask, so that
   * guesses do not reach the database. `undefined` says nothing of what others have counted.
   */
  abstract failuresUsedUp(address: string): Quota | undefined;
  /** Where the failed authentications of an address stand; counts nothing. */
  abstract failuresOf(address: string): Promise<Quota>;
  /** Counts one refused token, and judges in the same step whether it was within the quota: only then is the answer `INVALID_TOKEN`. */
  abstract countFailure(address: string): Promise<Quota>;
  /** Counts one request of an address for which no token is looked at, whatever its answer will be. */
  abstract countAnonymous(address: string): Promise<Quota>;
}

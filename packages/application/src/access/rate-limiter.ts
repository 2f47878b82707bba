import type { CredentialId, OrganizationId, UserId } from '@worktrack/domain';

/** A credential and its user. */
export interface Requester {
  readonly token: { readonly id: CredentialId };
  readonly user: { readonly id: UserId };
}

/** The state of a counter in its fixed window. */
export interface Quota {
  /** True when the current request is within the quota. */
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  readonly resetSeconds: number;
}

/** Counts the requests of each token and each session, of each user and in each Organization; for each address, its failed authentications and its requests without a token (contract §8). */
export abstract class RateLimiter {
  /**
   * Counts one request of a token or of a session, and of its user, whatever its response will be. Returns the quota of the credential; when
   * only the user has sent too many, it is not allowed and `resetSeconds` is of the window of the user.
   */
  abstract countRequest(requester: Requester): Promise<Quota>;
  /** Counts one request of a member in an Organization; `undefined` where any number is allowed. */
  abstract countInOrganization(organization: OrganizationId): Promise<Quota | undefined>;
  /**
   * Returns the quota of an address whose failed authentications this process knows to be used up. The call is free, so guesses do not
   * reach the database. `undefined` says nothing about what other processes have counted.
   */
  abstract failuresUsedUp(address: string): Quota | undefined;
  /** Returns the quota of failed authentications of an address; counts nothing. */
  abstract failuresOf(address: string): Promise<Quota>;
  /** Counts one refused token and checks the quota in the same step: only within the quota is the response `INVALID_TOKEN`. */
  abstract countFailure(address: string): Promise<Quota>;
  /**
   * Counts bytes of search text that a user writes, in windows of a minute. Throws `QuotaExhausted` when the window is used up already,
   * whatever the size of the text: a text that is larger than a whole window comes through once. To index a long text of random letters
   * costs a third of a second, and all tenants share the index.
   */
  abstract spendText(user: UserId, bytes: number): void;
  /** Counts one request of an address for which no token is checked, whatever its response will be. */
  abstract countAnonymous(address: string): Promise<Quota>;
}

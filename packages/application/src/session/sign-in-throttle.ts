/** One attempt to sign in, counted before it is made. */
export interface Attempt {
  readonly allowed: boolean;
  /** Whole seconds until the window of the count ends. */
  readonly resetSeconds: number;
  /** Takes the attempt out of the counts, because it succeeded. */
  readonly succeeded: () => Promise<void>;
}

/**
 * Counts attempts to sign in that fail, by account and by address. An attempt is counted first and taken back when it succeeds, so that
 * attempts at the same time are not more than the limit.
 */
export abstract class SignInThrottle {
  /** Counts an attempt with a password. Success forgets all failures of the account. */
  abstract byPassword(account: string, address: string): Promise<Attempt>;
  /** Counts an attempt with a link. */
  abstract byLink(address: string): Promise<Attempt>;
}

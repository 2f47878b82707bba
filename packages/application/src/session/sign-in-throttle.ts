/** One attempt to sign in, counted before it is made. */
export interface Attempt {
  readonly allowed: boolean;
  /** Whole seconds until the window of the count ends. */
  readonly resetSeconds: number;
  /** Takes the attempt out of the counts, because it succeeded. Never throws. */
  readonly succeeded: () => Promise<void>;
  /** Takes this attempt alone out of the counts, because no password was verified. Never throws. */
  readonly takeBack: () => Promise<void>;
}

/**
 * Counts attempts to sign in that fail. An attempt is counted first and taken back when it succeeds, so that attempts at the same time are
 * not more than the limit. Throws `QuotaExhausted` when nothing can be counted.
 */
export abstract class SignInThrottle {
  /**
   * Counts an attempt with a password: by its network, by account and network, and by account. One of a browser that has signed in to the
   * account before is counted by account and browser alone. Success forgets the failures of the account in this network or browser.
   * @param browser the id of a known browser
   */
  abstract byPassword(account: string, address: string, browser?: string): Promise<Attempt>;
  /** Counts an attempt with a link, by its network. */
  abstract byLink(address: string): Promise<Attempt>;
  /** Counts a request for a mail with a link, by its network. It counts when it succeeds too. */
  abstract byMail(address: string): Promise<Attempt>;
}

import { ONE_DAY } from '@worktrack/domain';

/** Milliseconds for which a link to set the server up is accepted. */
export const SETUP_LINK_LIFE = ONE_DAY;

/** The stored record of a link to set the server up, with its secret only as a hash. */
export interface SetupLinkRecord {
  /** SHA-256 of the secret. */
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** The links to set the server up of one transaction. They are of use until an account is made, by whatever way. */
export interface SetupLinks {
  /** Returns true while no account was ever made. */
  isNeeded(): Promise<boolean>;
  add(link: SetupLinkRecord): void;
  /**
   * Uses all links up. Returns false, and uses none up, when this one is unknown, used or expired; returns false when an account exists. A second setup waits
   * for the end of the first.
   */
  use(hash: Buffer): Promise<boolean>;
}

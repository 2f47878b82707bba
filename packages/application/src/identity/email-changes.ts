import type { Email, UserId } from '@worktrack/domain';

/** A new e-mail address that its owner has not confirmed yet. */
export interface EmailChange {
  readonly userId: UserId;
  readonly email: Email;
  /** SHA-256 of the token in the mail. */
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** The pending changes of e-mail addresses of one transaction: at most one of each account. */
export interface EmailChanges {
  /** Adds a change; it takes the place of an earlier one of the account. */
  put(change: EmailChange): void;
  /** Uses a change up. Returns its address; `undefined` when the token is unknown, used, expired, or of another account. */
  use(userId: UserId, hash: Buffer): Promise<Email | undefined>;
  /** Deletes the change of the account, if there is one. */
  remove(userId: UserId): void;
}

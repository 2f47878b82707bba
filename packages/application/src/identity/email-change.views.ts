import type { Email, UserId } from '@worktrack/domain';

/** A change of an e-mail address that waits for its confirmation. The instant is RFC 3339 text. */
export interface PendingEmail {
  readonly email: Email;
  readonly expiresAt: string;
}

/** Reads the pending changes of e-mail addresses. */
export abstract class EmailChangeViews {
  /** Returns the change of an account; `undefined` without one, or when it has expired. */
  abstract of(user: UserId): Promise<PendingEmail | undefined>;
}

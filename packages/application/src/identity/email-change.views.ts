import type { Email, UserId } from '@worktrack/domain';

/** A change of an e-mail address that waits for its confirmation. The instant is RFC 3339 text. */
export interface PendingEmail {
  readonly email: Email;
  readonly expiresAt: string;
}

/** The state of the address of an account. */
export interface EmailState {
  /** True when the owner of the account has proven to receive mail at its address. */
  readonly confirmed: boolean;
  /** `null`: no change waits for its confirmation. */
  readonly pending: PendingEmail | null;
}

/** Reads whether addresses are confirmed, and their pending changes. */
export abstract class EmailChangeViews {
  abstract of(user: UserId): Promise<EmailState>;
}

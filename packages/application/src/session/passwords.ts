import type { Email, SessionId, UserId } from '@worktrack/domain';
import type { SessionProvider } from './sessions.js';

/** An account with the hash of its password. */
export interface AccountWithPassword {
  readonly userId: UserId;
  /** `null` when no password is set. */
  readonly hash: string | null;
  /** When the password was set, or when all sessions of the account ended after that; `null` without a password. */
  readonly setAt: Date | null;
}

/** The account of a session, and how far the session proves that its user is there. */
export interface AccountOfSession extends AccountWithPassword {
  /** True for 15 minutes after the session began: a sign-in is the proof of an account without a password. */
  readonly isFresh: boolean;
  /** True while the session can set a password without the current one: as long as it is fresh, after a link for that began it. */
  readonly canReplace: boolean;
  /** The provider that the session began at, with its id for the session. */
  readonly provider: SessionProvider | undefined;
}

/** Finds accounts and the hashes of their passwords, outside of transactions. A removed account is not found. */
export abstract class PasswordAccounts {
  abstract find(email: Email): Promise<AccountWithPassword | undefined>;
  /** Finds the account of a session that has not ended. */
  abstract ofSession(id: SessionId): Promise<AccountOfSession | undefined>;
}

/** The passwords of one transaction. */
export interface Passwords {
  /** Locks an account against other changes of its password and its sessions. Returns `undefined` when the account was removed. */
  lock(user: UserId): Promise<AccountWithPassword | undefined>;
  save(user: UserId, hash: string, at: Date): void;
  /** Records that all sessions ended: no browser that signed in before is known any more. */
  forgetBrowsers(user: UserId, at: Date): void;
  remove(user: UserId): void;
}

/** Hashes passwords, slowly. Texts are in NFC. */
export abstract class PasswordHasher {
  /** A hash that no password has: verifying it takes as long as verifying any other. */
  abstract readonly decoy: string;
  abstract hash(password: string): Promise<string>;
  abstract verify(hash: string, password: string): Promise<boolean>;
  /** True when the hash was made with other parameters than those of today. */
  abstract isOutdated(hash: string): boolean;
}

/** The passwords that are used most in the world. */
export abstract class CommonPasswords {
  abstract has(password: string): Promise<boolean>;
}

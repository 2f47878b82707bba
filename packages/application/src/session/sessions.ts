import { ONE_DAY, type SessionId, type UserId } from '@worktrack/domain';
import type { LinkPurpose } from './sign-in-links.js';

/** The limits of a session: its whole life, its life without any use, and the number of sessions of one user. */
export const SESSION_LIMITS = { lifeMilliseconds: 30 * ONE_DAY, idleDays: 7, ofUser: 100 } as const;

/** The longest text of a browser's `User-Agent` that is stored, in code points. */
export const LONGEST_USER_AGENT = 512;

/** The provider that a session began at. */
export interface SessionProvider {
  readonly issuer: string;
  /** The id of the session there, where the provider names one. */
  readonly sid: string | null;
}

/** The stored record of a session, with the secret of its cookie only as a hash. */
export interface SessionRecord {
  readonly id: SessionId;
  readonly userId: UserId;
  /** SHA-256 of the secret. */
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** `null` when no link began the session. */
  readonly byLink: LinkPurpose | null;
  readonly userAgent: string | null;
  /** The issuer of the provider that the session began at; `null` for a password and a link. */
  readonly oidcIssuer: string | null;
  /** The id of the session at that provider, where it names one. */
  readonly oidcSid: string | null;
}

/** Sessions that began at a provider: those with its id for a session, or those of one of its accounts. At least one of both is given. */
export interface SessionsAtProvider {
  readonly issuer: string;
  readonly sid: string | null;
  readonly subject: string | null;
}

/** The sessions of one transaction. Writes are sent with the next read, or with the commit. */
export interface Sessions {
  /** Adds a session. The oldest sessions of its user end when there are more than `SESSION_LIMITS.ofUser`. */
  add(session: SessionRecord): void;
  /** Ends a session of the user. Returns false when the user has no such session, or when it has ended before. */
  end(user: UserId, id: SessionId, at: Date): Promise<boolean>;
  /** Ends the session with this hash, of any user. An unknown hash changes nothing. */
  endByHash(hash: Buffer, at: Date): void;
  /** Ends all sessions of the user that have not ended yet, and returns their ids. */
  endAllOf(user: UserId, at: Date): Promise<readonly SessionId[]>;
  /** Ends the sessions that began at a provider, and returns their ids. */
  endOfProvider(sessions: SessionsAtProvider, at: Date): Promise<readonly SessionId[]>;
}

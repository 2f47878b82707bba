import type {
  Email,
  OrganizationId,
  PublicUserId,
  Role,
  SessionId,
  Slug,
  TimeZone,
  UserId,
  Username,
} from '@worktrack/domain';
import type { LinkPurpose } from './sign-in-links.js';

/** The data of a session that its browser can see. Instants are RFC 3339 text. */
export interface SessionView {
  readonly user: {
    /** The internal id, by which the public API names the author of a comment. */
    readonly id: UserId;
    readonly publicId: PublicUserId;
    readonly name: string;
    readonly email: Email;
    /** The version of the avatar's content; `null` without an avatar. */
    readonly avatarVersion: string | null;
  };
  readonly session: { readonly id: SessionId; readonly createdAt: string; readonly expiresAt: string };
  /** The Organizations of which the user is a member now, by name, then id. */
  readonly organizations: readonly OrganizationOfSession[];
  readonly defaultOrganization: Slug | null;
  readonly hasPassword: boolean;
}

/** An Organization of a session's user. */
export interface OrganizationOfSession {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  readonly suspended: boolean;
  /** The time zone of its days. */
  readonly timeZone: TimeZone;
  readonly role: Role;
  readonly username: Username | null;
}

/** The ways in which a session begins. */
export const SIGN_INS = ['password', 'link', 'provider'] as const;

/** A session in the list of its user. Instants are RFC 3339 text. */
export interface SessionListing {
  readonly id: SessionId;
  readonly createdAt: string;
  /** At most ten minutes older than the last request of the session. */
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly userAgent: string | null;
  readonly signedInBy: (typeof SIGN_INS)[number];
}

/** A link before it is used. */
export interface SignInLinkView {
  readonly purpose: LinkPurpose;
  /** The user whom it signs in. */
  readonly user: { readonly publicId: PublicUserId; readonly name: string };
}

/** Reads sessions, and the links that begin them. */
export abstract class SessionViews {
  /** Returns `undefined` when the session has ended or expired, or when its account was removed. */
  abstract one(id: SessionId): Promise<SessionView | undefined>;
  /** Lists the sessions of a user that have neither ended nor expired, newest first. */
  abstract of(user: UserId): Promise<readonly SessionListing[]>;
  /** Reads the link with this hash. Returns `undefined` when it is unknown, used or expired, or when its account was removed. */
  abstract ofLink(hash: Buffer): Promise<SignInLinkView | undefined>;
  /** Returns true when the link with this hash sets the server up: it has not expired, and no account was ever made. */
  abstract setsUp(hash: Buffer): Promise<boolean>;
}

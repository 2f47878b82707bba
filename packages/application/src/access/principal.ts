import type {
  CredentialId,
  Email,
  OrganizationId,
  ProjectId,
  PublicUserId,
  Role,
  AnyScope,
  SessionId,
  Slug,
  TimeZone,
  UserId,
  Username,
} from '@worktrack/domain';
import type { LinkPurpose } from '../session/sign-in-links.js';

/** The access of a token in one Organization: the whole Organization, or the given Projects. */
export type Grant =
  | { readonly kind: 'organization' }
  | { readonly kind: 'projects'; readonly ids: ReadonlySet<ProjectId> };

/** An Organization that a grant of the token covers and of which its user is a member now. */
export interface VisibleOrganization {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  readonly suspended: boolean;
  readonly timeZone: TimeZone;
  readonly role: Role;
  readonly username: Username | null;
  readonly grant: Grant;
}

/** The facts about the session of a browser. */
export interface SessionOfPrincipal {
  readonly id: SessionId;
  readonly createdAt: Date;
  /** The purpose of the link that began the session; `null` for a session that began with a password. */
  readonly byLink: LinkPurpose | null;
}

/**
 * The user of an accepted token or session, with the facts that decide what the user can see with it. A principal is valid for one second.
 */
export interface Principal {
  readonly user: {
    readonly id: UserId;
    readonly publicId: PublicUserId;
    readonly name: string;
    readonly email: Email;
  };
  /** The credential: a token, or a session, which has all scopes and a grant of each whole Organization. */
  readonly token: {
    readonly id: CredentialId;
    readonly name: string;
    /** The scopes in canonical order. */
    readonly scopes: readonly AnyScope[];
    readonly expiresAt: Date;
  };
  /** `undefined` when the credential is a token. */
  readonly session?: SessionOfPrincipal | undefined;
  /** Ordered by name, then id. */
  readonly organizations: readonly VisibleOrganization[];
  /** The user's default Organization, even if the token does not cover it. */
  readonly defaultOrganizationId: OrganizationId | null;
  /** The time in milliseconds of the monotonic clock of this process from which the principal is stale. */
  readonly believedUntil: number;
}

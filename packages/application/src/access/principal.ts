import type {
  AccessTokenId,
  Email,
  OrganizationId,
  ProjectId,
  PublicUserId,
  Role,
  Scope,
  Slug,
  UserId,
  Username,
} from '@worktrack/domain';

/** The access of a token in one Organization: the whole Organization, or the given Projects. */
export type Grant =
  { readonly kind: 'organization' } | { readonly kind: 'projects'; readonly ids: ReadonlySet<ProjectId> };

/** An Organization that a grant of the token covers and of which its user is a member now. */
export interface VisibleOrganization {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  readonly suspended: boolean;
  readonly role: Role;
  readonly username: Username | null;
  readonly grant: Grant;
}

/** The user of an accepted token, with the facts that decide what the token may see. A principal is valid for one second. */
export interface Principal {
  readonly user: {
    readonly id: UserId;
    readonly publicId: PublicUserId;
    readonly name: string;
    readonly email: Email;
  };
  readonly token: {
    readonly id: AccessTokenId;
    readonly name: string;
    /** In canonical order. */
    readonly scopes: readonly Scope[];
    readonly expiresAt: Date;
  };
  /** By name, then id. */
  readonly organizations: readonly VisibleOrganization[];
  /** The user's default Organization, even if the token does not cover it. */
  readonly defaultOrganizationId: OrganizationId | null;
  /** In milliseconds of the monotonic clock of this process: the principal is stale from then on. */
  readonly believedUntil: number;
}

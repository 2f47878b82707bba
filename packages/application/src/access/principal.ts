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

/** What a token may touch of one Organization: all of it, or the named Projects. */
export type Grant =
  { readonly kind: 'organization' } | { readonly kind: 'projects'; readonly ids: ReadonlySet<ProjectId> };

/** An Organization that a grant of the token touches and of which its user is a member now. */
export interface VisibleOrganization {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  readonly suspended: boolean;
  readonly role: Role;
  readonly username: Username | null;
  readonly grant: Grant;
}

/** Who asks: the user of an accepted token, and all that decides what it may see. It is believed for one second. */
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
  /** The user's default Organization, whether or not the token touches it. */
  readonly defaultOrganizationId: OrganizationId | null;
  /** In milliseconds of the monotonic clock of this process: from then on it is stale. */
  readonly believedUntil: number;
}

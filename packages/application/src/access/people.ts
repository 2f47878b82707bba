import type { OrganizationId, PublicUserId, UserId, Username } from '@worktrack/domain';

/** A user that a path names, as far as somebody may get to see their profile. */
export interface FoundPerson {
  readonly id: UserId;
  readonly publicId: PublicUserId;
  readonly name: string;
  /** When the account was created: RFC 3339 text, UTC, three fraction digits. */
  readonly joinedAt: string;
  /** Of the content of the avatar; `null` without one. */
  readonly avatarVersion: string | null;
  /** Of the Organizations asked about, those that they are a member of now. */
  readonly memberships: readonly { readonly organizationId: OrganizationId; readonly username: Username | null }[];
}

/**
 * Looks up who a path names, in one round trip. A removed account is nobody, and so is everybody who is neither the viewer nor a
 * member of one of these Organizations: both cost the same statement and no row.
 */
export abstract class People {
  abstract find(
    publicId: PublicUserId,
    viewer: UserId,
    among: readonly OrganizationId[],
  ): Promise<FoundPerson | undefined>;
}

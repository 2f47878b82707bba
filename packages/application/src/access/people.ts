import type { OrganizationId, PublicUserId, UserId, Username } from '@worktrack/domain';

/** A user named in a path, with the data that a profile can show. */
export interface FoundPerson {
  readonly id: UserId;
  readonly publicId: PublicUserId;
  readonly name: string;
  /** The instant when the account was created: RFC 3339 text, UTC, three fraction digits. */
  readonly joinedAt: string;
  /** The version of the avatar's content; `null` without an avatar. */
  readonly avatarVersion: string | null;
  /** The user's current memberships in the requested Organizations. */
  readonly memberships: readonly { readonly organizationId: OrganizationId; readonly username: Username | null }[];
}

/**
 * Finds the user named in a path, in one round trip. Finds neither a removed account nor a user who is not the viewer and not a member of
 * one of these Organizations: both cases cost the same statement and no row.
 */
export abstract class People {
  abstract find(
    publicId: PublicUserId,
    viewer: UserId,
    among: readonly OrganizationId[],
  ): Promise<FoundPerson | undefined>;
}

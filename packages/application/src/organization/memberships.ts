import type { MembershipRecord, OrganizationId, UserId, Username } from '@worktrack/domain';

/** The memberships of one transaction. The caller locks their Organizations first. */
export interface Memberships {
  find(organization: OrganizationId, user: UserId): Promise<MembershipRecord | undefined>;
  /** Lists the memberships of the user, oldest first. */
  of(user: UserId): Promise<readonly MembershipRecord[]>;
  /** Locks the Organizations that the user belongs to, in id order. */
  lockOrganizationsOf(user: UserId): Promise<void>;
  /** Returns the number of other owners in the Organization. */
  otherOwners(organization: OrganizationId, user: UserId): Promise<number>;
  /** Finds the user with this name in the Organization. */
  holderOf(organization: OrganizationId, username: Username): Promise<UserId | undefined>;
  add(membership: MembershipRecord): void;
  save(membership: MembershipRecord): void;
  /** Ends a membership. The write waits for requests that hold the membership; afterwards the user can no longer be assigned there. */
  end(organization: OrganizationId, user: UserId): void;
}

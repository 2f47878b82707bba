import type { MembershipRecord, OrganizationId, UserId, Username } from '@worktrack/domain';

/** The memberships of one transaction, whose Organizations are locked before. */
export interface Memberships {
  find(organization: OrganizationId, user: UserId): Promise<MembershipRecord | undefined>;
  /** The oldest first. */
  of(user: UserId): Promise<readonly MembershipRecord[]>;
  /** Locks the Organizations that the user belongs to, in id order. */
  lockOrganizationsOf(user: UserId): Promise<void>;
  /** How many owners the Organization has beside this user. */
  otherOwners(organization: OrganizationId, user: UserId): Promise<number>;
  /** Who has this name in the Organization. */
  holderOf(organization: OrganizationId, username: Username): Promise<UserId | undefined>;
  add(membership: MembershipRecord): void;
  save(membership: MembershipRecord): void;
  /** Waits, when it is written, for requests that hold it; afterwards the user can no longer be assigned to anything there. */
  end(organization: OrganizationId, user: UserId): void;
}

import type { Email, MembershipRecord, OrganizationId, UserId, Username } from '@worktrack/domain';

/** The memberships of one transaction. Whoever changes one locks its Organization first, but for the username. */
export interface Memberships {
  /** Finds and locks a membership: it does not change or end before this transaction does. */
  find(organization: OrganizationId, user: UserId): Promise<MembershipRecord | undefined>;
  /** Finds the user with this name in the Organization. */
  holderOf(organization: OrganizationId, username: Username): Promise<UserId | undefined>;
  /** Registers the change. Throws `USERNAME_TAKEN` at the next flush when another member got the username meanwhile. */
  save(membership: MembershipRecord): void;
  /** Finds which of these addresses belong to members of the Organization. */
  membersAmong(organization: OrganizationId, emails: readonly Email[]): Promise<ReadonlySet<string>>;
  /** Finds the usernames in the Organization that are this text, or begin with it and a hyphen. */
  usernamesLike(organization: OrganizationId, stem: Username): Promise<ReadonlySet<string>>;
  /** Lists the memberships of the user, oldest first. */
  of(user: UserId): Promise<readonly MembershipRecord[]>;
  /** Locks the Organizations that the user belongs to, in id order. */
  lockOrganizationsOf(user: UserId): Promise<void>;
  /** Returns the number of other owners in the Organization. */
  otherOwners(organization: OrganizationId, user: UserId): Promise<number>;
  add(membership: MembershipRecord): void;
  /** Ends a membership. The write waits for requests that hold the membership; afterwards the user can no longer be assigned there. */
  end(organization: OrganizationId, user: UserId): void;
}

import { DomainError } from '../shared/refusal.js';
import type { OrganizationId, UserId } from './ids.js';
import type { Username } from './names.js';
import { ROLES, type Role } from './role.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The membership of a user in an Organization. */
export interface MembershipRecord {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role;
  /** Unique in the Organization; `null` when the member has no username. */
  readonly username: Username | null;
  readonly joinedAt: Date;
}

/** The changes that an administrator can make to a membership. An absent member keeps its value; `null` clears it. */
export interface MembershipChanges {
  readonly role?: Role | undefined;
  readonly username?: Username | null | undefined;
}

/**
 * Returns the membership with the changes applied. Throws `LAST_OWNER` when the Organization would have no owner left.
 * @param otherOwners the number of other owners in the Organization
 */
export function changedMembership(
  membership: MembershipRecord,
  changes: MembershipChanges,
  otherOwners: number,
): MembershipRecord {
  assertKinds('changedMembership', membership, { organizationId: 'text', userId: 'text', role: ROLES });
  assertKinds('changedMembership', { changes, otherOwners }, { changes: 'object', otherOwners: 'number' });
  const { role = membership.role, username = membership.username } = changes;
  if (role !== 'owner') assertOwnerRemains(membership, otherOwners);
  return { ...membership, role, username };
}

/**
 * Returns the membership with the role that a provider of identities gives its user. The last owner keeps the role.
 * @param otherOwners the number of other owners in the Organization
 */
export function membershipWithRole(membership: MembershipRecord, role: Role, otherOwners: number): MembershipRecord {
  assertKinds('membershipWithRole', membership, { organizationId: 'text', userId: 'text', role: ROLES });
  assertKinds('membershipWithRole', { role, otherOwners }, { role: ROLES, otherOwners: 'number' });
  const isLastOwner = membership.role === 'owner' && otherOwners === 0;
  return isLastOwner || role === membership.role ? membership : { ...membership, role };
}

/**
 * Throws `LAST_OWNER` when this member is the only owner of the Organization.
 * @param otherOwners the number of other owners in the Organization
 */
export function assertOwnerRemains(membership: Pick<MembershipRecord, 'role'>, otherOwners: number): void {
  assertKinds('assertOwnerRemains', membership, { role: ROLES });
  const { role } = membership;
  if (role === 'owner' && otherOwners === 0) {
    throw new DomainError('LAST_OWNER', 'An Organization keeps at least one owner, and this is the last one.');
  }
}

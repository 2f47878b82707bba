import { DomainError } from '../shared/refusal.js';
import type { OrganizationId, UserId } from './ids.js';
import type { Username } from './names.js';
import type { Role } from './role.js';

/** A user's place in an Organization. */
export interface MembershipRecord {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role;
  /** Unique in the Organization. */
  readonly username: Username | null;
  readonly joinedAt: Date;
}

/** What an administrator may change of a membership. An absent member stays; `null` clears. */
export interface MembershipChanges {
  readonly role?: Role | undefined;
  readonly username?: Username | null | undefined;
}

/**
 * The membership with the changes applied. Throws `CONFLICT` when its Organization would be left without an owner.
 * @param otherOwners how many owners the Organization has beside this member
 */
export function changedMembership(
  membership: MembershipRecord,
  { role = membership.role, username = membership.username }: MembershipChanges,
  otherOwners: number,
): MembershipRecord {
  if (role !== 'owner') assertOwnerRemains(membership, otherOwners);
  return { ...membership, role, username };
}

/**
 * Throws `CONFLICT` when the Organization would have no owner without this one.
 * @param otherOwners how many owners the Organization has beside this member
 */
export function assertOwnerRemains({ role }: Pick<MembershipRecord, 'role'>, otherOwners: number): void {
  if (role === 'owner' && otherOwners === 0) {
    throw new DomainError('CONFLICT', 'An Organization keeps at least one owner, and this is the last one.');
  }
}

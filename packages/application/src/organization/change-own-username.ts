import type { MembershipRecord, Username } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import { refuse } from '../shared/refusals.js';
import type { OrganizationPorts } from './ports.js';

/** The command of members to change their own username in an Organization; `null` clears it. */
export interface ChangeOwnUsername {
  readonly username: Username | null;
}

/**
 * Changes the username of the caller. Throws `USERNAME_TAKEN` when another member has it, and `NOT_FOUND` when the membership has ended.
 * Of two members who take a name at the same time, the constraint of the database refuses one.
 */
export async function changeOwnUsername(
  tx: Pick<OrganizationPorts, 'memberships'>,
  { organizationId, actorId }: OrganizationScope,
  { username }: ChangeOwnUsername,
): Promise<MembershipRecord> {
  const membership = (await tx.memberships.find(organizationId, actorId)) ?? refuse('NOT_FOUND');
  if (username === membership.username) return membership;
  if (username !== null && (await tx.memberships.holderOf(organizationId, username)) !== undefined) {
    refuse('USERNAME_TAKEN', `Another member of this Organization has the username ${username}.`);
  }
  const renamed = { ...membership, username };
  tx.memberships.save(renamed);
  return renamed;
}

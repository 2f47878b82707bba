import type { MembershipRecord } from '@worktrack/domain';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import type { OrganizationPorts } from './ports.js';

/** Adds the membership; the first Organization of an account becomes its default. */
export function join(
  tx: Pick<AccountPorts, 'users'> & Pick<OrganizationPorts, 'memberships'>,
  user: UserRecord,
  membership: MembershipRecord,
): void {
  tx.memberships.add(membership);
  if (user.defaultOrganizationId === null) {
    tx.users.save({ ...user, defaultOrganizationId: membership.organizationId });
  }
}

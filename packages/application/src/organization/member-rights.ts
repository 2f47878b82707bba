import { satisfies, type MembershipRecord, type Role } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import { refuse } from '../shared/refusals.js';

/**
 * The table of who administers whom (extensions, team §1). Administrators manage members; only owners
 * manage administrators and owners.
 */
export const MemberRights = {
  /** Returns the least role of whoever invites somebody as this: an administrator invites members, an owner everybody. */
  ofInvitation: (role: Role): Role => (role === 'member' ? 'admin' : 'owner'),

  /** An owner changes roles. Everybody can lower their own. Throws `FORBIDDEN`. */
  requireRole(scope: OrganizationScope, { userId, role: before }: MembershipRecord, role: Role): void {
    if (userId !== scope.actorId) scope.require('owner');
    else if (!satisfies(before, role)) refuse('FORBIDDEN', 'Nobody raises their own role: ask another owner.');
  },

  /** An administrator removes members; an owner also administrators and owners. Everybody can leave. Throws `FORBIDDEN`. */
  requireRemoval(scope: OrganizationScope, { userId, role }: MembershipRecord): void {
    if (userId !== scope.actorId) scope.require(MemberRights.ofInvitation(role));
  },
};

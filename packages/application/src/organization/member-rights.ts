import { satisfies, type MembershipRecord, type Role } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import { refuse } from '../shared/refusals.js';

/**
 * The table of who administers whom (extensions, team §1). Each function throws `FORBIDDEN`. Administrators manage members; only owners
 * manage administrators and owners.
 */
export const MemberRights = {
  /** An administrator invites members; an owner also administrators and owners. */
  requireInvitation(scope: OrganizationScope, role: Role): void {
    scope.require(role === 'member' ? 'admin' : 'owner');
  },

  /** An owner changes roles. Everybody can lower their own. */
  requireRole(scope: OrganizationScope, { userId, role: before }: MembershipRecord, role: Role): void {
    if (userId !== scope.actorId) scope.require('owner');
    else if (!satisfies(before, role)) refuse('FORBIDDEN', 'Nobody raises their own role: ask another owner.');
  },

  /** An administrator removes members; an owner also administrators and owners. Everybody can leave. */
  requireRemoval(scope: OrganizationScope, { userId, role }: MembershipRecord): void {
    if (userId !== scope.actorId) scope.require(role === 'member' ? 'admin' : 'owner');
  },
};

import {
  assertOwnerRemains,
  type AccessTokenId,
  type Email,
  type OrganizationId,
  type SessionId,
} from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { findUser } from '../identity/find-user.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import type { InvitationPorts } from '../invitation/ports.js';
import type { OrganizationPorts } from '../organization/ports.js';
import type { SavedSprintReportPorts } from '../saved-sprint-report/ports.js';
import type { SavedViewPorts } from '../saved-view/ports.js';
import type { WatchPorts } from '../watch/ports.js';
import type { SessionPorts } from '../session/ports.js';
import type { WorkItemPorts } from '../work-item/ports.js';

type Ports = RequestClock &
  InvitationPorts &
  Pick<AccountPorts, 'accessTokens' | 'users'> &
  OrganizationPorts &
  Pick<SavedSprintReportPorts, 'savedSprintReports'> &
  Pick<SavedViewPorts, 'savedViews'> &
  Pick<WatchPorts, 'watches'> &
  Pick<SessionPorts, 'passwords' | 'sessions' | 'signInLinks'> &
  Pick<WorkItemPorts, 'assignments'>;

/** The result of the removal of an account. */
export interface RemovedUser {
  readonly user: UserRecord;
  readonly revoked: readonly AccessTokenId[];
  /** The sessions that ended. */
  readonly ended: readonly SessionId[];
  /** The number of Work Items that were assigned to the account. */
  readonly unassigned: number;
  /** The Organizations that have them, where `completeHandover` clears the assignments. */
  readonly pending: readonly OrganizationId[];
}

/**
 * Removes an account: ends its memberships and sessions, revokes its tokens, and deletes its password and links. Its assignments are shown no more; `completeHandover` clears them, and
 * each of those Work Items gets a revision and an `assigned` entry without actor. Its private saved views and Sprint reports are deleted, the shared ones stay without an
 * owner. Throws `NOT_FOUND`, and `LAST_OWNER` when an Organization would have no owner left.
 */
export async function removeUser(tx: Ports, email: Email): Promise<RemovedUser> {
  const user = await findUser(tx, email);
  await tx.memberships.lockOrganizationsOf(user.id);
  for (const membership of await tx.memberships.of(user.id)) {
    assertOwnerRemains(membership, await tx.memberships.otherOwners(membership.organizationId, user.id));
    tx.memberships.end(membership.organizationId, user.id);
    tx.invitations.removeMadeBy(membership.organizationId, user.id);
    tx.watches.endAll(membership.organizationId, user.id);
  }
  tx.invitations.removeOfAddress(email);
  // After the memberships end, nothing new can be assigned to this account.
  const organizations = await tx.organizations.ids();
  const counts = await tx.assignments.countAll(user.id, organizations);
  const now = await tx.instant();
  const pending = organizations.filter((_, at) => counts[at] !== 0);
  for (const organizationId of pending) {
    tx.assignments.beginHandover({ organizationId, from: user.id, to: null, actor: null, beganAt: now });
  }
  tx.savedSprintReports.releaseOwner(user.id, organizations, now);
  tx.savedViews.releaseOwner(user.id, organizations, now);
  const revoked = await tx.accessTokens.revokeAllOf(user.id, now);
  const ended = await tx.sessions.endAllOf(user.id, now);
  tx.passwords.remove(user.id);
  tx.signInLinks.removeAllOf(user.id);
  tx.users.remove(user.id, now);
  return { user, revoked, ended, unassigned: counts.reduce((sum, count) => sum + count, 0), pending };
}

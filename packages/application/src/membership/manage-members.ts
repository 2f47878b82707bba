import { invalid, type MembershipRecord, type PublicUserId, type Role } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import type { InvitationPorts } from '../invitation/ports.js';
import type { SavedSprintReportPorts } from '../saved-sprint-report/ports.js';
import type { SavedViewPorts } from '../saved-view/ports.js';
import type { WatchPorts } from '../watch/ports.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import { REASSIGNED_AT_ONCE, handOverNext } from './hand-over.js';
import { closeDoors, endMembership, saveRole } from './change-membership.js';
import { lockWithRights } from '../organization/find-organization.js';
import { MemberRights } from '../organization/member-rights.js';
import type { MemberPorts, OrganizationPorts } from '../organization/ports.js';

type Ports = RequestClock & Pick<AccountPorts, 'users'> & OrganizationPorts;

/** The command to change the role of a member. */
export interface ChangeRole {
  readonly member: PublicUserId;
  readonly role: Role;
}

/**
 * Changes the role of a member, by the table of `MemberRights`. Throws `NOT_FOUND`, `FORBIDDEN`, and `LAST_OWNER` when the Organization
 * would have no owner left. Source: extensions, team §1.
 */
export async function changeRole(
  tx: Ports & InvitationPorts,
  scope: OrganizationScope,
  { member, role }: ChangeRole,
): Promise<MembershipRecord> {
  const { membership, rights } = await lockMember(tx, scope, member);
  MemberRights.requireRole(rights, membership, role);
  return saveRole(tx, membership, role);
}

/** The command to end a membership. */
export interface EndMembership {
  readonly member: PublicUserId;
  /** The member who gets the open Work Items; `null`: nobody. */
  readonly reassignTo: PublicUserId | null;
}

/** The result of the end of a membership. */
export interface EndedMembership {
  readonly membership: MembershipRecord;
  /** The number of open Work Items that were assigned to the member. */
  readonly reassigned: number;
}

/**
 * Ends a membership, by the table of `MemberRights`, and gives its open Work Items to another member or to nobody, each as a change with
 * history: the first ones now, all others by `completeHandover`. Throws `NOT_FOUND`, `FORBIDDEN`, `LAST_OWNER` for the last owner, and `VALIDATION_ERROR` where the other one is not a member. Source:
 * extensions, team §2.
 */
export async function endOneMembership(
  tx: Ports &
    MemberPorts &
    InvitationPorts &
    Pick<AccountPorts, 'accessTokens'> &
    Pick<SavedSprintReportPorts, 'savedSprintReports'> &
    Pick<SavedViewPorts, 'savedViews'> &
    Pick<WatchPorts, 'watches'> &
    Pick<WorkItemPorts, 'assignments'>,
  scope: OrganizationScope,
  { member, reassignTo }: EndMembership,
): Promise<EndedMembership> {
  const { account, membership, rights } = await lockMember(tx, scope, member);
  MemberRights.requireRemoval(rights, membership);
  const { organizationId, actorId: actor } = scope;
  const user = account.id;
  await endMembership(tx, account, membership);
  // Whoever is removed by somebody else does not come back by a link that is known.
  if (user !== actor) await closeDoors(tx, organizationId, account.email);
  const next =
    reassignTo === null ? undefined : await tx.members.find(organizationId, { kind: 'publicId', publicId: reassignTo });
  if (reassignTo !== null && !next?.active) invalid('reassignTo', 'must be another member of the Organization');
  const open = await tx.assignments.countOpen(user, organizationId);
  const handover = { organizationId, from: user, to: next?.id ?? null, actor };
  const handed = await handOverNext(tx, { ...handover, beganAt: null, isOfAccount: false });
  if (handed < REASSIGNED_AT_ONCE) return { membership, reassigned: handed };
  tx.assignments.beginHandover({ ...handover, beganAt: await tx.instant() });
  return { membership, reassigned: open };
}

/** Locks the account of a member, then the Organization, so that its owners stay the same, then finds the membership. Throws `NOT_FOUND`. */
async function lockMember(
  tx: Ports,
  scope: OrganizationScope,
  member: PublicUserId,
): Promise<{
  readonly account: UserRecord;
  readonly membership: MembershipRecord;
  readonly rights: OrganizationScope;
}> {
  const account = (await tx.users.lockMember(scope.organizationId, member)) ?? refuse('NOT_FOUND');
  const { scope: rights } = await lockWithRights(tx, scope);
  const membership = (await tx.memberships.find(scope.organizationId, account.id)) ?? refuse('NOT_FOUND');
  return { account, membership, rights };
}

import {
  assertOwnerRemains,
  changedMembership,
  satisfies,
  type Email,
  type MembershipChanges,
  type MembershipRecord,
  type OrganizationId,
  type Role,
  type Slug,
  type Username,
} from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { findUser } from '../identity/find-user.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import type { InvitationPorts } from '../invitation/ports.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { SavedSprintReportPorts } from '../saved-sprint-report/ports.js';
import type { SavedViewPorts } from '../saved-view/ports.js';
import type { WatchPorts } from '../watch/ports.js';
import { refuse } from '../shared/refusals.js';
import { findMembership, findOrganization } from '../organization/find-organization.js';
import { freeUsername } from '../organization/free-username.js';
import { join } from '../organization/join.js';
import type { OrganizationPorts } from '../organization/ports.js';

/* Every use case locks an account before its Organizations, so that two changes of one membership cannot deadlock. */

type Ports = RequestClock & Pick<AccountPorts, 'users'> & OrganizationPorts;

/** The command to add a member to an Organization. */
export interface AddMember {
  readonly org: Slug;
  readonly email: Email;
  readonly role: Role;
  /** `undefined`: a free one, from the name of the user. */
  readonly username: Username | null | undefined;
  /** True when the Organization becomes the user's default; the user's first one always does. */
  readonly makeDefault: boolean;
}

/** Adds a member. Throws `NOT_FOUND`, and `CONFLICT` for an existing member or a username that is taken. */
export async function addMember(
  tx: Ports,
  { org, email, role, username: wanted, makeDefault }: AddMember,
): Promise<MembershipRecord> {
  const user = await findUser(tx, email);
  const { id: organizationId } = await findOrganization(tx, org);
  if (await tx.memberships.find(organizationId, user.id)) {
    refuse('CONFLICT', `${email} is a member of the Organization ${org} already.`);
  }
  const username = wanted === undefined ? await freeUsername(tx, organizationId, user.name) : wanted;
  const membership = { organizationId, userId: user.id, role, username, joinedAt: await tx.instant() };
  await assertUsernameIsFree(tx, membership);
  join(tx, user, membership);
  if (makeDefault) tx.users.save({ ...user, defaultOrganizationId: organizationId });
  return membership;
}

/** The command to change a membership. */
export interface ChangeMember extends MembershipChanges {
  readonly org: Slug;
  readonly email: Email;
  /** True when the Organization becomes the user's default. */
  readonly makeDefault: boolean;
}

/** Changes a membership. Throws `NOT_FOUND`, and `CONFLICT` for a username that is taken. Throws `LAST_OWNER` when the last owner would lose the role. */
export async function changeMember(
  tx: Ports & InvitationPorts,
  { org, email, makeDefault, ...changes }: ChangeMember,
): Promise<MembershipRecord> {
  const user = await findUser(tx, email);
  const before = await findMembership(tx, org, user);
  const { organizationId } = before;
  const after = changedMembership(before, changes, await tx.memberships.otherOwners(organizationId, user.id));
  await assertUsernameIsFree(tx, after);
  tx.memberships.save(after);
  if (!satisfies(after.role, before.role)) tx.invitations.removeMadeBy(organizationId, user.id);
  if (makeDefault) tx.users.save({ ...user, defaultOrganizationId: organizationId });
  return after;
}

type Ending = Ports &
  InvitationPorts &
  Pick<AccountPorts, 'accessTokens'> &
  Pick<SavedSprintReportPorts, 'savedSprintReports'> &
  Pick<SavedViewPorts, 'savedViews'> &
  Pick<WatchPorts, 'watches'>;

/** The command to end a membership by a task. */
export interface RemoveMember {
  readonly org: Slug;
  readonly email: Email;
  /** The member who gets the open Work Items, by `completeHandover`; absent: the assignments stay. */
  readonly reassignTo?: Email | undefined;
}

/** Ends a membership as `endMembership` does. Throws `NOT_FOUND`, also for another member who is none, and `LAST_OWNER` for the last owner. */
export async function removeMember(
  tx: Ending & Pick<WorkItemPorts, 'assignments'>,
  { org, email, reassignTo }: RemoveMember,
): Promise<MembershipRecord> {
  const user = await findUser(tx, email);
  const next = reassignTo === undefined ? undefined : await findUser(tx, reassignTo);
  const membership = await findMembership(tx, org, user);
  const { organizationId } = membership;
  if (next) await findMembership(tx, org, next);
  await endMembership(tx, user, membership);
  await closeDoors(tx, organizationId, email);
  if (next) {
    const handover = { organizationId, from: user.id, to: next.id, actor: null };
    tx.assignments.beginHandover({ ...handover, beganAt: await tx.instant() });
  }
  return membership;
}

/** Ends the join link of a locked Organization, and the invitation of an address. */
export async function closeDoors(tx: InvitationPorts, organization: OrganizationId, email: Email): Promise<void> {
  tx.invitations.removeLink(organization);
  const [invitation] = await tx.invitations.ofAddresses(organization, [email]);
  if (invitation) tx.invitations.remove(organization, invitation.id);
}

/**
 * Saves the role of a locked membership. A lower one ends the invitations and the join link that the member has made. Throws `LAST_OWNER` for the last
 * owner.
 */
export async function saveRole(
  tx: InvitationPorts & Pick<OrganizationPorts, 'memberships'>,
  membership: MembershipRecord,
  role: Role,
): Promise<MembershipRecord> {
  const { organizationId, userId } = membership;
  const changed = changedMembership(membership, { role }, await tx.memberships.otherOwners(organizationId, userId));
  if (role === membership.role) return membership;
  tx.memberships.save(changed);
  if (!satisfies(role, membership.role)) tx.invitations.removeMadeBy(organizationId, userId);
  return changed;
}

/**
 * Ends the membership of a locked account in a locked Organization, with the grants of its tokens there, its pins and its watches: a user who returns
 * needs a new token. Throws `LAST_OWNER` for the last owner.
 */
export async function endMembership(tx: Ending, user: UserRecord, membership: MembershipRecord): Promise<void> {
  const { organizationId } = membership;
  assertOwnerRemains(membership, await tx.memberships.otherOwners(organizationId, user.id));
  tx.memberships.end(organizationId, user.id);
  tx.accessTokens.endGrants(organizationId, user.id);
  tx.savedSprintReports.unpinAll(organizationId, user.id);
  tx.savedViews.unpinAll(organizationId, user.id);
  tx.watches.endAll(organizationId, user.id);
  tx.invitations.removeMadeBy(organizationId, user.id);
  if (user.defaultOrganizationId === organizationId) {
    const [first] = await tx.memberships.of(user.id);
    tx.users.save({ ...user, defaultOrganizationId: first?.organizationId ?? null });
  }
}

async function assertUsernameIsFree(
  tx: Pick<OrganizationPorts, 'memberships'>,
  { organizationId, userId, username }: MembershipRecord,
): Promise<void> {
  if (username === null) return;
  const holder = await tx.memberships.holderOf(organizationId, username);
  if (holder !== undefined && holder !== userId) {
    refuse('CONFLICT', `The username ${username} is taken in this Organization.`);
  }
}

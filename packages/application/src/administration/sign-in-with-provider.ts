import {
  DisplayName,
  membershipWithRole,
  satisfies,
  type MembershipRecord,
  type OrganizationId,
  type Role,
  type UserId,
} from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { createUser } from '../identity/create-user.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import type { InvitationPorts } from '../invitation/ports.js';
import { join } from '../organization/join.js';
import { freeUsername } from '../organization/free-username.js';
import type { OrganizationPorts } from '../organization/ports.js';
import { beginSession, type NewSession } from '../session/begin-session.js';
import type { AccountRules, ProvenIdentity } from '../session/identity-providers.js';
import type { SessionPorts } from '../session/ports.js';
import { hashOfProof } from '../session/spent-proofs.js';
import { claimedRole } from './claimed-role.js';

type Ports = RequestClock &
  InvitationPorts &
  Pick<AccountPorts, 'avatars' | 'externalIdentities' | 'users'> &
  OrganizationPorts &
  Pick<SessionPorts, 'passwords' | 'sessions' | 'spentProofs'>;

/** The command to sign somebody in whom a provider has identified. */
export interface SignInWithProvider {
  readonly identity: ProvenIdentity;
  readonly rules: AccountRules;
  /** The state of the sign-in, with which it is accepted once. */
  readonly state: string;
  /** The instant after which the state is refused. */
  readonly expiresAt: Date;
  readonly userAgent: string | null;
  /** The secret that the browser sent; its session ends. */
  readonly replaced: string | undefined;
}

/** The membership that a sign-in has made or changed. */
export interface ProviderMembership {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly change: 'joined' | 'role';
}

/** A sign-in with a provider that began a session. */
export interface ProviderSignIn {
  readonly session: NewSession;
  readonly userId: UserId;
  /** When the password of the account was set, or all its sessions ended; `null` without a password. */
  readonly setAt: Date | null;
  /** The fate of the account; `known`: its identity was connected before. */
  readonly account: 'known' | 'linked' | 'created';
  readonly membership: ProviderMembership | undefined;
}

/** The reason why somebody whom a provider has identified is not signed in. */
export type ProviderRefusal = 'used' | 'no-account' | 'no-email' | 'removed';

/**
 * Signs somebody in by an identity: to its account; the first time to the account that has confirmed the verified address, or to a new one,
 * as the rules say. Sets the role that the provider claims. Throws `CONFLICT` or `USERNAME_TAKEN` when another request was first: a second
 * attempt then finds what that one made.
 */
export async function signInWithProvider(
  tx: Ports,
  command: SignInWithProvider,
): Promise<ProviderSignIn | ProviderRefusal> {
  const { identity, rules, state, expiresAt, userAgent, replaced } = command;
  if (!(await tx.spentProofs.spend({ hash: hashOfProof('sign-in', state), expiresAt }))) return 'used';
  const found = await accountOf(tx, identity, rules);
  if (typeof found === 'string') return found;
  const { user, account } = found;
  const membership = await membershipOf(tx, found, identity, rules);
  const locked = (await tx.passwords.lock(user.id)) ?? refuse('CONFLICT', 'The account was removed meanwhile.');
  const { issuer, sid } = identity;
  const session = await beginSession(tx, {
    userId: user.id,
    byLink: null,
    userAgent,
    replaced,
    provider: { issuer, sid },
  });
  return { session, userId: user.id, setAt: locked.setAt, account, membership };
}

interface FoundAccount {
  readonly user: UserRecord;
  readonly account: ProviderSignIn['account'];
}

/** Finds and locks the account of an identity, or makes it. */
async function accountOf(
  tx: Ports,
  identity: ProvenIdentity,
  { linkByEmail, createUsers }: AccountRules,
): Promise<FoundAccount | ProviderRefusal> {
  const { issuer, subject, email, isEmailVerified } = identity;
  const known = await tx.externalIdentities.find(issuer, subject);
  if (known?.email === null) return 'removed';
  if (known) {
    const user = await tx.users.find(known.email);
    // The address of the account was changed meanwhile, or the account was removed.
    if (user?.id !== known.userId) refuse('CONFLICT', 'The account was changed meanwhile.');
    return { user, account: 'known' };
  }
  if (email === null) return createUsers || linkByEmail ? 'no-email' : 'no-account';
  const holder = await tx.users.find(email);
  const isLinked = holder !== undefined && linkByEmail && isEmailVerified && holder.emailConfirmedAt !== null;
  if (holder ? !isLinked : !createUsers) return 'no-account';
  const user = holder ?? (await createUser(tx, { email, name: nameOf(identity), isEmailConfirmed: isEmailVerified }));
  tx.externalIdentities.add({ issuer, subject, userId: user.id, createdAt: await tx.instant() });
  return { user, account: holder ? 'linked' : 'created' };
}

/** The name of a new account: the one at the provider, or the part of the address before `@`. */
function nameOf({ name, email, subject }: ProvenIdentity): DisplayName {
  const candidates = [name ?? '', email?.split('@')[0] ?? '', subject];
  for (const candidate of candidates) {
    const parsed = DisplayName.parse(candidate);
    if (parsed !== undefined) return parsed;
  }
  return refuse('CONFLICT', 'The identity has no name.');
}

/** Adds a new account to the Organization of the provider, or sets the role of a member as the provider claims it. */
async function membershipOf(
  tx: Ports,
  { user, account }: FoundAccount,
  identity: ProvenIdentity,
  rules: AccountRules,
): Promise<ProviderMembership | undefined> {
  const { organization: slug, role, roleClaim } = rules;
  if (slug === undefined || (account !== 'created' && roleClaim === undefined)) return undefined;
  const organization = await tx.organizations.find(slug);
  if (!organization) return undefined;
  const [organizationId, userId] = [organization.id, user.id];
  const claimed = roleClaim === undefined ? role : claimedRole(identity.claims, roleClaim, rules);
  if (account === 'created') {
    const username = await freeUsername(tx, organizationId, user.name);
    join(tx, user, { organizationId, userId, role: claimed, username, joinedAt: await tx.instant() });
    return { organizationId, userId, change: 'joined' };
  }
  const owners = await tx.memberships.lockOwners(organizationId);
  const before = await tx.memberships.find(organizationId, userId);
  const after = before && withClaimedRole(before, claimed, owners);
  if (!after || after === before) return undefined;
  tx.memberships.save(after);
  if (!satisfies(after.role, before.role)) tx.invitations.removeMadeBy(organizationId, userId);
  return { organizationId, userId, change: 'role' };
}

function withClaimedRole(membership: MembershipRecord, role: Role, owners: readonly UserId[]): MembershipRecord {
  return membershipWithRole(membership, role, owners.filter((owner) => owner !== membership.userId).length);
}

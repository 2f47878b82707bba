import { Username, type DisplayName, type Email, type OrganizationId, type Role, type UserId } from '@worktrack/domain';
import { createUser } from '../identity/create-user.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import type { MailPorts } from '../mail/ports.js';
import { join } from '../organization/change-membership.js';
import type { OrganizationRecord } from '../organization/organizations.js';
import type { OrganizationPorts } from '../organization/ports.js';
import type { SessionPorts } from '../session/ports.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { invite } from './invite-members.js';
import type { InvitationRecord, JoinLinkRecord } from './invitations.js';
import type { InvitationPorts } from './ports.js';

type Ports = RequestClock &
  InvitationPorts &
  OrganizationPorts &
  MailPorts &
  Pick<AccountPorts, 'avatars' | 'users'> &
  Pick<SessionPorts, 'passwords'>;

/** The account that a visitor wants, who accepts an invitation. */
export interface NewAccount {
  readonly email: Email;
  /** Absent where the visitor has not said it yet. */
  readonly person?: {
    readonly name: DisplayName;
    /** The hash of the password. */
    readonly passwordHash: string;
  };
}

/** The command to accept an invitation, or to follow a join link. */
export interface AcceptInvitation {
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  /** The account of the session; `undefined` for a visitor. */
  readonly account: { readonly id: UserId; readonly email: Email } | undefined;
  /** True: the account of the session joins although the invitation is for another address. */
  readonly withAnotherAddress: boolean;
  /** `undefined` for a session. */
  readonly newAccount: NewAccount | undefined;
  readonly linkOf: (token: string) => string;
}

/** What became of it. */
export type Accepted =
  | {
      readonly outcome: 'joined';
      readonly organizationId: OrganizationId;
      readonly user: UserRecord;
      readonly isNew: boolean;
    }
  /** The address has to be proven: an invitation went to it by mail. */
  | { readonly outcome: 'mailed'; readonly organizationId: OrganizationId };

/**
 * Accepts an invitation, or follows a join link: the account of the session joins, or a new one is made. Returns `undefined` for a token that is
 * unknown, used, revoked or expired, all the same. Throws `AUTH_REQUIRED` for a visitor whose address has an account, `CONFLICT` for a session of another
 * address that has not agreed, and `VALIDATION_ERROR`. Source: extensions, team §2.
 */
export async function acceptInvitation(tx: Ports, command: AcceptInvitation): Promise<Accepted | undefined> {
  // Accounts are locked before Organizations, and an invitation after both.
  const account = command.account && (await tx.users.lock(command.account.id));
  const invitation = await tx.invitations.byHash(command.hash);
  if (invitation) return byInvitation(tx, invitation, account, command);
  const link = await tx.invitations.linkByHash(command.hash);
  return link && byLink(tx, link, account, command);
}

async function byInvitation(
  tx: Ports,
  { organizationId, id, email, role }: InvitationRecord,
  account: UserRecord | undefined,
  { newAccount, withAnotherAddress }: AcceptInvitation,
): Promise<Accepted | undefined> {
  if (!account) await refuseExisting(tx, email);
  if (!(await openOrganization(tx, organizationId))) return undefined;
  if (account && account.email !== email && !withAnotherAddress) {
    refuse('CONFLICT', `This invitation is for ${email}, and you are signed in as ${account.email}.`);
  }
  const user = account ?? (await made(tx, email, newAccount));
  tx.invitations.remove(organizationId, id);
  await joined(tx, user, organizationId, role);
  return { outcome: 'joined', organizationId, user, isNew: !account };
}

async function byLink(
  tx: Ports,
  { organizationId, createdBy, domains }: JoinLinkRecord,
  account: UserRecord | undefined,
  { newAccount, linkOf }: AcceptInvitation,
): Promise<Accepted | undefined> {
  const email = account?.email ?? newAccount?.email ?? required('email');
  if (!account && domains.length === 0) await refuseExisting(tx, email);
  const inviter = domains.length > 0 ? await tx.users.lock(createdBy) : undefined;
  const organization = await openOrganization(tx, organizationId);
  if (!organization) return undefined;
  if (domains.length > 0) {
    if (!domains.includes(email.slice(email.indexOf('@') + 1))) {
      const problem = `must be an address of ${domains.join(', ')}`;
      refuse('VALIDATION_ERROR', `email ${problem}.`, { fieldErrors: { email: [problem] } });
    }
    if (account && (await tx.memberships.find(organizationId, account.id))) {
      return { outcome: 'joined', organizationId, user: account, isNew: false };
    }
    const now = await tx.instant();
    tx.invitations.useLink(organizationId);
    const wanted = { email, role: 'member', message: null, scope: { actorId: createdBy } } as const;
    invite(tx, organization, { ...wanted, inviterName: inviter?.name ?? organization.name, linkOf, now });
    return { outcome: 'mailed', organizationId };
  }
  const user = account ?? (await made(tx, email, newAccount));
  if (await joined(tx, user, organizationId, 'member')) tx.invitations.useLink(organizationId);
  return { outcome: 'joined', organizationId, user, isNew: !account };
}

/** Finds and locks an Organization that can be joined. */
async function openOrganization(tx: Ports, id: OrganizationId): Promise<OrganizationRecord | undefined> {
  const organization = await tx.organizations.lock(id);
  return organization?.suspendedAt === null ? organization : undefined;
}

/** Throws `AUTH_REQUIRED` where the address of a visitor has an account: whoever has the link need not be its owner. */
async function refuseExisting(tx: Ports, email: Email): Promise<void> {
  if (await tx.users.find(email)) refuse('AUTH_REQUIRED', 'This address has an account: sign in, then accept.');
}

/** Makes an account for a visitor. Throws `VALIDATION_ERROR` for what is missing. */
async function made(tx: Ports, email: Email, newAccount: NewAccount | undefined): Promise<UserRecord> {
  if (!newAccount?.person) return required('name');
  const { name, passwordHash } = newAccount.person;
  const user = await createUser(tx, { email, name });
  tx.passwords.save(user.id, passwordHash, await tx.instant());
  return user;
}

/** Joins, with a username from the name. Returns false for somebody who is a member already. */
async function joined(tx: Ports, user: UserRecord, organizationId: OrganizationId, role: Role): Promise<boolean> {
  if (await tx.memberships.find(organizationId, user.id)) return false;
  const stem = Username.stem(user.name);
  const username = Username.firstFree(stem, await tx.memberships.usernamesLike(organizationId, stem));
  join(tx, user, { organizationId, userId: user.id, role, username, joinedAt: await tx.instant() });
  return true;
}

function required(member: string): never {
  refuse('VALIDATION_ERROR', `${member} is required.`, { fieldErrors: { [member]: ['is required'] } });
}

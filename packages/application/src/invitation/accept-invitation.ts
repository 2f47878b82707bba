import type { DisplayName, Email, OrganizationId, Role, UserId } from '@worktrack/domain';
import { createUser } from '../identity/create-user.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import type { MailPorts } from '../mail/ports.js';
import { join } from '../organization/join.js';
import { freeUsername } from '../organization/free-username.js';
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

/** The outcome of an acceptance. */
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
  // Read without a lock: accounts are locked before Organizations, and the invitation after both.
  const invitation = await tx.invitations.byHash(command.hash);
  if (invitation) return byInvitation(tx, invitation, command);
  const link = await tx.invitations.linkByHash(command.hash);
  return link && byLink(tx, link, command);
}

async function byInvitation(
  tx: Ports,
  { organizationId, id, email, hash, byLink: provesAddress }: InvitationRecord,
  { account: caller, newAccount, withAnotherAddress }: AcceptInvitation,
): Promise<Accepted | undefined> {
  const account = await accountOf(tx, caller, email, newAccount);
  if (!(await openOrganization(tx, organizationId))) return undefined;
  const current = await tx.invitations.find(organizationId, id);
  if (!current?.hash.equals(hash)) return undefined;
  if (account && account.email !== email && (provesAddress || !withAnotherAddress)) {
    refuse('CONFLICT', `This invitation is for ${email}, and you are signed in as ${account.email}.`);
  }
  const user = account ?? (await made(tx, email, newAccount));
  tx.invitations.remove(organizationId, id);
  await joined(tx, user, organizationId, current.role);
  return { outcome: 'joined', organizationId, user, isNew: !account };
}

async function byLink(
  tx: Ports,
  { organizationId, createdBy, hash }: JoinLinkRecord,
  { account: caller, newAccount, linkOf }: AcceptInvitation,
): Promise<Accepted | undefined> {
  const email = caller?.email ?? newAccount?.email ?? required('email');
  const inviterName = await tx.users.nameOf(createdBy);
  const found = await tx.invitations.linkByHash(hash);
  if (!found) return undefined;
  const { domains } = found;
  const account = domains.length > 0 && !caller ? undefined : await accountOf(tx, caller, email, newAccount);
  const organization = await openOrganization(tx, organizationId);
  const link = organization && (await tx.invitations.lockLink(organizationId));
  if (!organization || !link?.hash.equals(hash)) return undefined;
  if (account && (await tx.memberships.find(organizationId, account.id))) {
    return { outcome: 'joined', organizationId, user: account, isNew: false };
  }
  if (domains.length > 0) {
    if (!domains.includes(email.slice(email.indexOf('@') + 1))) {
      const problem = `must be an address of ${domains.join(', ')}`;
      refuse('VALIDATION_ERROR', `email ${problem}.`, { fieldErrors: { email: [problem] } });
    }
    // An invitation that the address has stays as it is: a visitor must not end it, nor lower its role.
    const [pending] = await tx.invitations.ofAddresses(organizationId, [email]);
    if (pending) return { outcome: 'mailed', organizationId };
    const now = await tx.instant();
    tx.invitations.useLink(organizationId);
    const wanted = { email, role: 'member', message: null, before: undefined, byLink: true } as const;
    const inviter = { scope: { actorId: createdBy }, inviterName: inviterName ?? organization.name };
    invite(tx, organization, { ...wanted, ...inviter, linkOf, now });
    return { outcome: 'mailed', organizationId };
  }
  const user = account ?? (await made(tx, email, newAccount));
  await joined(tx, user, organizationId, 'member');
  tx.invitations.useLink(organizationId);
  return { outcome: 'joined', organizationId, user, isNew: !account };
}

/**
 * Locks the account of the session. For a visitor, throws `VALIDATION_ERROR` for what is missing, before anything about the address is looked
 * up, and `AUTH_REQUIRED` where the address has an account: whoever has the link need not be its owner.
 */
async function accountOf(
  tx: Ports,
  caller: AcceptInvitation['account'],
  email: Email,
  newAccount: NewAccount | undefined,
): Promise<UserRecord | undefined> {
  if (caller) return (await tx.users.lock(caller.id)) ?? refuse('AUTH_REQUIRED', 'A session is needed: sign in.');
  if (!newAccount?.person) return required('name');
  if (await tx.users.find(email)) refuse('AUTH_REQUIRED', 'This address has an account: sign in, then accept.');
  return undefined;
}

/** Finds and locks an Organization that can be joined. */
async function openOrganization(tx: Ports, id: OrganizationId): Promise<OrganizationRecord | undefined> {
  const organization = await tx.organizations.lock(id);
  return organization?.suspendedAt === null && organization.removalDueAt === null ? organization : undefined;
}

/** Makes an account for a visitor. Throws `VALIDATION_ERROR` for what is missing. */
async function made(tx: Ports, email: Email, newAccount: NewAccount | undefined): Promise<UserRecord> {
  if (!newAccount?.person) return required('name');
  const { name, passwordHash } = newAccount.person;
  const user = await createUser(tx, { email, name });
  tx.passwords.save(user.id, passwordHash, await tx.instant());
  return user;
}

/** Joins, with a username from the name. Changes nothing for somebody who is a member already. */
async function joined(tx: Ports, user: UserRecord, organizationId: OrganizationId, role: Role): Promise<void> {
  if (await tx.memberships.find(organizationId, user.id)) return;
  const username = await freeUsername(tx, organizationId, user.name);
  join(tx, user, { organizationId, userId: user.id, role, username, joinedAt: await tx.instant() });
}

function required(member: string): never {
  refuse('VALIDATION_ERROR', `${member} is required.`, { fieldErrors: { [member]: ['is required'] } });
}

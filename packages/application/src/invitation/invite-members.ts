import { randomUUID } from 'node:crypto';
import { satisfies, type Email, type Role, type Slug } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { AccountPorts } from '../identity/ports.js';
import type { MailPorts } from '../mail/ports.js';
import { MemberRights } from '../organization/member-rights.js';
import type { OrganizationRecord } from '../organization/organizations.js';
import { findOrganization, lockWithRights } from '../organization/find-organization.js';
import type { OrganizationPorts } from '../organization/ports.js';
import { hashOfSecret, newSecret } from '../session/session-secret.js';
import type { RequestClock } from '../shared/clock.js';
import { refusal, refuse, type Refusal } from '../shared/refusals.js';
import type { InvitationId, InvitationRecord } from './invitations.js';
import type { InvitationPorts } from './ports.js';

/** Days for which an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** The most pending invitations of an Organization. */
export const MOST_INVITATIONS = 1_000;

const DAY = 86_400_000;

type Ports = RequestClock & InvitationPorts & OrganizationPorts & MailPorts & Pick<AccountPorts, 'users'>;

/** One person to invite. */
export interface WantedInvitation {
  readonly email: Email;
  readonly role: Role;
  readonly message: string | null;
}

/** The command to invite people. `linkOf` makes the address of the page of a token. */
export interface InviteMembers {
  readonly invitations: readonly WantedInvitation[];
  readonly inviterName: string;
  readonly linkOf: (token: string) => string;
}

/** The result for one person: the invitation with its link, which is known only now, or why there is none. */
export type InvitationResult =
  | { readonly invitation: InvitationRecord; readonly url: string }
  | { readonly refusal: Refusal };

/**
 * Invites people to an Organization, by the table of `MemberRights`: each gets a result of its own. A new invitation of an address replaces the
 * one before. Its link is sent by mail where mail is configured. Source: extensions, team §2.
 */
export async function inviteMembers(
  tx: Ports,
  scope: OrganizationScope,
  { invitations, inviterName, linkOf }: InviteMembers,
): Promise<readonly InvitationResult[]> {
  const { organization, scope: rights } = await lockWithRights(tx, scope);
  rights.require('admin');
  const addresses = invitations.map(({ email }) => email);
  const members = await tx.memberships.membersAmong(organization.id, addresses);
  const pending = new Map(
    (await tx.invitations.ofAddresses(organization.id, addresses)).map((one) => [one.email, one]),
  );
  const room = MOST_INVITATIONS - (await tx.invitations.count(organization.id));
  const now = await tx.instant();
  const done = new Set<Email>();
  let added = 0;
  return invitations.map((wanted) => {
    const { email, role } = wanted;
    const before = pending.get(email);
    if (!satisfies(rights.role, MemberRights.ofInvitation(role))) {
      return { refusal: refusal('FORBIDDEN', `Only an owner invites somebody as ${role}.`) };
    }
    if (before && !satisfies(rights.role, MemberRights.ofInvitation(before.role))) {
      return { refusal: refusal('FORBIDDEN', `Only an owner replaces an invitation as ${before.role}.`) };
    }
    if (members.has(email)) return { refusal: refusal('CONFLICT', `${email} is a member already.`) };
    if (done.has(email)) return { refusal: refusal('CONFLICT', `${email} is in this request twice.`) };
    if (!before && added >= room) {
      const problem = `An Organization has at most ${MOST_INVITATIONS} pending invitations.`;
      return { refusal: refusal('LIMIT_REACHED', problem) };
    }
    if (!before) added += 1;
    done.add(email);
    return invite(tx, organization, { ...wanted, before, scope, inviterName, linkOf, now });
  });
}

/** An invitation to send again, with a new link and a new time. */
export interface RenewInvitation {
  readonly id: InvitationId;
  readonly inviterName: string;
  readonly linkOf: (token: string) => string;
}

/**
 * Sends an invitation again: its link is a new one, and its time begins again. Throws `NOT_FOUND` for one that has ended, and `FORBIDDEN` by the table of
 * `MemberRights`.
 */
export async function renewInvitation(
  tx: Ports,
  scope: OrganizationScope,
  { id, inviterName, linkOf }: RenewInvitation,
): Promise<{ readonly invitation: InvitationRecord; readonly url: string }> {
  const { organization, scope: rights } = await lockWithRights(tx, scope);
  rights.require('admin');
  const before = (await tx.invitations.find(organization.id, id)) ?? refuse('NOT_FOUND');
  const { email, role, message } = before;
  rights.require(MemberRights.ofInvitation(role));
  const now = await tx.instant();
  return invite(tx, organization, { email, role, message, id, before, scope, inviterName, linkOf, now });
}

/** Ends an invitation. Throws `NOT_FOUND` for one that has ended. */
export async function revokeInvitation(
  tx: Ports,
  scope: OrganizationScope,
  id: InvitationId,
): Promise<InvitationRecord> {
  const { organization, scope: rights } = await lockWithRights(tx, scope);
  rights.require('admin');
  const invitation = (await tx.invitations.find(organization.id, id)) ?? refuse('NOT_FOUND');
  rights.require(MemberRights.ofInvitation(invitation.role));
  return end(tx, invitation);
}

/** Ends the invitation of an address by the right of the operator. Throws `NOT_FOUND` where there is none. */
export async function revokeInvitationOf(
  tx: InvitationPorts & MailPorts & OrganizationPorts,
  { org, email }: { readonly org: Slug; readonly email: Email },
): Promise<InvitationRecord> {
  const { id } = await findOrganization(tx, org);
  const [invitation] = await tx.invitations.ofAddresses(id, [email]);
  return end(tx, invitation ?? refuse('NOT_FOUND', `${email} is not invited to the Organization ${org}.`));
}

function end(tx: InvitationPorts & MailPorts, invitation: InvitationRecord): InvitationRecord {
  tx.invitations.remove(invitation.organizationId, invitation.id);
  if (invitation.mailCause !== null) tx.outbox.withdraw([invitation.mailCause]);
  return invitation;
}

interface NewInvitation extends WantedInvitation, Pick<InviteMembers, 'inviterName' | 'linkOf'> {
  readonly id?: InvitationId;
  /** The invitation of the address that there is, whose mail is not sent any more. */
  readonly before: InvitationRecord | undefined;
  readonly byLink?: boolean;
  readonly scope: Pick<OrganizationScope, 'actorId'>;
  readonly now: Date;
}

/** Writes an invitation with a new token, and its mail where mail is configured. */
export function invite(
  tx: InvitationPorts & MailPorts,
  { id: organizationId, name: organizationName }: Pick<OrganizationRecord, 'id' | 'name'>,
  wanted: NewInvitation,
): { readonly invitation: InvitationRecord; readonly url: string } {
  const { id = randomUUID() as InvitationId, email, role, message, before, byLink = false } = wanted;
  const { scope, inviterName, linkOf, now } = wanted;
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY);
  const mailCause = tx.outbox.isConfigured ? randomUUID() : null;
  const invitation: InvitationRecord = {
    ...{ organizationId, id, email, role, message, byLink, mailCause },
    ...{ hash: hashOfSecret(token), invitedBy: scope.actorId, createdAt: now, expiresAt },
  };
  if (before && before.mailCause !== null) tx.outbox.withdraw([before.mailCause]);
  tx.invitations.put(invitation);
  const url = linkOf(token);
  if (mailCause !== null) {
    const envelope = { cause: mailCause, address: email, organizationId, expiresAt };
    tx.outbox.put({ ...envelope, kind: 'invitation', organizationName, inviterName, role, message, url });
  }
  return { invitation, url };
}

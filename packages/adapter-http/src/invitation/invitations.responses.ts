import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  isRefusal,
  type InvitationId,
  type InvitationRecord,
  type InvitationView,
  type JoinLinkRecord,
  type JoinLinkView,
  type MailState,
  type Refusal,
  type ShownInvitation,
} from '@worktrack/application';
import { ROLES, type Email, type OrganizationId, type Role } from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { ExtensionErrorBody } from '../openapi/error.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';
import { STATUS, errorOf } from '../reply/errors.js';

const MAIL_STATES = ['none', 'waiting', 'sent', 'failed'] as const;

@ApiSchema({ description: 'How far the mail with the link is.' })
export class InvitationMail {
  @Shows.word(MAIL_STATES, { description: '`none`: no mail was sent, or it was sent more than 30 days ago.' })
  readonly state!: (typeof MAIL_STATES)[number];
  @Shows.instant({ nullable: true, description: 'When it was sent or has failed; `null`: neither.' })
  readonly at!: string | null;
  @Shows.text({ nullable: true, description: 'Why the last attempt failed; `null`: it did not.' })
  readonly failure!: string | null;
}

@ApiSchema({ description: 'An invitation that waits to be accepted.' })
export class Invitation {
  @Shows.uuid({ description: 'The id of the invitation.' }) readonly id!: InvitationId;
  @Shows.email({ description: 'The address that is invited.' }) readonly email!: Email;
  @Shows.word(ROLES, { description: 'The role in the Organization.' }) readonly role!: Role;
  @Shows.text({ nullable: true, description: 'The words of the inviter; `null`: none.' }) readonly message!:
    | string
    | null;
  @Shows.instant({ description: 'The instant of the invitation, or of its last renewal.' }) readonly createdAt!: string;
  @Shows.instant({ description: 'The instant from which it can no longer be accepted.' }) readonly expiresAt!: string;
}

@ApiSchema({ description: 'A pending invitation with its inviter and its mail.' })
export class PendingInvitation extends Invitation {
  @Shows.one(PublicUserSummary, { description: 'The member who invited.' }) readonly invitedBy!: PublicUserSummary;
  @Shows.one(InvitationMail) readonly mail!: InvitationMail;
}

@ApiSchema({ description: 'A page of pending invitations.' })
export class InvitationList {
  @Shows.many(PendingInvitation) readonly items!: readonly PendingInvitation[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'An invitation with its link, which is shown this once.' })
export class NewInvitation extends Invitation {
  @Shows.uri({ description: 'The link to accept it. Its fragment is secret, and is shown only here.' })
  readonly url!: string;
}

@ApiSchema({ description: 'The result for one person: `invitation`, or `error` where there is none.' })
export class InvitationResult {
  @Shows.integer(0, { description: 'The number of the person in the request, from 0.' }) readonly index!: number;
  @ApiProperty({
    type: 'integer',
    enum: [201, 400, 403, 409],
    description: 'The HTTP status that the invitation would have had alone.',
  })
  readonly status!: number;
  @Shows.one(NewInvitation, { optional: true, description: 'The invitation.' }) readonly invitation?: NewInvitation;
  @Shows.one(ExtensionErrorBody, { optional: true, description: 'Why the person was not invited.' })
  readonly error?: ExtensionErrorBody;
}

@ApiSchema({ description: 'The results of invitations.' })
export class InvitationResultList {
  @Shows.many(InvitationResult, { description: 'One result for each person, in their order.' })
  readonly results!: readonly InvitationResult[];
}

@ApiSchema({ description: 'The join link of an Organization, without its secret.' })
export class JoinLink implements JoinLinkView {
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant({ description: 'The instant from which nobody joins by it.' }) readonly expiresAt!: string;
  @Shows.integer(1, { description: 'The most people who join by it.' }) readonly mostUses!: number;
  @Shows.integer(0, { description: 'The number of people who joined by it, or asked for a mail.' })
  readonly uses!: number;
  @Shows.texts({ description: 'The domains of the addresses that can join; none: any address.' })
  readonly domains!: readonly string[];
}

@ApiSchema({ description: 'The join link of an Organization, if there is one.' })
export class PresentJoinLink {
  @Shows.one(JoinLink, { nullable: true, description: '`null`: there is none, or it has expired.' })
  readonly joinLink!: JoinLink | null;
}

@ApiSchema({ description: 'The join link of an Organization, which is shown this once.' })
export class NewJoinLink extends JoinLink {
  @Shows.uri({ description: 'The link. Its fragment is secret, and is shown only here.' }) readonly url!: string;
}

class InvitingOrganization {
  @Shows.uuid() readonly id!: OrganizationId;
  @Shows.text() readonly slug!: string;
  @Shows.text() readonly name!: string;
}

/** The invitation, or the join link, of a token. */
export class InvitationOfToken implements ShownInvitation {
  @Shows.one(InvitingOrganization) readonly organization!: InvitingOrganization;
  @Shows.text() readonly inviterName!: string;
  @Shows.word(ROLES) readonly role!: Role;
  @Shows.email({ nullable: true, description: '`null`: a join link, which is for anybody.' })
  readonly email!: Email | null;
  @Shows.texts({ description: 'The domains of the addresses that a join link is for; none: any.' })
  readonly domains!: readonly string[];
  @Shows.flag({ description: '`true`: the address has an account.' }) readonly hasAccount!: boolean;
}

const OUTCOMES = ['joined', 'mailed'] as const;

/** The outcome of an acceptance. */
export class AcceptedInvitation {
  @Shows.word(OUTCOMES, { description: '`mailed`: the address has to be proven by the link in a mail.' })
  readonly outcome!: (typeof OUTCOMES)[number];
  @Shows.text({ nullable: true, description: 'The slug of the Organization that was joined.' }) readonly slug!:
    | string
    | null;
}

export const newInvitationOf = (
  { id, email, role, message, createdAt, expiresAt }: InvitationRecord,
  url: string,
): NewInvitation => ({
  ...{ id, email, role, message },
  ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), url },
});

export const resultOf = (
  made: { readonly invitation: InvitationRecord; readonly url: string } | Refusal,
  index: number,
): InvitationResult =>
  isRefusal(made)
    ? { index, status: STATUS[made.code], error: errorOf(made) }
    : { index, status: 201, invitation: newInvitationOf(made.invitation, made.url) };

export function pendingOf({ mailCause, ...view }: InvitationView, mail: MailState | undefined): PendingInvitation {
  const state = mail?.state ?? 'none';
  const at = mail && 'at' in mail ? mail.at : null;
  const failure = mail && 'failure' in mail ? mail.failure : null;
  return { ...view, mail: { state: mailCause === null ? 'none' : state, at, failure } };
}

export const newJoinLinkOf = (
  { createdAt, expiresAt, mostUses, uses, domains }: JoinLinkRecord,
  url: string,
): NewJoinLink => ({
  ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
  ...{ mostUses, uses, domains, url },
});

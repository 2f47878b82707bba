import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import {
  InvitationViews,
  MailStates,
  endJoinLink,
  inviteMembers,
  invariant,
  isRefusal,
  refuse,
  renewInvitation,
  revokeInvitation,
  setJoinLink,
  type InvitationId,
  type OrganizationScope,
  type Principal,
  type Refusal,
  type WantedInvitation,
} from '@worktrack/application';
import { readBody } from '../body/body.pipe.js';
import { EmptyBody } from '../body/empty-body.js';
import type { JsonObject } from '../body/json.js';
import { parseUuid } from '../body/uuid.js';
import { PAGE_OF_100, type QueryOf } from '../checks/query.js';
import { Caller, InOrganization, InQuery, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { ApiSettings } from '../settings.js';
import { InviteMembersBody, JoinLinkBody, WantedInvitationBody } from './invitations.requests.js';
import {
  InvitationList,
  InvitationResultList,
  PresentJoinLink,
  NewInvitation,
  NewJoinLink,
  newInvitationOf,
  newJoinLinkOf,
  pendingOf,
  resultOf,
} from './invitations.responses.js';
import EXAMPLES from './invitations.examples.json';

@Controller('api/x/organizations/:organizationSlug')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationViews,
    private readonly mails: MailStates,
    private readonly mutations: MutationRunner,
    private readonly settings: ApiSettings,
  ) {}

  @Post('invitations')
  @Operation({
    id: 'inviteMembers',
    stability: 'stable',
    summary: 'Invites up to 50 people.',
    description:
      'Invites people, each with a result of its own. The link of an invitation is shown this once, and sent by mail where the server sends mail; it holds for seven days. An address that was invited before gets a new link, and the one before ends. An administrator invites members, an owner also administrators and owners.',
    examples: EXAMPLES.inviteMembers,
    scope: 'member:manage',
    role: 'admin',
    wholeOrganization: 'NOT_FOUND',
    changesRights: true,
    idempotencyKey: 'required',
    body: InviteMembersBody,
    responses: { status: 200, with: InvitationResultList },
  })
  invite(
    @Caller() { user }: Principal,
    @InOrganization() scope: OrganizationScope,
    @Body() body: InviteMembersBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const read = body.invitations.map(wantedOf);
    const wanted = read.filter((one): one is WantedInvitation => !isRefusal(one));
    const command = { invitations: wanted, inviterName: user.name, linkOf: this.linkOf };
    return this.mutations.perform(
      conditions,
      inviteMembers,
      scope,
      command,
      (made) => {
        const left = [...made];
        const results = read.map((one, index) => {
          if (isRefusal(one)) return resultOf(one, index);
          const result = invariant(left.shift(), 'An invitation has no result.');
          return resultOf('refusal' in result ? result.refusal : result, index);
        });
        const ids = made.flatMap((result) => ('invitation' in result ? [result.invitation.id] : []));
        return { shown: { results }, touched: ids.map((id) => ({ kind: 'invitation', id }) as const) };
      },
      body.invitations,
    );
  }

  @Get('invitations')
  @Operation({
    id: 'listInvitations',
    stability: 'stable',
    summary: 'The invitations that wait to be accepted.',
    description: 'Lists the pending invitations by address, with inviter and mail. Their links are not shown again.',
    examples: EXAMPLES.listInvitations,
    scope: 'member:manage',
    role: 'admin',
    wholeOrganization: 'NOT_FOUND',
    query: PAGE_OF_100,
    responses: { status: 200, with: InvitationList },
  })
  async list(
    @InOrganization() scope: OrganizationScope,
    @InQuery() query: QueryOf<typeof PAGE_OF_100>,
  ): Promise<InvitationList> {
    const { items, page } = await this.invitations.pending(scope, query);
    const states = await this.mails.of(items.flatMap(({ mailCause }) => (mailCause === null ? [] : [mailCause])));
    return { items: items.map((item) => pendingOf(item, states.get(item.mailCause ?? ''))), page };
  }

  @Delete('invitations/:invitationId')
  @Operation({
    id: 'revokeInvitation',
    stability: 'stable',
    summary: 'Ends an invitation.',
    description: 'Ends an invitation: its link is unknown from now on.',
    examples: EXAMPLES.revokeInvitation,
    scope: 'member:manage',
    role: 'admin',
    wholeOrganization: 'NOT_FOUND',
    changesRights: true,
    idempotencyKey: 'required',
    responses: { status: 204, with: null },
  })
  revoke(
    @InOrganization() scope: OrganizationScope,
    @Param('invitationId') text: string,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, revokeInvitation, scope, idIn(text), ({ id }) => ({
      shown: null,
      touched: [{ kind: 'invitation', id }],
    }));
  }

  @Post('invitations/:invitationId/renewals')
  @Operation({
    id: 'renewInvitation',
    stability: 'stable',
    summary: 'Sends an invitation again, with a new link.',
    description:
      'Gives an invitation a new link and seven more days, and sends it again where the server sends mail. The link before ends.',
    examples: EXAMPLES.renewInvitation,
    scope: 'member:manage',
    role: 'admin',
    wholeOrganization: 'NOT_FOUND',
    changesRights: true,
    idempotencyKey: 'required',
    body: EmptyBody,
    responses: { status: 200, with: NewInvitation },
  })
  renew(
    @Caller() { user }: Principal,
    @InOrganization() scope: OrganizationScope,
    @Param('invitationId') text: string,
    @Body() _body: EmptyBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const id = idIn(text);
    const command = { id, inviterName: user.name, linkOf: this.linkOf };
    return this.mutations.perform(
      conditions,
      renewInvitation,
      scope,
      command,
      ({ invitation, url }) => ({
        shown: newInvitationOf(invitation, url),
        touched: [{ kind: 'invitation', id }],
      }),
      id,
    );
  }

  @Get('join-link')
  @Operation({
    id: 'getJoinLink',
    stability: 'stable',
    summary: 'The join link, without its secret.',
    description: 'Shows the limits of the join link and how often it was used; `null` where there is none.',
    examples: EXAMPLES.getJoinLink,
    scope: 'member:manage',
    role: 'admin',
    wholeOrganization: 'NOT_FOUND',
    responses: { status: 200, with: PresentJoinLink },
  })
  async joinLink(@InOrganization() scope: OrganizationScope): Promise<PresentJoinLink> {
    return { joinLink: (await this.invitations.joinLink(scope)) ?? null };
  }

  @Put('join-link')
  @Operation({
    id: 'setJoinLink',
    stability: 'stable',
    summary: 'Makes a link by which anybody joins as a member.',
    description:
      'Makes the join link of the Organization, in place of the one before. Anybody with it joins as a member. With `domains`, an address of one of them has to be proven by mail.',
    examples: EXAMPLES.setJoinLink,
    scope: 'member:manage',
    role: 'owner',
    wholeOrganization: 'NOT_FOUND',
    changesRights: true,
    idempotencyKey: 'required',
    body: JoinLinkBody,
    responses: { status: 200, with: NewJoinLink },
  })
  setLink(
    @InOrganization() scope: OrganizationScope,
    @Body() body: JoinLinkBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, setJoinLink, scope, body.toCommand(), ({ link, token }) => ({
      shown: newJoinLinkOf(link, this.linkOf(token)),
      touched: [{ kind: 'organization', id: scope.organizationId }],
    }));
  }

  @Delete('join-link')
  @Operation({
    id: 'endJoinLink',
    stability: 'stable',
    summary: 'Ends the join link.',
    description: 'Ends the join link: nobody joins by it from now on. A repeat changes nothing.',
    examples: EXAMPLES.endJoinLink,
    scope: 'member:manage',
    role: 'owner',
    wholeOrganization: 'NOT_FOUND',
    changesRights: true,
    idempotencyKey: 'required',
    responses: { status: 204, with: null },
  })
  endLink(
    @InOrganization() scope: OrganizationScope,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, endJoinLink, scope, undefined, () => ({
      shown: null,
      touched: [{ kind: 'organization', id: scope.organizationId }],
    }));
  }

  private readonly linkOf = (token: string): string => `${this.settings.baseUrl}/invitation#${token}`;
}

/** Reads one person of a request, or says why it cannot be read. */
function wantedOf(element: JsonObject): WantedInvitation | Refusal {
  try {
    return readBody(WantedInvitationBody, element).toCommand();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

const idIn = (text: string): InvitationId => (parseUuid(text) ?? refuse('NOT_FOUND')) as InvitationId;

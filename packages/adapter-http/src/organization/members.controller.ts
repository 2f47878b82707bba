import { Body, Controller, Delete, Get, Param, Patch } from '@nestjs/common';
import {
  MemberViews,
  UnitOfWork,
  changeRole,
  completeHandover,
  endOneMembership,
  refuse,
  type OrganizationScope,
} from '@worktrack/application';
import { PublicUserId, ROLES, type UserId } from '@worktrack/domain';
import { PAGE_OF_100, meaning, optionalWord, parsed, type QueryOf } from '../checks/query.js';
import { LONGEST_TERM, nonEmptyTerm } from '../checks/term.js';
import { InOrganization, InQuery, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { ChangeMemberBody, RemoveMemberBody } from './members.requests.js';
import { ChangedMember, MemberList, RemovedMember, memberListOf } from './members.responses.js';
import EXAMPLES from './members.examples.json';

const Q_MEMBERS = {
  ...PAGE_OF_100,
  q: meaning(
    'A text that occurs in the name, the username or the e-mail address, in upper or lower case.',
    parsed(nonEmptyTerm, `1 to ${LONGEST_TERM} characters`, { type: 'string', minLength: 1, maxLength: LONGEST_TERM }),
  ),
  role: meaning('Only members with this role.', optionalWord(ROLES)),
};

@Controller('api/x/organizations/:organizationSlug/members')
export class MembersController {
  constructor(
    private readonly members: MemberViews,
    private readonly mutations: MutationRunner,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Get()
  @Operation({
    id: 'listMembers',
    stability: 'stable',
    summary: 'The members of an Organization with role, address and last day of use.',
    description:
      'Lists the members of an Organization by name, as its administrators see them. Everybody else reads the directory of v1.',
    examples: EXAMPLES.listMembers,
    scope: 'member:manage',
    role: 'admin',
    wholeOrganization: 'NOT_FOUND',
    query: Q_MEMBERS,
    responses: { status: 200, with: MemberList },
  })
  async list(
    @InOrganization() scope: OrganizationScope,
    @InQuery() query: QueryOf<typeof Q_MEMBERS>,
  ): Promise<MemberList> {
    return memberListOf(await this.members.list(scope, query));
  }

  @Patch(':publicId')
  @Operation({
    id: 'changeMember',
    stability: 'stable',
    summary: 'Changes the role of a member.',
    description:
      'Changes the role of a member. Only an owner changes roles; everybody can lower their own. The last owner stays an owner.',
    examples: EXAMPLES.changeMember,
    scope: 'member:manage',
    role: null,
    wholeOrganization: 'NOT_FOUND',
    changesRights: true,
    idempotencyKey: 'required',
    body: ChangeMemberBody,
    responses: { status: 200, with: ChangedMember },
    errors: ['FORBIDDEN', 'LAST_OWNER'],
  })
  change(
    @InOrganization() scope: OrganizationScope,
    @Param('publicId') text: string,
    @Body() { role }: ChangeMemberBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const member = memberOf(text);
    return this.mutations.perform(conditions, changeRole, scope, { member, role }, (membership) => ({
      shown: { publicId: member, role: membership.role } satisfies ChangedMember,
      touched: [{ kind: 'membership', id: membership.userId }],
    }));
  }

  @Delete(':publicId')
  @Operation({
    id: 'removeMember',
    stability: 'stable',
    summary: 'Ends a membership, and gives the open Work Items to somebody else.',
    description:
      'Ends a membership, the grants of its tokens in the Organization, its invitations and its pins. Then the open Work Items go to the member in `reassignTo` or to nobody, each as a change with history; `reassigned` is their number. Everybody can leave, but not the last owner.',
    examples: EXAMPLES.removeMember,
    scope: 'member:manage',
    role: null,
    wholeOrganization: 'NOT_FOUND',
    changesRights: true,
    idempotencyKey: 'required',
    body: RemoveMemberBody,
    bodyOptional: true,
    responses: { status: 200, with: RemovedMember },
    errors: ['FORBIDDEN', 'LAST_OWNER'],
  })
  async remove(
    @InOrganization() scope: OrganizationScope,
    @Param('publicId') text: string,
    @Body() { reassignTo = null }: RemoveMemberBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const member = memberOf(text);
    const command = { member, reassignTo };
    let removed: UserId | undefined;
    const reply = await this.mutations.perform(
      conditions,
      endOneMembership,
      scope,
      command,
      ({ membership, reassigned }) => {
        removed = membership.userId;
        return {
          shown: { publicId: member, reassigned } satisfies RemovedMember,
          touched: [{ kind: 'membership', id: membership.userId, unassigned: reassigned }],
        };
      },
    );
    // The membership has ended: whatever happens from here on, a job completes the handover.
    if (removed) await completeHandover(this.unitOfWork, scope.organizationId, removed).catch(() => undefined);
    return reply;
  }
}

function memberOf(text: string): PublicUserId {
  return PublicUserId.parse(text) ?? refuse('NOT_FOUND');
}

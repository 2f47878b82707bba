import { Controller, Get } from '@nestjs/common';
import {
  OrganizationUserViews,
  OrganizationViews,
  type OrganizationScope,
  type Principal,
} from '@worktrack/application';
import { Caller, InOrganization, InQuery } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { PAGE_OF_100, meaning, parsed, type QueryOf } from '../checks/query.js';
import { LONGEST_TERM, nonEmptyTerm } from '../checks/term.js';
import { Organization, OrganizationList, OrganizationUserList } from './organization.responses.js';
import EXAMPLES from './organization.examples.json';

/** Q-users */
const Q_USERS = {
  ...PAGE_OF_100,
  q: meaning(
    'A text that occurs in the name or the username, in upper or lower case.',
    parsed(nonEmptyTerm, `1 to ${LONGEST_TERM} characters`, { type: 'string', minLength: 1, maxLength: LONGEST_TERM }),
  ),
};

@Controller('api/v1/organizations')
export class OrganizationController {
  constructor(
    private readonly organizations: OrganizationViews,
    private readonly users: OrganizationUserViews,
  ) {}

  @Get()
  @Operation({
    id: 'listOrganizations',
    summary: 'The Organizations that the token touches, by name.',
    description:
      'Lists the Organizations that the token covers, by name. A token for single Projects gets the short form, without the role.',
    examples: EXAMPLES.listOrganizations,
    scope: 'organization:read',
    role: null,
    query: PAGE_OF_100,
    responses: { status: 200, with: OrganizationList },
  })
  list(@Caller() principal: Principal, @InQuery() query: QueryOf<typeof PAGE_OF_100>): Promise<OrganizationList> {
    return this.organizations.page(principal, query);
  }

  @Get(':organizationSlug')
  @Operation({
    id: 'getOrganization',
    summary: 'One Organization, for a token that covers all of it.',
    description: 'Shows one Organization and the role of the caller in it.',
    examples: EXAMPLES.getOrganization,
    scope: 'organization:read',
    role: null,
    wholeOrganization: 'NOT_FOUND',
    responses: { status: 200, with: Organization },
  })
  get(@Caller() principal: Principal, @InOrganization() scope: OrganizationScope): Promise<Organization> {
    return this.organizations.one(principal, scope);
  }

  @Get(':organizationSlug/users')
  @Operation({
    id: 'listOrganizationUsers',
    summary: 'The active members of an Organization, by name.',
    description:
      'Lists the active members of an Organization, by name. Their public ids are what other operations take as assignees.',
    examples: EXAMPLES.listOrganizationUsers,
    scope: 'organization:members:read',
    role: null,
    query: Q_USERS,
    responses: { status: 200, with: OrganizationUserList },
  })
  members(
    @InOrganization() scope: OrganizationScope,
    @InQuery() query: QueryOf<typeof Q_USERS>,
  ): Promise<OrganizationUserList> {
    return this.users.page(scope, query);
  }
}

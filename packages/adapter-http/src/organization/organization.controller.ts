import { Controller, Get } from '@nestjs/common';
import { OrganizationViews, type OrganizationScope, type Principal } from '@worktrack/application';
import { Caller, InOrganization, InQuery } from '../pipeline/context.js';
import { Operation } from '../pipeline/operation.js';
import { cursor, limit, type QueryOf } from '../pipeline/query.js';
import { Organization, OrganizationList } from './organization.responses.js';

const PAGE_100 = { limit: limit(100), cursor: cursor() };

@Controller('api/v1/organizations')
export class OrganizationController {
  constructor(private readonly organizations: OrganizationViews) {}

  @Get()
  @Operation({
    id: 'listOrganizations',
    summary: 'The Organizations that the token touches, by name.',
    scope: 'organization:read',
    role: null,
    query: PAGE_100,
    answers: { status: 200, with: OrganizationList },
  })
  list(@Caller() principal: Principal, @InQuery() query: QueryOf<typeof PAGE_100>): Promise<OrganizationList> {
    return this.organizations.page(principal, query);
  }

  @Get(':organizationSlug')
  @Operation({
    id: 'getOrganization',
    summary: 'One Organization, for a token that covers all of it.',
    scope: 'organization:read',
    role: null,
    wholeOrganization: 'NOT_FOUND',
    answers: { status: 200, with: Organization },
  })
  get(@Caller() principal: Principal, @InOrganization() scope: OrganizationScope): Promise<Organization> {
    return this.organizations.one(principal, scope);
  }
}

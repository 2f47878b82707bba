import { Controller, Get } from '@nestjs/common';
import {
  Access,
  FilterReferences,
  WorkItemViews,
  listMyWork,
  listOrganizationWorkItems,
  type OrganizationScope,
  type Principal,
} from '@worktrack/application';
import { Caller, InOrganization, InQuery } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { Q_MY, Q_ORGANIZATION, type MyQuery, type OrganizationQuery } from './work-item.query.js';
import { WorkItemContextList } from './work-item.responses.js';
import EXAMPLES from './work-item.examples.json';

/** Work Items of more than one Project. */
@Controller('api/v1')
export class WorkItemCollectionController {
  constructor(
    private readonly workItems: WorkItemViews,
    private readonly references: FilterReferences,
  ) {}

  @Get('organizations/:organizationSlug/work-items')
  @Operation({
    id: 'listOrganizationWorkItems',
    summary: 'The Work Items of the visible Projects of an Organization, filtered and ordered.',
    description:
      'Lists the Work Items of all Projects of the Organization that the token covers. Several values of one filter are alternatives; all filters must hold.',
    examples: EXAMPLES.listOrganizationWorkItems,
    scope: 'work_item:read',
    role: null,
    query: Q_ORGANIZATION,
    responses: { status: 200, with: WorkItemContextList },
  })
  ofOrganization(
    @InOrganization() scope: OrganizationScope,
    @InQuery() query: OrganizationQuery,
  ): Promise<WorkItemContextList> {
    return listOrganizationWorkItems(this.references, this.workItems, scope, query);
  }

  @Get('my/work')
  @Operation({
    id: 'listMyWork',
    summary:
      "The caller's Work Items in all visible Projects, filtered and ordered; only open ones unless told otherwise.",
    description:
      'Lists the Work Items that are assigned to the caller, in all Organizations that the token covers. Without `scope` only unfinished ones are listed.',
    examples: EXAMPLES.listMyWork,
    scope: 'work_item:read',
    role: null,
    query: Q_MY,
    responses: { status: 200, with: WorkItemContextList },
  })
  mine(@Caller() principal: Principal, @InQuery() query: MyQuery): Promise<WorkItemContextList> {
    const { id } = principal.user;
    return listMyWork(this.references, this.workItems, id, Access.organizations(principal), query);
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { TimeZones, WorkItemViews, countWorkItems, type OrganizationScope } from '@worktrack/application';
import { InOrganization } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { CountBody } from './squeakql.requests.js';
import { WorkItemCount } from './squeakql.responses.js';

/** It only reads: it is a POST because a query can be longer than a URL. */
@Controller('api/organizations/:organizationSlug/work-items/count')
export class CountController {
  constructor(
    private readonly views: WorkItemViews,
    private readonly zones: TimeZones,
  ) {}

  @Post()
  @Operation({
    id: 'countWorkItems',
    summary: 'The number of Work Items that a SqueakQL query matches, up to 1,000.',
    authentication: 'session',
    scope: null,
    role: null,
    isSearch: () => true,
    body: CountBody,
    responses: { status: 200, with: WorkItemCount },
  })
  count(@InOrganization() scope: OrganizationScope, @Body() { query }: CountBody): Promise<WorkItemCount> {
    const { views, zones } = this;
    return countWorkItems({ views, zones }, scope, query);
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { TimeZones, WorkItemViews, tableOfWorkItems, type OrganizationScope } from '@worktrack/application';
import { InOrganization } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { TableBody } from './squeakql.requests.js';
import { TableRowList } from './squeakql.responses.js';

/** It only reads: it is a POST because a query can be longer than a URL. */
@Controller('api/organizations/:organizationSlug/work-items/table')
export class TableController {
  constructor(
    private readonly views: WorkItemViews,
    private readonly zones: TimeZones,
  ) {}

  @Post()
  @Operation({
    id: 'tableOfWorkItems',
    summary: 'The Work Items that a SqueakQL query matches, group by group, with all that a table has columns for.',
    authentication: 'session',
    scope: null,
    role: null,
    isSearch: () => true,
    body: TableBody,
    responses: { status: 200, with: TableRowList },
    errors: ['INVALID_CURSOR'],
  })
  table(@InOrganization() scope: OrganizationScope, @Body() body: TableBody): Promise<TableRowList> {
    const { views, zones } = this;
    return tableOfWorkItems({ views, zones }, scope, body.toCommand());
  }
}

import { Body, Controller, Get, Post } from '@nestjs/common';
import { TimeZones, WorkItemViews, tableOfWorkItems, type OrganizationScope } from '@worktrack/application';
import { VIEW_GROUPINGS, invalid } from '@worktrack/domain';
import { optionalWord, pageLimit, type QueryOf } from '../checks/query.js';
import { InOrganization, InQuery } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { squeakqlFilter } from './filter.js';
import { TableBody } from './squeakql.requests.js';
import { TableRowList } from './squeakql.responses.js';

const Q_TABLE = { query: squeakqlFilter(), groupBy: optionalWord(VIEW_GROUPINGS), limit: pageLimit(200) };

/** Both only read: the first page of a short query has an address, so that browsers can keep it; a query can be longer than a URL. */
@Controller('api/organizations/:organizationSlug/work-items/table')
export class TableController {
  constructor(
    private readonly views: WorkItemViews,
    private readonly zones: TimeZones,
  ) {}

  @Get()
  @Operation({
    id: 'firstTableOfWorkItems',
    summary: 'The first page of `tableOfWorkItems`, for a query of at most 2,000 characters.',
    authentication: 'session',
    scope: null,
    role: null,
    query: Q_TABLE,
    isSearch: () => true,
    responses: { status: 200, with: TableRowList },
  })
  first(
    @InOrganization() scope: OrganizationScope,
    @InQuery() { query = invalid('query', 'is required'), groupBy, limit }: QueryOf<typeof Q_TABLE>,
  ): Promise<TableRowList> {
    const { views, zones } = this;
    return tableOfWorkItems({ views, zones }, scope, { query, groupBy: groupBy ?? null, limit, cursor: undefined });
  }

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

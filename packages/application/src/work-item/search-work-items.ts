import type { ViewGrouping } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { TimeZones } from '../shared/time-zones.js';
import { readSqueakQL } from '../squeakql/read-query.js';
import type { SearchPageRequest, TableRowView, WorkItemContextView, WorkItemViews } from './work-item.views.js';

/** The command `B-search` of contract §4. */
export interface SearchWorkItems extends PageRequest {
  readonly query: string;
}

interface SearchPorts {
  readonly views: WorkItemViews;
  readonly zones: TimeZones;
}

/**
 * Lists the Work Items that match the query in all visible Projects of an Organization. Leaves out archived items unless the query uses the
 * field `archived`. Throws `VALIDATION_ERROR` with the diagnostics of an invalid query (contract §5.9), `INVALID_CURSOR`.
 */
export async function searchWorkItems(
  { views, zones }: SearchPorts,
  scope: OrganizationScope,
  search: SearchWorkItems,
): Promise<Page<WorkItemContextView>> {
  return views.search(scope, pageOf(zones, scope, search));
}

/** Lists the Work Items of `searchWorkItems` as rows of a table, group by group. Throws as it does. */
export async function tableOfWorkItems(
  { views, zones }: SearchPorts,
  scope: OrganizationScope,
  { groupBy, ...search }: SearchWorkItems & { readonly groupBy: ViewGrouping | null },
): Promise<Page<TableRowView>> {
  const page = pageOf(zones, scope, search);
  return views.table(scope, { ...page, groupBy, bound: JSON.stringify([groupBy, search.query]) });
}

function pageOf(
  zones: TimeZones,
  scope: OrganizationScope,
  { query: text, limit, cursor }: SearchWorkItems,
): SearchPageRequest {
  const query = readSqueakQL(text, 'query');
  const calendar = zones.calendarOf(scope.timeZone);
  return { query, calendar, archivedToo: query.fields.includes('archived'), limit, cursor, bound: text };
}

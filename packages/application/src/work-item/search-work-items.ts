import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { TimeZones } from '../shared/time-zones.js';
import { readSqueakQL } from '../squeakql/read-query.js';
import type { WorkItemContextView, WorkItemViews } from './work-item.views.js';

/** The command `B-search` of contract §4. */
export interface SearchWorkItems extends PageRequest {
  readonly query: string;
}

/**
 * Lists the Work Items that match the query in all visible Projects of an Organization. Leaves out archived items unless the query uses the
 * field `archived`. Throws `VALIDATION_ERROR` with the diagnostics of an invalid query (contract §5.9), `INVALID_CURSOR`.
 */
export async function searchWorkItems(
  { views, zones }: { readonly views: WorkItemViews; readonly zones: TimeZones },
  scope: OrganizationScope,
  { query: text, limit, cursor }: SearchWorkItems,
): Promise<Page<WorkItemContextView>> {
  const query = readSqueakQL(text, 'query');
  const calendar = zones.calendarOf(scope.timeZone);
  const archivedToo = query.fields.includes('archived');
  return views.search(scope, { query, calendar, archivedToo, limit, cursor, bound: text });
}

import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { WorkItemContextView, WorkItemViews } from '../work-item/work-item.views.js';
import { readSqueakQL } from './read-query.js';

/** contract §4, B-search */
export interface SearchWorkItems extends PageRequest {
  readonly query: string;
}

/**
 * One page of what the query matches in all visible Projects of an Organization. Archived items are left out unless the query says
 * something of `archived`. Throws `VALIDATION_ERROR` with the diagnostics of an invalid query (contract §5.9), `INVALID_CURSOR`.
 */
export async function searchWorkItems(
  views: WorkItemViews,
  scope: OrganizationScope,
  { query: text, limit, cursor }: SearchWorkItems,
): Promise<Page<WorkItemContextView>> {
  const query = readSqueakQL(text, 'query');
  return views.search(scope, { query, archivedToo: query.fields.includes('archived'), limit, cursor, bound: text });
}

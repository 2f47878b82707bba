import type { ProjectScope } from '../../access/access.js';
import type { Page } from '../../paging/page.js';
import type { WorkItemSummaryView, WorkItemViews } from '../work-item.views.js';
import type { FilterReferences, FoundInFilter } from './filter-references.js';
import {
  boundOf,
  filterOf,
  checkFound,
  namedIn,
  pointsAtAnything,
  refuseContradiction,
  refuseUnknown,
} from './read-filter.js';
import type { WorkItemQuery } from './work-item-query.js';

/**
 * Lists the Work Items of a Project (contract §3.2). Throws `VALIDATION_ERROR` on a reference outside the Project, and on `parent` together
 * with `topLevel` true; `INVALID_CURSOR`.
 */
export async function listWorkItems(
  references: FilterReferences,
  views: WorkItemViews,
  scope: ProjectScope,
  query: WorkItemQuery,
): Promise<Page<WorkItemSummaryView>> {
  refuseContradiction(query);
  const found = await resolved(references, scope, query);
  const { limit, cursor, sort, fields } = query;
  const filter = filterOf(scope.actorId, query, found);
  const bound = JSON.stringify(boundOf(query, filter));
  return views.page(scope, { limit, cursor, sort, fields, filter, bound });
}

/** Resolves the references of the query; `undefined` when it has none to look up. */
async function resolved(
  references: FilterReferences,
  scope: ProjectScope,
  query: WorkItemQuery,
): Promise<FoundInFilter | undefined> {
  if (query.parent && query.parent.projectKey !== scope.projectKey) refuseUnknown('parent');
  const named = namedIn(query);
  if (!pointsAtAnything(named)) return undefined;
  const found = await references.find(scope, named);
  checkFound(named, found);
  return found;
}

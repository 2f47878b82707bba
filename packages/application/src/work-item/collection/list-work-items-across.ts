import type { ProjectId, UserId } from '@worktrack/domain';
import type { OrganizationScope } from '../../access/access.js';
import type { Page } from '../../paging/page.js';
import type { WorkItemContextView, WorkItemViews } from '../work-item.views.js';
import type { FilterReferences, FoundAcross } from './filter-references.js';
import {
  boundOf,
  filterOf,
  inOneSpelling,
  judgeFound,
  namedIn,
  pointsAtAnything,
  refuseContradiction,
  refuseUnknown,
} from './read-filter.js';
import type { WorkItemFilter } from './work-item-filter.js';
import type { AssigneeFilter, ContextQuery, OrganizationQuery } from './work-item-query.js';

/**
 * One page of the Work Items of all visible Projects of an Organization (contract §3.2, Q-org). Throws `VALIDATION_ERROR` on a
 * reference that they cannot show, and on `parent` together with `topLevel` true; `INVALID_CURSOR`.
 */
export async function listOrganizationWorkItems(
  references: FilterReferences,
  views: WorkItemViews,
  scope: OrganizationScope,
  query: OrganizationQuery,
): Promise<Page<WorkItemContextView>> {
  const { narrowed, found } = await resolved(references, [scope], query);
  const filter = filterOf(scope.actorId, query, found);
  return views.pageAcross(narrowed, {
    ...pageOf(query),
    filter,
    bound: `organization ${scope.organizationId} ${boundAcross(query, filter)}`,
  });
}

/**
 * One page of the Work Items of all visible Projects that are assigned to the caller (contract §3.2, Q-my). Throws as
 * `listOrganizationWorkItems` does.
 */
export async function listMyWork(
  references: FilterReferences,
  views: WorkItemViews,
  actorId: UserId,
  scopes: readonly OrganizationScope[],
  query: ContextQuery,
): Promise<Page<WorkItemContextView>> {
  const { narrowed, found } = await resolved(references, scopes, query);
  const filter = filterOf(actorId, query, found);
  return views.pageAcross(narrowed, {
    ...pageOf(query),
    filter,
    person: { userId: actorId, as: ['assigned'] },
    bound: `my work of ${actorId} ${boundAcross(query, filter)}`,
  });
}

/** A query over several Projects; the assignee may be fixed. */
type QueryAcross = ContextQuery & { readonly assignee?: AssigneeFilter | undefined };

/** What of the query is not about which items there are. */
export function pageOf({ limit, cursor, sort, fields }: ContextQuery) {
  return { limit, cursor, sort, fields };
}

/**
 * What the query points at, and the scopes narrowed to the Projects that it names. Throws `VALIDATION_ERROR` on what does not resolve
 * in all that the scopes cover.
 */
export async function resolved(
  references: FilterReferences,
  scopes: readonly OrganizationScope[],
  query: QueryAcross,
): Promise<{ readonly narrowed: readonly OrganizationScope[]; readonly found: FoundAcross | undefined }> {
  refuseContradiction(query);
  const named = { ...namedIn(query), projectKeys: query.project, parentProjectKey: query.parent?.projectKey };
  if (query.project.length === 0 && !pointsAtAnything(named)) return { narrowed: scopes, found: undefined };
  const found = await references.findAcross(scopes, named);
  if (query.project.some((key) => !found.projects.some((project) => project.key === key))) refuseUnknown('project');
  judgeFound(named, found);
  return { narrowed: query.project.length === 0 ? scopes : narrowedTo(found, scopes), found };
}

function narrowedTo({ projects }: FoundAcross, scopes: readonly OrganizationScope[]): OrganizationScope[] {
  return scopes.map((scope) => {
    const named = projects.filter(({ organizationId }) => organizationId === scope.organizationId);
    return { ...scope, onlyProjects: new Set<ProjectId>(named.map(({ id }) => id)) };
  });
}

/** All that a cursor is bound to beside the collection, in one spelling. */
export function boundAcross(query: QueryAcross, filter: WorkItemFilter): string {
  const { project, parent } = query;
  return JSON.stringify({
    ...boundOf(query, filter),
    project: inOneSpelling(project),
    parent: parent && `${parent.projectKey}-${parent.number}`,
  });
}

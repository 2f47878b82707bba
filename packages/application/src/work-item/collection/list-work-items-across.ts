import type { ProjectId, UserId } from '@worktrack/domain';
import { Access, type OrganizationScope } from '../../access/access.js';
import type { Page } from '../../paging/page.js';
import type { WorkItemContextView, WorkItemViews } from '../work-item.views.js';
import type { FilterReferences, FoundAcross } from './filter-references.js';
import {
  boundOf,
  filterOf,
  inOneSpelling,
  checkFound,
  namedIn,
  pointsAtAnything,
  refuseContradiction,
  refuseUnknown,
} from './read-filter.js';
import type { WorkItemFilter } from './work-item-filter.js';
import type { AssigneeFilter, ContextQuery, OrganizationQuery } from './work-item-query.js';

/**
 * Lists the Work Items of all visible Projects of an Organization (contract §3.2, Q-org). Throws `VALIDATION_ERROR` on a reference outside
 * these Projects, and on `parent` together with `topLevel` true; `INVALID_CURSOR`.
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
 * Lists the Work Items of all visible Projects that are assigned to the caller (contract §3.2, Q-my). Throws as `listOrganizationWorkItems`
 * does.
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

/** A query over several Projects. The assignee can be fixed, then the query has none. */
type QueryAcross = ContextQuery & { readonly assignee?: AssigneeFilter | undefined };

/** Returns the parameters of a query that do not filter items. */
export function pageOf({ limit, cursor, sort, fields }: ContextQuery) {
  return { limit, cursor, sort, fields };
}

/**
 * Resolves the references of the query and narrows the scopes to the Projects that it names. Throws `VALIDATION_ERROR` on a reference that
 * no scope covers.
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
  checkFound(named, found);
  return { narrowed: query.project.length === 0 ? scopes : narrowedTo(found, scopes), found };
}

function narrowedTo({ projects }: FoundAcross, scopes: readonly OrganizationScope[]): OrganizationScope[] {
  return scopes.map((scope) => {
    const named = projects.filter(({ organizationId }) => organizationId === scope.organizationId);
    return Access.narrowed(scope, new Set<ProjectId>(named.map(({ id }) => id)));
  });
}

/** Returns the normal form of all filters that a cursor is bound to, in addition to the collection. */
export function boundAcross(query: QueryAcross, filter: WorkItemFilter): string {
  const { project, parent } = query;
  return JSON.stringify({
    ...boundOf(query, filter),
    project: inOneSpelling(project),
    parent: parent && `${parent.projectKey}-${parent.number}`,
  });
}

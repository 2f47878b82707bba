import { invalid, type LabelId, type WorkItemStatus } from '@worktrack/domain';
import type { ProjectScope } from '../../access/access.js';
import type { Page } from '../../paging/page.js';
import type { WorkItemSummaryView, WorkItemViews } from '../work-item.views.js';
import type { FilterReferences, FoundInFilter, NamedInFilter } from './filter-references.js';
import type { WorkItemFilter } from './work-item-filter.js';
import type { WorkItemQuery } from './work-item-query.js';

const OPEN: readonly WorkItemStatus[] = ['backlog', 'todo', 'in_progress', 'in_review'];
const CLOSED: readonly WorkItemStatus[] = ['done'];

/**
 * One page of a Project's Work Items (contract §3.2). Throws `VALIDATION_ERROR` on a reference that the Project cannot show, and
 * on `parent` together with `topLevel` true; `INVALID_CURSOR`.
 */
export async function listWorkItems(
  references: FilterReferences,
  views: WorkItemViews,
  scope: ProjectScope,
  query: WorkItemQuery,
): Promise<Page<WorkItemSummaryView>> {
  if (query.parent && query.topLevel === true) invalid('topLevel', 'must not be true together with parent');
  const named = namedIn(scope, query);
  const found = named && judged(named, query, await references.find(scope, named));
  const { limit, cursor, sort, fields } = query;
  const filter = filterOf(scope, query, found);
  return views.page(scope, { limit, cursor, sort, fields, filter, bound: boundOf(query, filter) });
}

/** `undefined` when the query points at nothing that must be looked up. */
function namedIn({ projectKey }: ProjectScope, query: WorkItemQuery): NamedInFilter | undefined {
  const { assignee, sprint, label, labelName, parent } = query;
  if (parent && parent.projectKey !== projectKey) unknown('parent');
  const named = {
    assignee: typeof assignee === 'object' ? assignee : undefined,
    sprintId: sprint === 'none' ? undefined : sprint,
    labelIds: label,
    labelNames: labelName,
    parentNumber: parent?.number,
  };
  const single = [named.assignee, named.sprintId, named.parentNumber].some((reference) => reference !== undefined);
  return single || label.length > 0 || labelName.length > 0 ? named : undefined;
}

/** Throws `VALIDATION_ERROR` on the first parameter that does not resolve. */
function judged(named: NamedInFilter, { label }: WorkItemQuery, found: FoundInFilter): FoundInFilter {
  if (named.assignee && found.assigneeId === undefined) invalid('assignee', 'must be an active member');
  if (named.sprintId !== undefined && found.sprintId === undefined) unknown('sprint');
  if (label.some((id) => !found.labelIds.includes(id))) unknown('label');
  if (named.parentNumber !== undefined && found.parentId === undefined) unknown('parent');
  return found;
}

function unknown(parameter: string): never {
  invalid(parameter, 'names nothing in this collection');
}

function filterOf({ actorId }: ProjectScope, query: WorkItemQuery, found: FoundInFilter | undefined): WorkItemFilter {
  const { assignee, sprint, label, labelName } = query;
  const ofNobody = assignee === 'none' ? null : undefined;
  return {
    archived: query.archived,
    text: query.q === '' ? undefined : query.q,
    statuses: statusesOf(query),
    types: anyOf(query.type),
    priorities: anyOf(query.priority),
    assigneeId: assignee === 'me' ? actorId : (found?.assigneeId ?? ofNobody),
    sprintId: sprint === 'none' ? null : found?.sprintId,
    labelIds: label.length + labelName.length > 0 ? labelsOf(found) : undefined,
    parentId: found?.parentId,
    topLevel: query.topLevel,
    updatedAfter: query.updatedAfter,
    overdue: query.overdue,
    dueBefore: query.dueBefore,
    dueAfter: query.dueAfter,
  };
}

function labelsOf(found: FoundInFilter | undefined): readonly LabelId[] {
  return [...new Set([...(found?.labelIds ?? []), ...(found?.idsOfLabelNames ?? [])])];
}

/** What `status` and `scope` let pass together; `undefined` when that is every status. */
function statusesOf({ status, scope }: WorkItemQuery): readonly WorkItemStatus[] | undefined {
  const inScope = scope === 'open' ? OPEN : scope === 'closed' ? CLOSED : undefined;
  if (!inScope) return anyOf(status);
  return status.length === 0 ? inScope : inScope.filter((word) => status.includes(word));
}

function anyOf<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : [...new Set(values)];
}

/**
 * All that a cursor of the collection is bound to (contract §3.4.3): the filters and the order, in one spelling. The limit and the
 * fields may change from page to page.
 */
function boundOf(query: WorkItemQuery, { assigneeId }: WorkItemFilter): string {
  const { q = '', status, type, priority, scope, sprint, label, labelName } = query;
  const { parent, topLevel, updatedAfter, overdue, dueBefore, dueAfter, sort, archived } = query;
  return JSON.stringify({
    q,
    status: inOneSpelling(status),
    type: inOneSpelling(type),
    priority: inOneSpelling(priority),
    scope,
    assigneeId,
    sprint,
    label: inOneSpelling(label),
    labelName: inOneSpelling(labelName),
    parent: parent?.number,
    topLevel,
    updatedAfter,
    overdue,
    dueBefore,
    dueAfter,
    sort,
    archived,
  });
}

/** Alternatives have no order, and naming one twice says nothing more. */
function inOneSpelling(alternatives: readonly string[]): string[] {
  return [...new Set(alternatives)].sort();
}

import { invalid, type LabelId, type UserId, type WorkItemStatus } from '@worktrack/domain';
import type { FoundInFilter, NamedInFilter } from './filter-references.js';
import type { WorkItemFilter } from './work-item-filter.js';
import type { AssigneeFilter, ContextQuery, WorkItemQuery } from './work-item-query.js';

/** A query of any collection, as far as it filters. The assignee may be fixed. */
type Filtering = Omit<WorkItemQuery | ContextQuery, 'fields'> & { readonly assignee?: AssigneeFilter | undefined };

const OPEN: readonly WorkItemStatus[] = ['backlog', 'todo', 'in_progress', 'in_review'];
const CLOSED: readonly WorkItemStatus[] = ['done'];

/** Throws `VALIDATION_ERROR` on `parent` together with `topLevel` true. */
export function refuseContradiction({ parent, topLevel }: Filtering): void {
  if (parent && topLevel === true) invalid('topLevel', 'must not be true together with parent');
}

/** What the query points at within any Project. */
export function namedIn({ assignee, sprint, label, labelName, parent }: Filtering): NamedInFilter {
  return {
    assignee: typeof assignee === 'object' ? assignee : undefined,
    sprintId: sprint === 'none' ? undefined : sprint,
    labelIds: label,
    labelNames: labelName,
    parentNumber: parent?.number,
  };
}

/** Whether there is anything to be looked up at all. */
export function pointsAtAnything({ assignee, sprintId, labelIds, labelNames, parentNumber }: NamedInFilter): boolean {
  const single = [assignee, sprintId, parentNumber].some((reference) => reference !== undefined);
  return single || labelIds.length > 0 || labelNames.length > 0;
}

/** Throws `VALIDATION_ERROR` on the first parameter that does not resolve. */
export function judgeFound(named: NamedInFilter, found: FoundInFilter): void {
  if (named.assignee && found.assigneeId === undefined) invalid('assignee', 'must be an active member');
  if (named.sprintId !== undefined && found.sprintId === undefined) refuseUnknown('sprint');
  if (named.labelIds.some((id) => !found.labelIds.includes(id))) refuseUnknown('label');
  if (named.parentNumber !== undefined && found.parentIds.length === 0) refuseUnknown('parent');
}

/** Throws `VALIDATION_ERROR`. */
export function refuseUnknown(parameter: string): never {
  invalid(parameter, 'names nothing in this collection');
}

/** The filter of a query whose references are found. */
export function filterOf(actorId: UserId, query: Filtering, found: FoundInFilter | undefined): WorkItemFilter {
  const { assignee, sprint, label, labelName, parent } = query;
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
    parentIds: parent && found?.parentIds,
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
function statusesOf({ status, scope }: Filtering): readonly WorkItemStatus[] | undefined {
  const inScope = scope === 'open' ? OPEN : scope === 'closed' ? CLOSED : undefined;
  if (!inScope) return anyOf(status);
  return status.length === 0 ? inScope : inScope.filter((word) => status.includes(word));
}

function anyOf<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : [...new Set(values)];
}

/**
 * The filters and the order that a cursor is bound to (contract §3.4.3), in one spelling. The limit and the fields may change from
 * page to page.
 */
export function boundOf(query: Filtering, { assigneeId }: WorkItemFilter) {
  const { q = '', status, type, priority, scope, sprint, label, labelName } = query;
  const { parent, topLevel, updatedAfter, overdue, dueBefore, dueAfter, sort, archived } = query;
  return {
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
  };
}

/** Alternatives have no order, and naming one twice says nothing more. */
export function inOneSpelling(alternatives: readonly string[]): string[] {
  return [...new Set(alternatives)].sort();
}

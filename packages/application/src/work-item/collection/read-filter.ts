import { WORD_FIELDS, invalid, type LabelId, type UserId, type WorkItemStatus } from '@worktrack/domain';
import type { FoundInFilter, NamedInFilter } from './filter-references.js';
import { anyOf, wordsOf, type WorkItemFilter } from './work-item-filter.js';
import type { AssigneeFilter, ContextQuery, WorkItemQuery } from './work-item-query.js';

/** The filtering part of a query on any collection. The assignee can be fixed, then the query has none. */
type Filtering = Omit<WorkItemQuery | ContextQuery, 'fields'> & { readonly assignee?: AssigneeFilter | undefined };

const OPEN: readonly WorkItemStatus[] = ['backlog', 'todo', 'in_progress', 'in_review'];
const CLOSED: readonly WorkItemStatus[] = ['done'];

/** Throws `VALIDATION_ERROR` on `parent` together with `topLevel` true. */
export function refuseContradiction({ parent, topLevel }: Filtering): void {
  if (parent && topLevel === true) invalid('topLevel', 'must not be true together with parent');
}

/** Returns the references of the query within a Project. */
export function namedIn({ assignee, sprint, label, labelName, parent }: Filtering): NamedInFilter {
  return {
    assignee: typeof assignee === 'object' ? assignee : undefined,
    sprintId: sprint === 'none' ? undefined : sprint,
    labelIds: label,
    labelNames: labelName,
    parentNumber: parent?.number,
  };
}

/** True when at least one reference must be looked up. */
export function pointsAtAnything({ assignee, sprintId, labelIds, labelNames, parentNumber }: NamedInFilter): boolean {
  const single = [assignee, sprintId, parentNumber].some((reference) => reference !== undefined);
  return single || labelIds.length > 0 || labelNames.length > 0;
}

/** Checks that all references were found. Throws `VALIDATION_ERROR` on the first parameter that was not. */
export function checkFound(named: NamedInFilter, found: FoundInFilter): void {
  if (named.assignee && found.assigneeId === undefined) invalid('assignee', 'must be an active member');
  if (named.sprintId !== undefined && found.sprintId === undefined) refuseUnknown('sprint');
  if (named.labelIds.some((id) => !found.labelIds.includes(id))) refuseUnknown('label');
  if (named.parentNumber !== undefined && found.parentIds.length === 0) refuseUnknown('parent');
}

/** Throws `VALIDATION_ERROR` for a parameter with an unknown reference. */
export function refuseUnknown(parameter: string): never {
  invalid(parameter, 'names nothing in this collection');
}

/** Builds the filter of a query from its resolved references. */
export function filterOf(actorId: UserId, query: Filtering, found: FoundInFilter | undefined): WorkItemFilter {
  const { assignee, sprint, label, labelName, parent } = query;
  const ofNobody = assignee === 'none' ? null : undefined;
  return {
    archived: query.archived,
    text: query.q === '' ? undefined : query.q,
    statuses: statusesOf(query),
    words: wordsOf(query),
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

/** Returns the statuses that match both `status` and `scope`; `undefined` for all statuses. */
function statusesOf({ status, scope }: Filtering): readonly WorkItemStatus[] | undefined {
  const inScope = scope === 'open' ? OPEN : scope === 'closed' ? CLOSED : undefined;
  if (!inScope) return anyOf(status);
  return status.length === 0 ? inScope : inScope.filter((word) => status.includes(word));
}

/**
 * Returns the filters and the order that a cursor is bound to (contract §3.4.3), in normal form. The limit and the fields can change from
 * page to page.
 */
export function boundOf(query: Filtering, { assigneeId }: WorkItemFilter) {
  const { q = '', status, scope, sprint, label, labelName } = query;
  const { parent, topLevel, updatedAfter, overdue, dueBefore, dueAfter, sort, archived } = query;
  return {
    q,
    status: inOneSpelling(status),
    ...Object.fromEntries(WORD_FIELDS.map((name) => [name, inOneSpelling(query[name])])),
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

/** Sorts alternatives and removes duplicates: neither order nor repetition has a meaning. */
export function inOneSpelling(alternatives: readonly string[]): string[] {
  return [...new Set(alternatives)].sort();
}

import type { WorkItemFilter } from '@worktrack/application';
import type { WorkItemStatus } from '@worktrack/domain';
import type { Parameters } from '../../engine/parameters.js';
import { containing } from '../../recording/search-text.js';
import type { Population } from './population.js';

/** The conditions on `item` that a filter is compiled to, to be combined with `and`. */
export interface Conditions {
  readonly sql: readonly string[];
  /** True when the statement is prepared: its shape is frequent, and its plan does not depend on the values. */
  readonly prepared: boolean;
  /** True when there is no condition: a page then reads few rows, wherever it begins. */
  readonly isPlain: boolean;
}

/** Builds the conditions of contract §3.2. `asOf` is the instant that is compared with due dates, as SQL. */
export function conditionsOf(
  filter: WorkItemFilter,
  asOf: string,
  parameters: Parameters,
  population: Population,
): Conditions {
  const common = commonConditions(filter, parameters);
  const rare = [
    ...referenceConditions(filter, parameters),
    ...timeConditions(filter, asOf, parameters),
    ...contentConditions(filter, parameters, population),
  ];
  return {
    sql: [
      'item.deleted_at is null',
      `item.archived_at is ${filter.archived ? 'not null' : 'null'}`,
      ...common,
      ...rare,
    ],
    prepared: rare.length === 0 && common.length <= 1,
    isPlain: rare.length === 0 && common.length === 0 && !filter.archived,
  };
}

/** The members of a filter that reports use, too. */
type ContentFilter = Pick<WorkItemFilter, 'text' | 'statuses' | 'types' | 'priorities' | 'assigneeId' | 'labelIds'>;

/** Builds the conditions on present values of an item. The caller adds its own conditions on deletion and archiving. */
export function presentConditions(
  filter: ContentFilter,
  parameters: Parameters,
  population: Pick<Population, 'organizationId' | 'projectId'>,
): string[] {
  return [...commonConditions(filter, parameters), ...contentConditions(filter, parameters, population)];
}

function contentConditions(
  { text, labelIds }: ContentFilter,
  parameters: Parameters,
  population: Pick<Population, 'organizationId' | 'projectId'>,
): string[] {
  return [
    ...(text === undefined ? [] : [holdsText(text, parameters, population)]),
    ...(labelIds === undefined ? [] : [hasLabel(labelIds, parameters, population)]),
  ];
}

function commonConditions(
  { statuses, types, priorities, assigneeId }: ContentFilter,
  parameters: Parameters,
): string[] {
  return [
    ...(statuses ? statusIs(statuses, parameters) : []),
    ...(types ? [`item.type = any(${parameters.add(types, 'text[]')})`] : []),
    ...(priorities ? [`item.priority = any(${parameters.add(priorities, 'text[]')})`] : []),
    ...(assigneeId === undefined ? [] : [equals('item.assignee_id', assigneeId, parameters)]),
  ];
}

/** Builds conditions whose number of matching rows depends on the value: a statement with them is planned for each value. */
function referenceConditions({ sprintId, parentIds, topLevel }: WorkItemFilter, parameters: Parameters): string[] {
  return [
    ...(sprintId === undefined ? [] : [equals('item.sprint_id', sprintId, parameters)]),
    ...(parentIds === undefined ? [] : [`item.parent_id = any(${parameters.add(parentIds, 'uuid[]')})`]),
    ...(topLevel === undefined ? [] : [`item.parent_id is ${topLevel ? 'null' : 'not null'}`]),
  ];
}

function timeConditions(
  { updatedAfter, overdue, dueBefore, dueAfter }: WorkItemFilter,
  asOf: string,
  parameters: Parameters,
): string[] {
  const sql: string[] = [];
  if (updatedAfter) sql.push(`item.updated_at > ${parameters.add(updatedAfter, 'timestamptz')}`);
  if (overdue === true) sql.push(`item.due_date < ${asOf}`, `item.status <> 'done'`);
  if (overdue === false) sql.push(`(item.due_date < ${asOf} and item.status <> 'done') is not true`);
  if (dueBefore) {
    const before = dueBefore.inclusive ? '<=' : '<';
    sql.push(`item.due_date ${before} ${parameters.add(dueBefore.instant, 'timestamptz')}`);
  }
  if (dueAfter) sql.push(`item.due_date > ${parameters.add(dueAfter, 'timestamptz')}`);
  return sql;
}

/** Uses literals instead of parameters where possible: only then can the planner prove that a partial index suffices. */
function statusIs(statuses: readonly WorkItemStatus[], parameters: Parameters): string[] {
  if (statuses.length === 1 && statuses[0] === 'done') return [`item.status = 'done'`];
  const open = statuses.includes('done') ? [] : [`item.status <> 'done'`];
  const everyOpenOne = open.length === 1 && statuses.length === 4;
  return everyOpenOne ? open : [...open, `item.status = any(${parameters.add(statuses, 'text[]')})`];
}

function equals(column: string, id: string | null, parameters: Parameters): string {
  return id === null ? `${column} is null` : `${column} = ${parameters.add(id, 'uuid')}`;
}

function holdsText(
  text: string,
  parameters: Parameters,
  { organizationId, projectId }: Pick<Population, 'organizationId' | 'projectId'>,
): string {
  return `exists (
    select from work_item_texts searched
    where searched.organization_id = ${organizationId} and searched.project_id = ${projectId} and searched.work_item_id = item.id
      and searched.folded like ${parameters.add(containing(text), 'text')})`;
}

function hasLabel(
  labelIds: readonly string[] | null,
  parameters: Parameters,
  { organizationId }: Pick<Population, 'organizationId'>,
): string {
  const attached = `
    select from work_item_labels attached
    where attached.organization_id = ${organizationId} and attached.work_item_id = item.id`;
  if (labelIds === null) return `not exists (${attached})`;
  return `exists (${attached} and attached.label_id = any(${parameters.add(labelIds, 'uuid[]')}))`;
}

import type { WorkItemFilter } from '@worktrack/application';
import { WORD_FIELDS, type WorkItemStatus } from '@worktrack/domain';
import type { StatementParameters } from '../../engine/statement.js';
import { snakeCase } from '../../engine/table.js';
import { containing } from '../../recording/search-text.js';
import type { Population } from './population.js';

/** The conditions on `item` that a filter is compiled to, to be combined with `and`. */
export interface Conditions {
  readonly sql: readonly string[];
  /** True when the statement is prepared: its shape is frequent, and its plan does not depend on the values. */
  readonly prepared: boolean;
  /** True when there is no condition: a page then reads few rows, wherever it begins. */
  readonly isPlain: boolean;
  /** The condition by which few items can be found; it is not among `sql`. */
  readonly selective?: Selective;
}

/** A condition whose items can be read first, if they are few. */
export interface Selective {
  /** The query of the ids of all items for which it is true, which can be many. */
  readonly ids: string;
  /** The condition on `item`, a lookup for each item. */
  readonly condition: string;
  /** The number of ids that can be read first: reading them costs less than the page. */
  readonly most: number;
  /** True when the items can be nearly all: to read even the first ids then costs more than a page. */
  readonly isInNearlyAll: boolean;
}

/** Builds the conditions of contract §3.2. `asOf` is the instant that is compared with due dates, as SQL. */
export function conditionsOf(
  filter: WorkItemFilter,
  asOf: string,
  parameters: StatementParameters,
  population: Population,
): Conditions {
  const common = commonConditions(filter, parameters);
  const selective = population.isOneProject ? selectiveOf(filter, parameters, population) : undefined;
  const { text, labelIds } = filter;
  const rare = [
    ...referenceConditions(filter, parameters),
    ...timeConditions(filter, asOf, parameters),
    ...contentConditions(selective ? selective.rest : { text, labelIds }, parameters, population),
  ];
  return {
    sql: [
      'item.deleted_at is null',
      `item.archived_at is ${filter.archived ? 'not null' : 'null'}`,
      ...common,
      ...rare,
    ],
    // The plan of a selective condition does not depend on its value: the statement has a part for few items, and one for many.
    prepared: rare.length === 0 && common.length <= (selective ? 0 : 1),
    isPlain: !selective && rare.length === 0 && common.length === 0 && !filter.archived,
    ...(selective && { selective }),
  };
}

/** A text has to be read to know that it matches; labels are entries of one index. */
const MOST_FOUND = { byText: 1_500, byLabel: 5_000 };

/** Returns the condition on the text or else on labels, and what is left of both. */
function selectiveOf(
  { text, labelIds }: ContentFilter,
  parameters: StatementParameters,
  { organizationId, projectId }: Pick<Population, 'organizationId' | 'projectId'>,
): (Selective & { readonly rest: Pick<ContentFilter, 'text' | 'labelIds'> }) | undefined {
  if (text !== undefined) {
    const matches = `searched.organization_id = ${organizationId} and searched.project_id = ${projectId}
        and searched.folded like ${parameters.add(containing(text), 'text')}`;
    return {
      ids: `select searched.work_item_id as id from work_item_texts searched where ${matches}`,
      condition: `(select true from work_item_texts searched where ${matches} and searched.work_item_id = item.id limit 1)`,
      most: MOST_FOUND.byText,
      isInNearlyAll: true,
      rest: { labelIds },
    };
  }
  if (!labelIds) return undefined;
  // As JSON: PostgreSQL expects the same number of labels with and without values, and keeps the plan.
  const given = `select given.id::uuid from jsonb_array_elements_text(${parameters.add(JSON.stringify(labelIds), 'jsonb')}) as given (id)`;
  // A list, even of one label, would be sorted again at each lookup of an item.
  const oneOfGiven = labelIds.length === 1 ? `= (${given})` : `= any(array(${given}))`;
  const matches = `attached.organization_id = ${organizationId} and attached.label_id ${oneOfGiven}`;
  return {
    ids: `select attached.work_item_id as id from work_item_labels attached where ${matches}`,
    condition: `(select true from work_item_labels attached where ${matches} and attached.work_item_id = item.id limit 1)`,
    most: MOST_FOUND.byLabel,
    isInNearlyAll: false,
    rest: {},
  };
}

/** The members of a filter that reports use, too. */
type ContentFilter = Pick<WorkItemFilter, 'text' | 'statuses' | 'words' | 'assigneeId' | 'labelIds'>;

/** Builds the conditions on present values of an item. The caller adds its own conditions on deletion and archiving. */
export function presentConditions(
  filter: ContentFilter,
  parameters: StatementParameters,
  population: Pick<Population, 'organizationId' | 'projectId'>,
): string[] {
  return [...commonConditions(filter, parameters), ...contentConditions(filter, parameters, population)];
}

function contentConditions(
  { text, labelIds }: Pick<ContentFilter, 'text' | 'labelIds'>,
  parameters: StatementParameters,
  population: Pick<Population, 'organizationId' | 'projectId'>,
): string[] {
  return [
    ...(text === undefined ? [] : [holdsText(text, parameters, population)]),
    ...(labelIds === undefined ? [] : [labelCondition(labelIds, parameters, population)]),
  ];
}

function commonConditions(
  { statuses, words = {}, assigneeId }: ContentFilter,
  parameters: StatementParameters,
): string[] {
  return [
    ...(statuses ? statusConditions(statuses, parameters) : []),
    ...WORD_FIELDS.flatMap((name) => {
      const some = words[name];
      return some ? [`item.${snakeCase(name)} = any(${parameters.add(some, 'text[]')})`] : [];
    }),
    ...(assigneeId === undefined ? [] : [idCondition('item.assignee_id', assigneeId, parameters)]),
  ];
}

/** Builds conditions whose number of matching rows depends on the value: a statement with them is planned for each value. */
function referenceConditions(
  { sprintId, parentIds, topLevel }: WorkItemFilter,
  parameters: StatementParameters,
): string[] {
  return [
    ...(sprintId === undefined ? [] : [idCondition('item.sprint_id', sprintId, parameters)]),
    ...(parentIds === undefined ? [] : [`item.parent_id = any(${parameters.add(parentIds, 'uuid[]')})`]),
    ...(topLevel === undefined ? [] : [`item.parent_id is ${topLevel ? 'null' : 'not null'}`]),
  ];
}

function timeConditions(
  { updatedAfter, overdue, dueBefore, dueAfter }: WorkItemFilter,
  asOf: string,
  parameters: StatementParameters,
): string[] {
  const sql: string[] = [];
  if (updatedAfter) sql.push(`item.updated_at > ${parameters.add(updatedAfter, 'timestamptz')}`);
  // `due_order` is the column of the indexes by due date.
  if (overdue === true) {
    sql.push('item.due_date is not null', `item.due_order > ${dueOrderOf(asOf)}`, `item.status <> 'done'`);
  }
  if (overdue === false) sql.push(`(item.due_date < ${asOf} and item.status <> 'done') is not true`);
  if (dueBefore) {
    const before = dueBefore.inclusive ? '<=' : '<';
    sql.push(`item.due_date ${before} ${parameters.add(dueBefore.instant, 'timestamptz')}`);
  }
  if (dueAfter) sql.push(`item.due_date > ${parameters.add(dueAfter, 'timestamptz')}`);
  return sql;
}

/** Builds the `due_order` of an instant: that of an earlier one is greater. */
export const dueOrderOf = (instant: string): string => `-(extract(epoch from ${instant}) * 1000)::bigint`;

/** Uses literals instead of parameters where possible: only then can the planner prove that a partial index suffices. */
function statusConditions(statuses: readonly WorkItemStatus[], parameters: StatementParameters): string[] {
  if (statuses.length === 1 && statuses[0] === 'done') return [`item.status = 'done'`];
  const open = statuses.includes('done') ? [] : [`item.status <> 'done'`];
  const everyOpenOne = open.length === 1 && statuses.length === 4;
  return everyOpenOne ? open : [...open, `item.status = any(${parameters.add(statuses, 'text[]')})`];
}

function idCondition(column: string, id: string | null, parameters: StatementParameters): string {
  return id === null ? `${column} is null` : `${column} = ${parameters.add(id, 'uuid')}`;
}

function holdsText(
  text: string,
  parameters: StatementParameters,
  { organizationId, projectId }: Pick<Population, 'organizationId' | 'projectId'>,
): string {
  return `exists (
    select from work_item_texts searched
    where searched.organization_id = ${organizationId} and searched.project_id = ${projectId} and searched.work_item_id = item.id
      and searched.folded like ${parameters.add(containing(text), 'text')})`;
}

function labelCondition(
  labelIds: readonly string[] | null,
  parameters: StatementParameters,
  { organizationId }: Pick<Population, 'organizationId'>,
): string {
  const attached = `
    select from work_item_labels attached
    where attached.organization_id = ${organizationId} and attached.work_item_id = item.id`;
  if (labelIds === null) return `not exists (${attached})`;
  return `exists (${attached} and attached.label_id = any(${parameters.add(labelIds, 'uuid[]')}))`;
}

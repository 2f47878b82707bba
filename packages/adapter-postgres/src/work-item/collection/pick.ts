import type { WorkItemFilter, WorkItemSort } from '@worktrack/application';
import type { Position } from '@worktrack/keyset';
import { LEAST_ID, pageLimit } from '../../engine/keyset.js';
import type { StatementParameters } from '../../engine/statement.js';
import { conditionsOf, dueOrderOf, type Conditions, type Selective } from './conditions.js';
import {
  BEYOND_DUE_ORDER,
  DUE_ORDER,
  OVERDUE_ORDER,
  PLAIN_ORDERS,
  descending,
  rowOf,
  type OrderColumn,
  type Ordered,
} from './orders.js';
import type { Population } from './population.js';
import { OVERDUE, PLACE_OF_GROUP, rankGroups, type RankPosition } from './rank.js';

/** The values of a row that determine its place in the order. */
export interface Placed extends Ordered {
  /** The group in `rank`: 0 for overdue rows, then one for each status and priority. */
  readonly place: number;
  /** The instant that due dates were compared with, if any were. */
  readonly asOf: string | null;
  readonly id: string;
}

/** The SQL that picks the rows of one page, one more than its size at most, and the order in which they must be shown. */
export interface PagePick {
  readonly sql: string;
  readonly orderBy: string;
  readonly prepared: boolean;
  /** True for a page without a filter: it reads few rows, wherever it begins. */
  readonly isPlain: boolean;
}

/** Returns the position of the last row of a page, for its cursor. It contains the id only if rows can be equal, in several Organizations. */
export function positionOf(
  sort: WorkItemSort,
  row: Placed,
  { isOneOfSeveral }: Pick<Population, 'isOneOfSeveral'>,
): Position {
  const id = isOneOfSeveral === true ? [row.id] : [];
  if (sort === 'rank') {
    const { asOf, place, dueOrder, statusOrder, priorityOrder, updatedAt, projectKey, number } = row;
    return [asOf, place, dueOrder, statusOrder, priorityOrder, updatedAt, projectKey, number, ...id];
  }
  return [row.asOf, ...PLAIN_ORDERS[sort].map(({ by }) => row[by]), ...id];
}

/** True when due dates are compared with an instant. The text of an instant in each row would cost a tenth of a plain page. */
export function needsInstant(sort: WorkItemSort, { overdue }: WorkItemFilter): boolean {
  return sort === 'rank' || overdue !== undefined;
}

/**
 * Builds the query of one page by keyset: one comparison of rows finds the rows after the position in an index. `position` is a result of
 * `positionOf`; the first page has none, and its instant is `firstAsOf` [the present].
 */
export function pickOf(
  sort: WorkItemSort,
  filter: WorkItemFilter,
  position: Position | undefined,
  size: number,
  parameters: StatementParameters,
  population: Population,
  firstAsOf: string | null = null,
): PagePick {
  const { parts, isOneOfSeveral } = population;
  const [givenAsOf = firstAsOf, ...values] = position ?? [];
  // The first page uses the instant of this statement, or of all that are sent together; its cursor passes it on to the next pages.
  const present = isOneOfSeveral ? 'now()' : 'statement_timestamp()';
  const asOf = needsInstant(sort, filter)
    ? `coalesce(${parameters.add(givenAsOf, 'timestamptz')}, date_trunc('milliseconds', ${present}))`
    : 'null::timestamptz';
  const conditions = conditionsOf(filter, asOf, parameters, population);
  const most = pageLimit(size, (rows) => parameters.add(rows, 'integer'));
  const lastId = isOneOfSeveral ? parameters.add(values.pop() ?? LEAST_ID, 'uuid') : undefined;
  const context = { asOf, conditions, most, parameters, population, lastId };
  const inOrder = (of: Context) =>
    sort === 'rank' ? byRank(of, filter, position && values) : byColumns(of, PLAIN_ORDERS[sort], position && values);
  if (conditions.selective) return bySelective(context, conditions.selective, sort, position && values, inOrder);
  const pick = inOrder(context);
  return parts === undefined ? pick : merged(pick, parts, most);
}

/**
 * The number of items up to which those that a condition finds are read and sorted. In the order of the last update fewer are: there, an
 * index has the ids in the order of the page, so that all others are passed over without being read.
 */
const FEW = { updated: 200, otherwise: 2_000 };

/** The number of items at the beginning of the page that are tried first: half of them fill the page where a text is in nearly all items. */
const NEAR = 2;

/**
 * Builds the query of a page of the items that a text or a label finds. Where they are few, they are read and sorted. Else all items are
 * read in order until the page is full: each is looked up among those that were found, or, where these are too many, by itself. The
 * planner knows neither how many they are nor whether they come last in the order: it would read a whole Project in one way or in another.
 * One of the two parts is not executed.
 */
function bySelective(
  context: Context,
  selective: Selective,
  sort: WorkItemSort,
  values: Position | undefined,
  inOrder: (of: Context) => PagePick,
): PagePick {
  const { asOf, conditions, most, population } = context;
  const { condition, isInNearlyAll } = selective;
  const few = sort === 'updated' ? FEW.updated : FEW.otherwise;
  const foundCondition = `case when (select are_many from found_count) then ${condition} else item.id in (select id from found) end`;
  const sql = [...conditions.sql, 'not (select are_few from found_count)', foundCondition];
  const columns = sort === 'updated' ? 'item.id' : population.columns;
  const walked = inOrder({ ...context, population: { ...population, columns }, conditions: { ...conditions, sql } });
  const shown = `select ${population.columns}, ${sort === 'rank' ? placeOf(asOf) : OVERDUE} as place, ${asOf} as as_of`;
  const byKeys = `${shown} from (${walked.sql}) key
    join work_items item on item.organization_id = ${population.organizationId} and item.id = key.id`;
  return {
    ...walked,
    sql: `
      with ${isInNearlyAll ? nearOf(context, condition, walked.orderBy, inOrder) : ''} ${foundOf(selective, few)}
      select item.* from (
        (select item.* from (
          ${shown} from work_items item
          where ${population.condition} and (select are_few from found_count) and item.id = any(array(select id from found))
            and ${conditions.sql.join(' and ')} offset 0
        ) item
        ${values ? `where ${behindConditionIn(sort, context, values)}` : ''} order by ${walked.orderBy} limit ${most})
        union all
        (${sort === 'updated' ? byKeys : walked.sql})
        ${isInNearlyAll ? `union all (${shown} from work_items item where ${nearCondition(population)})` : ''}
      ) item order by ${walked.orderBy} limit ${most}`,
  };
}

/**
 * Builds the common tables `found`, the items that the condition finds unless they are many, and `found_count`. A text is searched once,
 * and not at all if the page is full. The entries of a label are counted first: to keep as many as that would cost more than a second scan.
 * By the limit of `found` the planner knows that it fits into memory.
 */
function foundOf({ ids, most, isInNearlyAll }: Selective, few: number): string {
  const limited = `limit ${most + 1}`;
  const count = `select count(*) <= ${Math.min(few, most)} as are_few, count(*) > ${most} as are_many`;
  if (isInNearlyAll) {
    return `found as materialized (
        select id from (${ids}) matching where not (select is_full from near_count) ${limited}
      ), found_count as materialized (${count} from found)`;
  }
  return `found_count as materialized (${count} from (select from (${ids}) matching ${limited}) counted),
      found as materialized (select id from (${ids}) matching where not (select are_many from found_count) ${limited})`;
}

/** Builds the common tables `near`, the items of the page if those at its beginning fill it, and `near_count`. */
function nearOf(context: Context, condition: string, orderBy: string, inOrder: (of: Context) => PagePick): string {
  const { conditions, most, population } = context;
  const first = inOrder({
    ...context,
    most: `${NEAR} * ${most}`,
    population: { ...population, columns: 'item.*' },
    conditions: { ...conditions, sql: conditions.sql.slice(0, 2) },
  });
  return `near as materialized (
        select item.id from (${first.sql}) item where ${[...conditions.sql, condition].join(' and ')} order by ${orderBy} limit ${most}
      ), near_count as materialized (select count(*) = ${most} as is_full from near),`;
}

const nearCondition = ({ organizationId }: Population) =>
  `(select is_full from near_count) and item.organization_id = ${organizationId} and item.id = any(array(select id from near))`;

/** Builds the condition for rows after the position, where the rows are in no index of their order. */
function behindConditionIn(sort: WorkItemSort, context: Context, values: Position): string {
  if (sort !== 'rank') return behindOrFirstCondition(context, PLAIN_ORDERS[sort], values);
  const [lastPlace = OVERDUE, ...ofRow] = values;
  const place = context.parameters.add(lastPlace, 'integer');
  return `(item.place > ${place} or item.place = ${place} and ${behindOrFirstCondition(context, OVERDUE_ORDER, ofRow)})`;
}

/** Builds the place of `item` in `rank`: that of its group. */
function placeOf(asOf: string): string {
  return `case when item.status <> 'done' and item.due_date is not null and item.due_order > ${dueOrderOf(asOf)} then ${OVERDUE}
    else ${PLACE_OF_GROUP} end`;
}

/** Merges the rows of all parts. Each part is read only as far as the page can reach. */
function merged({ sql, orderBy, prepared }: Omit<PagePick, 'isPlain'>, parts: string, most: string): PagePick {
  const order = `${orderBy}, item.id`;
  return {
    sql: `select item.* from ${parts} cross join lateral (${sql}) item order by ${order} limit ${most}`,
    orderBy: order,
    prepared,
    isPlain: false,
  };
}

interface Context {
  readonly asOf: string;
  readonly conditions: Conditions;
  readonly most: string;
  readonly parameters: StatementParameters;
  readonly population: Population;
  /** The id of the last row of the page before, as SQL; `undefined` when no two rows can be equal. */
  readonly lastId: string | undefined;
}

function byColumns(context: Context, order: readonly OrderColumn[], values: Position | undefined): PagePick {
  const { asOf, conditions, most, population } = context;
  return {
    sql: `
      select ${population.columns}, ${OVERDUE} as place, ${asOf} as as_of from work_items item
      where ${[population.condition, ...conditions.sql, behindOrFirstCondition(context, order, values)].join(' and ')}
      order by ${descending(order)} limit ${most}`,
    orderBy: descending(order),
    prepared: conditions.prepared,
    isPlain: conditions.isPlain,
  };
}

/**
 * Reads overdue rows from one index, and the others group by group: the overdue rows of a group are its first, so the start of the index
 * scan skips them. A filter would have to read them all.
 */
function byRank(context: Context, filter: WorkItemFilter, values: Position | undefined): PagePick {
  const { asOf, conditions, most, parameters, population, lastId } = context;
  const { columns, condition: of } = population;
  const [place, ...ofRow] = values ?? [];
  const parts: string[] = [];
  if ((place ?? OVERDUE) === OVERDUE && filter.overdue !== false) {
    parts.push(`
      (select ${columns}, ${OVERDUE} as place, ${asOf} as as_of from work_items item
       where ${of} and item.status <> 'done' and item.due_date is not null and item.due_order > ${dueOrderOf(asOf)}
         and ${[...conditions.sql, behindOrFirstCondition(context, OVERDUE_ORDER, values && ofRow)].join(' and ')}
       order by ${descending(OVERDUE_ORDER)} limit ${most})`);
  }
  if (filter.overdue !== true) {
    const groups = rankGroups(filter, values && rankPositionOf(values));
    const from = `(coalesce(rank.due_order, ${dueOrderOf(asOf)} + 1), rank.updated_at, rank.project_key, rank.number)`;
    parts.push(`
      (select ${columns}, rank.place, ${asOf} as as_of
       from (
         select place, status_order, priority_order, due_order, updated_at, project_key, number
         from jsonb_to_recordset(${parameters.add(JSON.stringify(groups), 'jsonb')}) as given
           (place integer, status_order smallint, priority_order smallint, due_order bigint, updated_at timestamptz,
            project_key text, number bigint)
         order by place
       ) rank
       cross join lateral (
         select ${columns} from work_items item
         where ${of} and item.status_order = rank.status_order and item.priority_order = rank.priority_order
           and ${behindCondition(DUE_ORDER, from, lastId)}
           and ${conditions.sql.join(' and ')}
         order by ${descending(DUE_ORDER)} limit ${most}
       ) item
       order by rank.place, ${descending(DUE_ORDER)} limit ${most})`);
  }
  const orderBy = `item.place, ${descending(OVERDUE_ORDER)}`;
  const [only = ''] = parts;
  const sql =
    parts.length > 1 ? `select * from (${parts.join(' union all ')}) item order by ${orderBy} limit ${most}` : only;
  return { sql, orderBy, prepared: conditions.prepared, isPlain: conditions.isPlain };
}

/** Builds the condition for rows after the position. Without one, compares with values that precede every row. */
function behindOrFirstCondition(
  { parameters, lastId }: Context,
  order: readonly OrderColumn[],
  values: Position | undefined,
): string {
  const from = order.map(({ start, type }, index) => parameters.add(values?.[index] ?? start, type));
  return behindCondition(order, `(${from.join(', ')})`, lastId);
}

/**
 * Rows after the cursor. Orders are descending, so "after" is `<`; ties are by ascending id. Both forms allow an index range scan. The
 * condition on ties cannot be looked up in an index: PostgreSQL would read both sides of the `or` and sort all that it found.
 */
function behindCondition(order: readonly OrderColumn[], from: string, lastId: string | undefined): string {
  const row = rowOf(order);
  if (lastId === undefined) return `${row} < ${from}`;
  return `${row} <= ${from} and (${row} <> ${from} or item.id > ${lastId})`;
}

function rankPositionOf([place, dueOrder, , , updatedAt, projectKey, number]: Position): RankPosition {
  return {
    place: Number(place),
    dueOrder: Number(dueOrder ?? BEYOND_DUE_ORDER),
    updatedAt: String(updatedAt),
    projectKey: String(projectKey),
    number: Number(number),
  };
}

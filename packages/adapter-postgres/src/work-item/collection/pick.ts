import type { WorkItemFilter, WorkItemSort } from '@worktrack/application';
import type { Position } from '@worktrack/keyset';
import type { Parameters } from '../../sql/parameters.js';
import { conditionsOf, type Conditions } from './conditions.js';
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
import { OVERDUE, rankGroups, type RankPosition } from './rank.js';

/** A row as far as its place in the order goes. */
export interface Placed extends Ordered {
  /** In `rank`: 0 for overdue rows, then one for each status and priority. */
  readonly place: number;
  /** The instant that due dates were compared with. */
  readonly asOf: string;
}

/** SQL that picks the rows of one page, at most `limit` of them, and the order that they have to be shown in. */
export interface Pick {
  readonly sql: string;
  readonly orderBy: string;
  readonly hot: boolean;
}

/** The columns of `work_items` that a row of a collection is made of. */
const COLUMNS = [
  'organization_id',
  'id',
  'project_key',
  'number',
  'revision',
  'title',
  'type',
  'status',
  'priority',
  'assignee_id',
  'sprint_id',
  'parent_id',
  'story_points',
  'due_date',
  'archived_at',
  'created_at',
  'updated_at',
  'due_order',
  'priority_order',
  'status_order',
]
  .map((column) => `item.${column}`)
  .join(', ');

/** The Project comes first among the parameters: its Organization is `$1`, itself `$2`. */
const OF_PROJECT = 'item.organization_id = $1 and item.project_id = $2';

/** The bound of `due_order` that parts overdue rows from the others. */
const latestOrder = (asOf: string) => `-(extract(epoch from ${asOf}) * 1000)::bigint`;

/** What a cursor remembers of the last row of its page. */
export function positionOf(sort: WorkItemSort, row: Placed): Position {
  if (sort === 'rank') {
    const { asOf, place, dueOrder, statusOrder, priorityOrder, updatedAt, projectKey, number } = row;
    return [asOf, place, dueOrder, statusOrder, priorityOrder, updatedAt, projectKey, number];
  }
  return [row.asOf, ...PLAIN_ORDERS[sort].map(({ by }) => row[by])];
}

/**
 * Picks one page by keyset: what comes behind the position is entered in an index by one comparison of rows. `position` as
 * `positionOf` made it.
 */
export function pickOf(
  sort: WorkItemSort,
  filter: WorkItemFilter,
  position: Position | undefined,
  limit: number,
  parameters: Parameters,
): Pick {
  const [givenAsOf = null, ...values] = position ?? [];
  // The instant of the first page is this statement's own; cursors carry it on.
  const asOf = `coalesce(${parameters.add(givenAsOf, 'timestamptz')}, date_trunc('milliseconds', statement_timestamp()))`;
  const conditions = conditionsOf(filter, asOf, parameters);
  const most = parameters.add(limit, 'integer');
  const context = { asOf, conditions, most, parameters };
  return sort === 'rank'
    ? byRank(context, filter, position && values)
    : byColumns(context, PLAIN_ORDERS[sort], position && values);
}

interface Context {
  readonly asOf: string;
  readonly conditions: Conditions;
  readonly most: string;
  readonly parameters: Parameters;
}

function byColumns(
  { asOf, conditions, most, parameters }: Context,
  order: readonly OrderColumn[],
  values: Position | undefined,
): Pick {
  return {
    sql: `
      select ${COLUMNS}, ${OVERDUE} as place, ${asOf} as as_of from work_items item
      where ${[OF_PROJECT, ...conditions.sql, isBehind(order, values, parameters)].join(' and ')}
      order by ${descending(order)} limit ${most}`,
    orderBy: descending(order),
    hot: conditions.hot,
  };
}

/**
 * Overdue rows come from one index. The others are walked through group by group, because within a group the overdue ones lie in
 * front and are skipped by where the walk begins; a filter would have to read them all.
 */
function byRank(context: Context, filter: WorkItemFilter, values: Position | undefined): Pick {
  const { asOf, conditions, most, parameters } = context;
  const [place, ...ofRow] = values ?? [];
  const parts: string[] = [];
  if ((place ?? OVERDUE) === OVERDUE && filter.overdue !== false) {
    parts.push(`
      (select ${COLUMNS}, ${OVERDUE} as place, ${asOf} as as_of from work_items item
       where ${OF_PROJECT} and item.status <> 'done' and item.due_date is not null and item.due_order > ${latestOrder(asOf)}
         and ${[...conditions.sql, isBehind(OVERDUE_ORDER, values && ofRow, parameters)].join(' and ')}
       order by ${descending(OVERDUE_ORDER)} limit ${most})`);
  }
  if (filter.overdue !== true) {
    const groups = rankGroups(filter, values && rankPositionOf(values));
    parts.push(`
      (select ${COLUMNS}, rank.place, ${asOf} as as_of
       from (
         select place, status_order, priority_order, due_order, updated_at, project_key, number
         from jsonb_to_recordset(${parameters.add(JSON.stringify(groups), 'jsonb')}) as given
           (place integer, status_order smallint, priority_order smallint, due_order bigint, updated_at timestamptz,
            project_key text, number bigint)
         order by place
       ) rank
       cross join lateral (
         select ${COLUMNS} from work_items item
         where ${OF_PROJECT} and item.status_order = rank.status_order and item.priority_order = rank.priority_order
           and ${rowOf(DUE_ORDER)} <
             (coalesce(rank.due_order, ${latestOrder(asOf)} + 1), rank.updated_at, rank.project_key, rank.number)
           and ${conditions.sql.join(' and ')}
         order by ${descending(DUE_ORDER)} limit ${most}
       ) item
       order by rank.place, ${descending(DUE_ORDER)} limit ${most})`);
  }
  const orderBy = `item.place, ${descending(OVERDUE_ORDER)}`;
  const [only = ''] = parts;
  const sql =
    parts.length > 1 ? `select * from (${parts.join(' union all ')}) item order by ${orderBy} limit ${most}` : only;
  return { sql, orderBy, hot: conditions.hot };
}

/** Behind the position, or anywhere: what is more than every row comes before them all. */
function isBehind(order: readonly OrderColumn[], values: Position | undefined, parameters: Parameters): string {
  const from = order.map(({ start, type }, index) => parameters.add(values?.[index] ?? start, type));
  return `${rowOf(order)} < (${from.join(', ')})`;
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

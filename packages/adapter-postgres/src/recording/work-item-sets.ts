import type { SqlTransaction } from '../engine/transaction.js';
import { type Statement, statement, statementOfMany } from '../engine/statement.js';

/**
 * A query for a set of Work Items. It finds the same items in every statement of a transaction, because the transaction has locked all rows
 * that the query depends on. The items stay in the database: the process neither loads them nor sends them back.
 */
export interface WorkItemSet {
  /** Common tables that the query needs, followed by a comma; empty when it needs none. */
  readonly tables: string;
  /** Query for the item ids. $1 Organization, $2 Project, $3 the Sprint or Work Item that defines the set. */
  readonly ids: string;
}

/**
 * Builds a common table of the item `root` and its live descendants, with one row for each level. A row is an array of ids, because
 * PostgreSQL plans a join of two sets of unknown size badly. The children are looked up for each parent: `is not distinct from` keeps the
 * planner from scanning the whole Project each time. Every item has one parent, so a cycle could only close at the root.
 */
export const levelsBelow = (root: '$3' | '$4') => `level (ids) as (
       select array[${root}::uuid]
       union all
       select next.ids
       from level
       cross join lateral (
         select array(
           select child.id
           from unnest(level.ids) as parent (id)
           cross join lateral (
             select id from work_items
             where organization_id = $1 and parent_id = parent.id and project_id is not distinct from $2 and deleted_at is null
               and id <> ${root}
             offset 0
           ) as child
         ) as ids
       ) next
       where cardinality(next.ids) > 0
     )`;

const TREE = `${levelsBelow('$3')}, `;

/** Selects the root, if it is in the Project, and all items below it. */
const ROOT_AND_BELOW = `select id from work_items where organization_id = $1 and project_id = $2 and id = $3
     union select unnest(ids) from level where ids <> array[$3::uuid]`;

/** Sets that one statement locks, before the instant of the transaction is read. */
export const LOCKED_SETS = {
  /** The live items of a Sprint, also finished and archived ones, and every item that ever left it, because the report includes those. */
  sprint: {
    tables: '',
    ids: `select id from work_items where organization_id = $1 and project_id = $2 and sprint_id = $3 and deleted_at is null
     union select work_item_id from sprint_exits where organization_id = $1 and project_id = $2 and sprint_id = $3`,
  },
  /** A Work Item and every live one below it. */
  tree: { tables: TREE, ids: ROOT_AND_BELOW },
} as const satisfies Record<string, WorkItemSet>;
export type LockedSet = keyof typeof LOCKED_SETS;

/** Sets whose items all get one change. */
export const CHANGED_SETS = {
  /** The items that a completion carries over: live and not done, archived or not. */
  unfinished: {
    tables: '',
    ids: `select id from work_items
     where organization_id = $1 and project_id = $2 and sprint_id = $3 and deleted_at is null and status <> 'done'`,
  },
  /** The live descendants of a Work Item that is deleted. */
  descendants: { tables: TREE, ids: 'select unnest(ids) from level where ids <> array[$3::uuid]' },
} as const satisfies Record<string, WorkItemSet>;
export type ChangedSet = keyof typeof CHANGED_SETS;

/** Builds the `with` clause that defines the common table `member` (id), in id order. It precedes a statement. */
export function membersOf({ tables, ids }: WorkItemSet): string {
  return `with recursive ${tables}member (id) as materialized (select id from (${ids}) as found (id) order by id)`;
}

const memberItems = (ending: string) => `member
   cross join lateral (
     select organization_id, id, revision, sprint_id, status, story_points, deleted_at from work_items
     where organization_id = $1 and id = member.id ${ending}
   ) as item`;

/** From-item with the items of `member`. `offset 0` forces one lookup for each member, whatever the planner estimates. */
export const MEMBER_ITEMS = memberItems('offset 0');

/** From-item with the items of `member`, locked in the order of `member`: `for update`, like every change of an item. */
export const LOCKED_MEMBER_ITEMS = memberItems('for update');

/**
 * Column of a statement that locks a set. It raises the time limit of the later statements of this transaction to 20 s: each of them
 * changes all items of the set. The time limit of the request still ends the transaction.
 */
export const RAISED_LIMIT = `set_config('statement_timeout', '20s', true) as statement_limit`;

/**
 * Column of a statement that precedes the statements over a set. For the rest of the transaction, PostgreSQL plans without looking at the
 * values. Statistics do not know an Organization that is younger than the last analyze: with its id, the planner expects no rows of it, and
 * looks each member up in an index of whole Organizations. Without it, the planner takes the primary key.
 */
export const PLANNED_WITHOUT_VALUES = `set_config('plan_cache_mode', 'force_generic_plan', true) as plan_cache_mode`;

const PLAN_WITHOUT_VALUES = statement('work-item-sets.plan', `select ${PLANNED_WITHOUT_VALUES}`);
const DISCARD_PLANS = statement('work-item-sets.discard-plans', 'discard plans');

/**
 * Registers what precedes the statements over a set: plans without values, made again. Plans that the connection keeps can date from nearly
 * empty tables, also those of foreign keys: a check that scans the table for each of thousands of rows would be quadratic.
 */
export function replanSets(transaction: SqlTransaction): void {
  transaction.write(PLAN_WITHOUT_VALUES, []);
  transaction.write(DISCARD_PLANS, []);
}

/**
 * Builds a statement for each set. Each run is planned again: a cached plan can date from nearly empty tables.
 */
export function statementsBySet<Name extends string>(
  sets: Readonly<Record<Name, WorkItemSet>>,
  family: string,
  textOf: (set: WorkItemSet) => string,
): Readonly<Record<Name, Statement>> {
  const made = Object.entries<WorkItemSet>(sets).map(([name, set]) => [
    name,
    statementOfMany(`${family}.${name}`, textOf(set)),
  ]);
  return Object.fromEntries(made) as Record<Name, Statement>;
}

import { statementOfMany, type Statement } from '../engine/statement.js';

/**
 * Work Items that a query finds again in every statement of a transaction, because the transaction holds all that the query depends
 * on. However many they are, they stay in the database: the process neither reads them nor sends them back.
 */
export interface WorkItemSet {
  /** Common tables that the query needs, with a comma behind, or nothing. */
  readonly tables: string;
  /** Query of the identifiers. $1 Organization, $2 Project, $3 the Sprint or Work Item that the set belongs to. */
  readonly ids: string;
}

/**
 * Builds the item $3 or $4, as `root` says, and all that is live below it: one row a level, as long as there is one. An array a level
 * and not a row an item, because a join of unknown many to unknown many is planned badly. The children are looked up parent by
 * parent: `is not distinct from` keeps the planner from going through the whole Project for each. A circle could only close at the
 * root, as every item has one parent.
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

/** The root may be of another Project, what is below it is of its own. */
const ROOT_AND_BELOW = `select id from work_items where organization_id = $1 and project_id = $2 and id = $3
     union select unnest(ids) from level where ids <> array[$3::uuid]`;

/** Sets that are locked together, before the instant of the transaction. */
export const LOCKED_SETS = {
  /** The live items of a Sprint, finished and archived ones too, and every item that ever left it, because its report tells of those. */
  sprint: {
    tables: '',
    ids: `select id from work_items where organization_id = $1 and project_id = $2 and sprint_id = $3 and deleted_at is null
     union select work_item_id from sprint_exits where organization_id = $1 and project_id = $2 and sprint_id = $3`,
  },
  /** A Work Item and every live one below it. */
  tree: { tables: TREE, ids: ROOT_AND_BELOW },
} as const satisfies Record<string, WorkItemSet>;
export type LockedSet = keyof typeof LOCKED_SETS;

/** Sets whose items all go through one change. */
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

/** Builds the common table `member` (id), in id order: it is written in front of a statement. */
export function membersOf({ tables, ids }: WorkItemSet): string {
  return `with recursive ${tables}member (id) as materialized (select id from (${ids}) as found (id) order by id)`;
}

const memberItems = (ending: string) => `member
   cross join lateral (
     select organization_id, id, revision, sprint_id, status, story_points, deleted_at from work_items
     where organization_id = $1 and id = member.id ${ending}
   ) as item`;

/** Builds the items of `member`, one after the other, whatever the planner takes them for. */
export const MEMBER_ITEMS = memberItems('offset 0');

/** Builds the same items, and locks them in the order of `member`: `for update`, as whoever changes an item does. */
export const LOCKED_MEMBER_ITEMS = memberItems('for update');

/**
 * Builds a statement for each of the sets. It is planned for the set at hand: a plan that a connection keeps may be from when there
 * was next to nothing.
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

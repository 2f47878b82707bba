import { randomUUID } from 'node:crypto';
import type { ChangeOfMany, HistoryEvent, SprintId, WorkItemRecord } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { RecordedChanges, RecordedIn } from './recorded-changes.js';
import { SprintEntryTable, SprintExitTable } from './sprint-ledger.table.js';
import { CHANGED_SETS, MEMBER_ITEMS, membersOf, statementsBySet, type ChangedSet } from './work-item-sets.js';

const ENTER = SprintEntryTable.insertManyAs('sprint-ledger.enter');

/** Ends episodes that began in this transaction, which happens for imported items. */
const LEAVE = SprintExitTable.insertManyAs('sprint-ledger.leave');

const EXIT_COLUMNS = SprintExitTable.namesBut('organizationId', 'episodeId');

/**
 * Ends the open episode of each item in its Sprint. An item whose entry was never recorded has no episode: then the exit is skipped without
 * an error, and the report says that the history is incomplete.
 */
const LEAVE_OPEN = statement(
  'sprint-ledger.leave-open',
  `insert into sprint_exits (organization_id, episode_id, ${EXIT_COLUMNS})
   select $1, open.episode_id, ${EXIT_COLUMNS}
   from jsonb_populate_recordset(null::sprint_exits, $2::jsonb) as exit
   cross join lateral (
     select entry.id as episode_id from sprint_entries entry
     where entry.organization_id = $1 and entry.work_item_id = exit.work_item_id and entry.sprint_id = exit.sprint_id
   ) as open
   where not exists (
     select from sprint_exits ended where ended.organization_id = $1 and ended.episode_id = open.episode_id
   )`,
);

/**
 * Ends the open episode of each item of a set in the item's Sprint. The entries are looked up by item: `is not distinct from` keeps the
 * planner from scanning all entries of the Sprint for each item. The scalar subquery keeps it from scanning all exits of the Organization
 * for each entry, including those that this statement adds. $4 instant, $5 reason, $6 destination.
 */
const LEAVE_MANY = statementsBySet(
  CHANGED_SETS,
  'sprint-ledger.leave-many',
  (set) => `insert into sprint_exits (${SprintExitTable.names})
   ${membersOf(set)}
   select $1::uuid, entry.id, $2::uuid, entry.sprint_id, item.id, $4::timestamptz, $5::text, $6::uuid, item.status, item.story_points
   from ${MEMBER_ITEMS}
   cross join lateral (
     select id, sprint_id from sprint_entries
     where organization_id = $1 and work_item_id = item.id and sprint_id is not distinct from item.sprint_id offset 0
   ) as entry
   where (select ended.at from sprint_exits ended where ended.organization_id = $1 and ended.episode_id = entry.id) is null`,
);

/** Begins an episode in a Sprint for each item of a set. $4 Sprint, $5 instant, $6 reason. */
const ENTER_MANY = statementsBySet(
  CHANGED_SETS,
  'sprint-ledger.enter-many',
  (set) => `insert into sprint_entries (${SprintEntryTable.names})
   ${membersOf(set)}
   select $1::uuid, gen_random_uuid(), $2::uuid, $4::uuid, item.id, $5::timestamptz, $6::text, item.status, item.story_points
   from ${MEMBER_ITEMS}`,
);

/**
 * Registers the ledger rows of one change of a set: a completion ends an episode of each item and can begin another, a deletion ends one.
 * Must be registered before the change itself.
 */
export function writeSprintLedgerOfMany(
  transaction: SqlTransaction,
  { organizationId, projectId }: RecordedIn,
  set: ChangedSet,
  anchor: string,
  { at, change }: ChangeOfMany<'sprint_changed'> | ChangeOfMany<'work_item_deleted'>,
): void {
  const to = change.action === 'sprint_changed' ? change.to : null;
  const reason: Movement['reason'] = change.action === 'sprint_changed' ? 'completion' : 'deletion';
  const values = [organizationId, projectId, anchor];
  transaction.write(LEAVE_MANY[set], [...values, at, reason, to]);
  if (to !== null) transaction.write(ENTER_MANY[set], [...values, to, at, reason]);
}

/** The cause of a change of the Sprint. */
export type MovedBy = 'update' | 'completion';

/** Returns the cause of a move, given the Sprint that the item left and the instant. */
export type CauseOfMoving = (from: SprintId | null, at: Date) => MovedBy;

type Standing = Pick<WorkItemRecord, 'status' | 'storyPoints'>;

/** A move of an item into a Sprint, out of one, or both, with the state of the item right after the request that moved it. */
interface Movement extends Standing {
  readonly at: Date;
  readonly from: SprintId | null;
  readonly to: SprintId | null;
  readonly reason: 'creation' | MovedBy | 'deletion';
}

/**
 * Registers every entry and exit of Sprints that follows from the history of one Project's items. The ledger is derived from history only,
 * so no entry or exit can be forgotten.
 */
export function writeSprintLedger(
  transaction: SqlTransaction,
  { organizationId, projectId }: RecordedIn,
  changes: readonly RecordedChanges[],
  causeOf: CauseOfMoving,
): void {
  const entries: object[] = [];
  const exits: object[] = [];
  const openExits: object[] = [];
  for (const { item, events } of changes) {
    let episodeId: string | undefined;
    for (const { from, to, at, reason, status, storyPoints } of movementsOf(item, events, causeOf)) {
      const row = { organizationId, projectId, workItemId: item.id, at, reason, status, storyPoints };
      if (from !== null) {
        const destinationId = reason === 'completion' ? to : null;
        const exit = SprintExitTable.plain({ ...row, sprintId: from, destinationId, episodeId });
        (episodeId === undefined ? openExits : exits).push(exit);
      }
      episodeId = to === null ? undefined : randomUUID();
      if (to !== null && episodeId !== undefined) {
        entries.push(SprintEntryTable.plain({ ...row, sprintId: to, id: episodeId }));
      }
    }
  }
  // Before the entries, so that the open episode of an item is the one that it leaves.
  transaction.writeRows(LEAVE_OPEN, openExits, organizationId);
  transaction.writeRows(ENTER, entries, organizationId);
  transaction.writeRows(LEAVE, exits, organizationId);
}

/** Lists the moves in the order they happened. Reads the events backwards, because only the state after all of them is known. */
function movementsOf(
  item: RecordedChanges['item'],
  events: readonly HistoryEvent[],
  causeOf: CauseOfMoving,
): readonly Movement[] {
  const movements: Movement[] = [];
  let { status, storyPoints } = item;
  let after: Standing = item;
  let instant: number | undefined;
  for (const { change, at } of [...events].reverse()) {
    // All events of one request have one instant.
    if (at.getTime() !== instant) after = { status, storyPoints };
    instant = at.getTime();
    const standing = { at, status: after.status, storyPoints: after.storyPoints };
    if (change.action === 'status_changed') status = change.from;
    else if (change.action === 'story_points_changed') storyPoints = change.from;
    else if (change.action === 'sprint_changed') {
      const { from, to } = change;
      movements.push({ ...standing, from, to, reason: causeOf(from, at) });
    } else if (change.action === 'created' && change.initial.sprint !== null) {
      movements.push({ ...standing, from: null, to: change.initial.sprint, reason: 'creation' });
    } else if (change.action === 'work_item_deleted' && item.sprintId !== null) {
      movements.push({ ...standing, from: item.sprintId, to: null, reason: 'deletion' });
    } else if (change.action === 'work_item_restored' && change.sprint !== null) {
      movements.push({ ...standing, from: null, to: change.sprint, reason: 'update' });
    }
  }
  return movements.reverse();
}

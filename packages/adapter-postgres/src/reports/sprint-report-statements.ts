import type { ReportedSprint } from '@worktrack/application';
import type { EpisodeEnd, SprintId, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import { DATABASE_CLOCK, statement } from '../engine/statement.js';

/*
 * Each statement reads one table; rows are combined by identifier in the process. The plan of a join of thousands of rows would depend on
 * statistics, and there are none for a new Sprint. All rows of a statement are one JSON value with instants in milliseconds, because the
 * driver would block the event loop with tens of thousands of single rows.
 */

/** The maximum number of Work Items that the report of one Sprint covers: the first by key. */
export const REPORTED_ITEMS = 5_000;

/** The result of a statement that returns all its rows as one value. */
export interface AllRows<Row> {
  readonly rows: readonly Row[];
}

const all = (columns: string, order = '') =>
  `select coalesce(json_agg(json_build_array(${columns})${order}), '[]') as rows`;

const inMilliseconds = (instant: string) => `(extract(epoch from ${instant}) * 1000)::bigint`;

export type SprintRow = ReportedSprint['sprint'] & { readonly now: Date };

/** Reads the Sprint and the present. $1 Organization, $2 Project, $3 Sprint. */
export const SPRINT = statement(
  'sprint-report.sprint',
  `select id, name, state, start_date as "startDate", end_date as "endDate", goal, target_points as "targetPoints",
     updated_at as "updatedAt", started_at as "startedAt", completed_at as "completedAt",
     greatest(${DATABASE_CLOCK}, updated_at) as now
   from sprints where organization_id = $1 and project_id = $2 and id = $3`,
);

/** A Work Item, with its current values if the Sprint is not done. `present` is true when it is live and in the Sprint. */
export type ItemRow = readonly [
  id: WorkItemId,
  number: number,
  present: boolean,
  title: string | null,
  status: WorkItemStatus | null,
  storyPoints: number | null,
  changedAt: number | null,
];

/**
 * Reads the first Work Items by key, and one more if there are more: those of the baseline or of the outcome, and those with an episode
 * that neither ended by the start nor began after the boundary; for a Sprint that is not done also those that are in it now.
 * $1 Organization, $2 Sprint, $3 start, $4 boundary, $5 true when it is done.
 */
export const ITEMS = statement(
  'sprint-report.items',
  `${all('id, number, present, title, status, story_points, changed_at', ' order by number')}
   from (
     select id, number, deleted_at is null and sprint_id is not distinct from $2 as present,
       case when not $5::boolean then title end as title, case when not $5::boolean then status end as status,
       case when not $5::boolean then story_points end as story_points,
       case when not $5::boolean then ${inMilliseconds('updated_at')} end as changed_at
     from work_items
     where organization_id = $1 and id = any(array(
       select work_item_id from sprint_entries where organization_id = $1 and sprint_id = $2 and at <= $4::timestamptz
         and id not in (
           select episode_id from sprint_exits where organization_id = $1 and sprint_id = $2 and at <= $3::timestamptz
         )
       union
       select work_item_id from sprint_commitments where organization_id = $1 and sprint_id = $2
       union
       select work_item_id from sprint_outcomes where organization_id = $1 and sprint_id = $2
       union
       select id from work_items where organization_id = $1 and sprint_id = $2 and deleted_at is null and not $5::boolean
     ))
     order by number limit ${REPORTED_ITEMS + 1}
   ) as item`,
);

export type EntryRow = readonly [
  id: string,
  workItemId: WorkItemId,
  enteredAt: number,
  status: WorkItemStatus,
  storyPoints: number | null,
];

/** Reads the entries up to the boundary. $1 Organization, $2 Sprint, $3 the items, $4 boundary. */
export const ENTRIES = statement(
  'sprint-report.entries',
  `${all(`id, work_item_id, ${inMilliseconds('at')}, status, story_points`)}
   from sprint_entries
   where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[]) and at <= $4::timestamptz`,
);

export type ExitRow = readonly [
  episodeId: string,
  at: number,
  reason: EpisodeEnd['reason'],
  status: WorkItemStatus,
  storyPoints: number | null,
  destinationId: SprintId | null,
];

/** Reads the exits up to the boundary. Parameters as for `ENTRIES`. */
export const EXITS = statement(
  'sprint-report.exits',
  `${all(`episode_id, ${inMilliseconds('at')}, reason, status, story_points, destination_id`)}
   from sprint_exits
   where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[]) and at <= $4::timestamptz`,
);

/** Reads the Sprints that the completion moved items to. $1 Organization, $2 Sprint. */
export const DESTINATIONS = statement(
  'sprint-report.destinations',
  `${all('id, name')}
   from sprints where organization_id = $1 and id = any(array(
     select distinct destination_id from sprint_exits
     where organization_id = $1 and sprint_id = $2 and destination_id is not null
   ))`,
);

export type CommitmentRow = readonly [workItemId: WorkItemId, status: WorkItemStatus, storyPoints: number | null];

/** Reads the baseline. $1 Organization, $2 Sprint, $3 the items. */
export const COMMITMENTS = statement(
  'sprint-report.commitments',
  `${all('work_item_id, status, story_points')}
   from sprint_commitments where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[])`,
);

/** State of a Work Item at the boundary; unknown members are `null`. */
export type OutcomeRow = readonly [
  workItemId: WorkItemId,
  title: string | null,
  status: WorkItemStatus | null,
  storyPoints: number | null,
  doneAt: number | null,
];

/** Reads the outcome. Parameters as for `COMMITMENTS`. */
export const OUTCOMES = statement(
  'sprint-report.outcomes',
  `${all(`work_item_id, title, status, story_points, ${inMilliseconds('done_at')}`)}
   from sprint_outcomes where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[])`,
);

/** Reads the items that left before the end and did not return. Parameters as for `COMMITMENTS`. */
export const DEPARTURES = statement(
  'sprint-report.departures',
  `${all(`work_item_id, title, status, story_points, ${inMilliseconds('done_at')}`)}
   from sprint_departures where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[])`,
);

const ENTRY_TO_DONE = `(action = 'status_changed' and detail ->> 'to' = 'done'
       or action = 'created' and detail -> 'initial' ->> 'status' = 'done')`;

/** Builds the last value of a member in history. */
const last = (member: string, change: string) =>
  `(array_agg(
       case action when 'created' then detail -> 'initial' ->> '${member}' else detail ->> 'to' end order by sequence desc
     ) filter (where action in ('created', '${change}')))[1]`;

/**
 * Reads departures from history, for Sprints that ended before departures were stored, and for imported Sprints. $1 Organization,
 * $2 the items, $3 boundary.
 */
export const OUTCOMES_IN_HISTORY = statement(
  'sprint-report.outcomes-in-history',
  `${all(`work_item_id, title, status, points, ${inMilliseconds('done_at')}`)}
   from (
     select work_item_id, ${last('title', 'title_changed')} as title, ${last('status', 'status_changed')} as status,
       ${last('storyPoints', 'story_points_changed')}::integer as points, max(at) filter (where ${ENTRY_TO_DONE}) as done_at
     from work_item_history
     where organization_id = $1 and work_item_id = any($2::uuid[]) and at <= $3::timestamptz
       and action in ('created', 'title_changed', 'status_changed', 'story_points_changed')
     group by work_item_id
   ) as past`,
);

export type LastDoneRow = readonly [workItemId: WorkItemId, doneAt: number];

/** Reads the last entry to done of each item. $1 Organization, $2 the items. */
export const LAST_DONE = statement(
  'sprint-report.last-done',
  `${all(`work_item_id, ${inMilliseconds('done_at')}`)}
   from (
     select work_item_id, max(at) as done_at
     from work_item_history
     where organization_id = $1 and work_item_id = any($2::uuid[]) and action in ('created', 'status_changed')
       and ${ENTRY_TO_DONE}
     group by work_item_id
   ) as past`,
);

export type DoneRow = readonly [workItemId: WorkItemId, at: number, done: boolean];

/**
 * Reads the changes to and from done after the start and up to the boundary, in order. $1 Organization, $2 the items, $3 start,
 * $4 boundary.
 */
export const DONE_CHANGES = statement(
  'sprint-report.done-changes',
  `${all(`work_item_id, ${inMilliseconds('at')}, detail ->> 'to' = 'done'`, ' order by sequence')}
   from work_item_history
   where organization_id = $1 and work_item_id = any($2::uuid[]) and action = 'status_changed'
     and at > $3::timestamptz and at <= $4::timestamptz and (detail ->> 'to' = 'done' or detail ->> 'from' = 'done')`,
);

export interface GapsRow {
  readonly missing: boolean;
}

/**
 * Checks whether the ledger lacks a departure after the start and before the boundary: that of an item whose entry was never recorded.
 * $1 Organization, $2 Sprint, $3 start, $4 boundary.
 */
export const GAPS = statement(
  'sprint-report.gaps',
  `select exists (
     select work_item_id, at from work_item_history
     where organization_id = $1 and action = 'sprint_changed' and detail ->> 'from' = $2::uuid::text
       and at > $3::timestamptz and at < $4::timestamptz
     union all
     select id, deleted_at from work_items
     where organization_id = $1 and sprint_id = $2 and deleted_at > $3::timestamptz and deleted_at < $4::timestamptz
     except
     select work_item_id, at from sprint_exits where organization_id = $1 and sprint_id = $2
   ) as missing`,
);

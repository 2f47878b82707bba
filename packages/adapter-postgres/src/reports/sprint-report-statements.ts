import type { ReportedSprint } from '@worktrack/application';
import type { EpisodeEnd, ProjectKey, SprintId, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import { statement } from '../sql/statement.js';

/*
 * One table a statement: what belongs together is put together afterwards, by identifier. A join of thousands of rows would depend on
 * what the planner takes them for, and of a Sprint that is new it knows nothing.
 */

/** Distinct Work Items that the report of one Sprint is made of, at the most: the first by key. */
export const REPORTED_ITEMS = 5_000;

export type SprintRow = ReportedSprint['sprint'] & { readonly now: Date };

/** The Sprint, and the present. $1 Organization, $2 Project, $3 Sprint. */
export const SPRINT = statement(
  'sprint-report.sprint',
  `select id, name, state, start_date as "startDate", end_date as "endDate", goal, target_points as "targetPoints",
     updated_at as "updatedAt", started_at as "startedAt", completed_at as "completedAt",
     greatest(date_trunc('milliseconds', clock_timestamp()), updated_at) as now
   from sprints where organization_id = $1 and project_id = $2 and id = $3`,
);

/** How a Work Item is now; of a Sprint that is done only what never changes is used. */
export interface ItemRow {
  readonly id: WorkItemId;
  readonly projectKey: ProjectKey;
  readonly number: number;
  readonly title: string;
  readonly status: WorkItemStatus;
  readonly storyPoints: number | null;
  /** It is live and in the Sprint. */
  readonly present: boolean;
}

/**
 * The first by key, and one more to tell that there are more, of what was committed and what had an episode that neither ended by the
 * start nor began after the boundary; and of what the Sprint's own books or the items themselves have in it. $1 Organization,
 * $2 Sprint, $3 start, $4 boundary, $5 whether it is done.
 */
export const ITEMS = statement(
  'sprint-report.items',
  `select id, project_key as "projectKey", number, title, status, story_points as "storyPoints",
     deleted_at is null and sprint_id is not distinct from $2 as present
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
   order by number limit ${REPORTED_ITEMS + 1}`,
);

export interface EntryRow {
  readonly id: string;
  readonly workItemId: WorkItemId;
  readonly enteredAt: Date;
  readonly status: WorkItemStatus;
  readonly storyPoints: number | null;
}

/** $1 Organization, $2 Sprint, $3 the items, $4 boundary. */
export const ENTRIES = statement(
  'sprint-report.entries',
  `select id, work_item_id as "workItemId", at as "enteredAt", status, story_points as "storyPoints"
   from sprint_entries
   where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[]) and at <= $4::timestamptz`,
);

export interface ExitRow {
  readonly episodeId: string;
  readonly at: Date;
  readonly reason: EpisodeEnd['reason'];
  readonly status: WorkItemStatus;
  readonly storyPoints: number | null;
  readonly destinationId: SprintId | null;
}

/** As the entries. */
export const EXITS = statement(
  'sprint-report.exits',
  `select episode_id as "episodeId", at, reason, status, story_points as "storyPoints", destination_id as "destinationId"
   from sprint_exits
   where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[]) and at <= $4::timestamptz`,
);

/** The Sprints that a completion moved something to. $1 Organization, $2 Sprint. */
export const DESTINATIONS = statement(
  'sprint-report.destinations',
  `select id, name from sprints where organization_id = $1 and id = any(array(
     select distinct destination_id from sprint_exits
     where organization_id = $1 and sprint_id = $2 and destination_id is not null
   ))`,
);

export interface CommitmentRow {
  readonly workItemId: WorkItemId;
  readonly status: WorkItemStatus;
  readonly storyPoints: number | null;
}

/** $1 Organization, $2 Sprint, $3 the items. */
export const COMMITMENTS = statement(
  'sprint-report.commitments',
  `select work_item_id as "workItemId", status, story_points as "storyPoints"
   from sprint_commitments where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[])`,
);

/** What a Work Item was at the boundary; members that nobody knows are `null`. */
export interface OutcomeRow {
  readonly workItemId: WorkItemId;
  readonly title: string | null;
  readonly status: WorkItemStatus | null;
  readonly storyPoints: number | null;
  readonly doneAt: Date | null;
}

/** As the commitments. */
export const OUTCOMES = statement(
  'sprint-report.outcomes',
  `select work_item_id as "workItemId", title, status, story_points as "storyPoints", done_at as "doneAt"
   from sprint_outcomes where organization_id = $1 and sprint_id = $2 and work_item_id = any($3::uuid[])`,
);

const ENTRY_TO_DONE = `(action = 'status_changed' and detail ->> 'to' = 'done'
       or action = 'created' and detail -> 'initial' ->> 'status' = 'done')`;

/** The last value of a member that history tells. */
const last = (member: string, change: string) =>
  `(array_agg(
       case action when 'created' then detail -> 'initial' ->> '${member}' else detail ->> 'to' end order by sequence desc
     ) filter (where action in ('created', '${change}')))[1]`;

/** The same by history, of what had left before. $1 Organization, $2 the items, $3 boundary. */
export const OUTCOMES_IN_HISTORY = statement(
  'sprint-report.outcomes-in-history',
  `select work_item_id as "workItemId", ${last('title', 'title_changed')} as title,
     ${last('status', 'status_changed')} as status, ${last('storyPoints', 'story_points_changed')}::integer as "storyPoints",
     max(at) filter (where ${ENTRY_TO_DONE}) as "doneAt"
   from work_item_history
   where organization_id = $1 and work_item_id = any($2::uuid[]) and at <= $3::timestamptz
     and action in ('created', 'title_changed', 'status_changed', 'story_points_changed')
   group by work_item_id`,
);

/** The last entry to done of each. $1 Organization, $2 the items. */
export const LAST_DONE = statement(
  'sprint-report.last-done',
  `select work_item_id as "workItemId", max(at) as "doneAt"
   from work_item_history
   where organization_id = $1 and work_item_id = any($2::uuid[]) and action in ('created', 'status_changed')
     and ${ENTRY_TO_DONE}
   group by work_item_id`,
);

export interface StatusRow {
  readonly workItemId: WorkItemId;
  readonly at: Date;
  readonly status: WorkItemStatus;
}

/** What became of the status after the start and by the boundary. $1 Organization, $2 the items, $3 start, $4 boundary. */
export const STATUSES = statement(
  'sprint-report.statuses',
  `select work_item_id as "workItemId", at, detail ->> 'to' as status
   from work_item_history
   where organization_id = $1 and work_item_id = any($2::uuid[]) and action = 'status_changed'
     and at > $3::timestamptz and at <= $4::timestamptz
   order by sequence`,
);

/**
 * Whether something left the Sprint after its start and before the boundary that the ledger does not have: an item whose entry was
 * never recorded. $1 Organization, $2 Project, $3 Sprint, $4 start, $5 boundary.
 */
export const GAPS = statement(
  'sprint-report.gaps',
  `select exists (
     select work_item_id, at from work_item_history
     where organization_id = $1 and project_id = $2 and action = 'sprint_changed' and detail ->> 'from' = $3::uuid::text
       and at > $4::timestamptz and at < $5::timestamptz
     union all
     select id, deleted_at from work_items
     where organization_id = $1 and sprint_id = $3 and deleted_at > $4::timestamptz and deleted_at < $5::timestamptz
     except
     select work_item_id, at from sprint_exits where organization_id = $1 and sprint_id = $3
   ) as missing`,
);

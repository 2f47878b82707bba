import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Precomputed rows for Project reports: the spans of each Work Item's status and points, and one row an item of its way through the
 * statuses. Both are derived from history, and existing Work Items get theirs from it.
 */
export class Flow1795996800000 implements MigrationInterface {
  readonly name = '0011-flow-1795996800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(FROM_HISTORY);
    await runner.query(INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index live_work_items; drop table item_flow, status_spans');
  }
}

const KNOWN_STATUS = `check (status in ('backlog', 'todo', 'in_progress', 'in_review', 'done'))`;

const TABLES = /* sql */ `
-- A span ends where the next one of its item begins. The first one is the creation: nothing was before it.
create table status_spans (
  organization_id uuid not null,
  work_item_id uuid not null,
  sequence integer not null,
  project_id uuid not null,
  began_at timestamptz(3) not null,
  status text collate "C" not null constraint span_has_a_known_status ${KNOWN_STATUS},
  previous_status text collate "C",
  story_points integer,
  previous_story_points integer,
  primary key (organization_id, work_item_id, sequence)
);

create table item_flow (
  organization_id uuid not null,
  work_item_id uuid not null,
  project_id uuid not null,
  created_at timestamptz(3) not null,
  -- The first entry to each status.
  backlog_at timestamptz(3),
  todo_at timestamptz(3),
  in_progress_at timestamptz(3),
  in_review_at timestamptz(3),
  done_at timestamptz(3),
  -- The latest entry to done, and the change out of done that followed it.
  resolved_at timestamptz(3),
  reopened_at timestamptz(3),
  -- The latest entry to the present status.
  since timestamptz(3) not null,
  primary key (organization_id, work_item_id)
);
`;

/**
 * Creation and the changes of status and points of each Work Item in their order. What a change leaves as it is comes from the latest
 * one before that did set it; what came before a creation, and then is no history, counts for nothing.
 */
const FROM_HISTORY = /* sql */ `
insert into status_spans
  (organization_id, work_item_id, sequence, project_id, began_at, status, previous_status, story_points, previous_story_points)
select organization_id, work_item_id, sequence, project_id, at, status, lag(status) over spans, story_points,
  lag(story_points) over spans
from (
  select organization_id, project_id, work_item_id, sequence, at,
    first_value(status) over (partition by organization_id, work_item_id, statuses order by sequence) as status,
    first_value(story_points) over (partition by organization_id, work_item_id, estimates order by sequence) as story_points
  from (
    select organization_id, project_id, work_item_id, at, row_number() over past as sequence,
      case action when 'created' then detail -> 'initial' ->> 'status' when 'status_changed' then detail ->> 'to' end as status,
      (case action when 'created' then detail -> 'initial' ->> 'storyPoints' when 'story_points_changed' then detail ->> 'to' end
      )::integer as story_points,
      count(*) filter (where action <> 'story_points_changed') over past as statuses,
      count(*) filter (where action <> 'status_changed') over past as estimates,
      count(*) filter (where action = 'created') over past as creations
    from work_item_history
    where action in ('created', 'status_changed', 'story_points_changed')
    window past as (partition by organization_id, work_item_id order by sequence)
  ) change
  where creations > 0
) standing
window spans as (partition by organization_id, work_item_id order by sequence);

insert into item_flow
  (organization_id, work_item_id, project_id, created_at, backlog_at, todo_at, in_progress_at, in_review_at, done_at, resolved_at,
   reopened_at, since)
select organization_id, work_item_id, project_id, min(began_at),
  min(began_at) filter (where status = 'backlog'),
  min(began_at) filter (where status = 'todo'),
  min(began_at) filter (where status = 'in_progress'),
  min(began_at) filter (where status = 'in_review'),
  min(began_at) filter (where status = 'done'),
  max(began_at) filter (where status = 'done'),
  case when (array_agg(status order by sequence desc))[1] <> 'done'
    then max(began_at) filter (where previous_status = 'done' and status <> 'done') end,
  max(began_at)
from status_spans
where status is distinct from previous_status
group by organization_id, work_item_id, project_id;
`;

const INDEXES = /* sql */ `
alter table status_spans
  add constraint span_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id);
alter table item_flow
  add constraint flow_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id);

-- A window of days is read from these, and from nothing else.
create index spans_of_a_project on status_spans (organization_id, project_id, began_at)
  include (work_item_id, status, previous_status, story_points, previous_story_points);
create index items_by_creation on item_flow (organization_id, project_id, created_at) include (work_item_id);
create index items_by_resolution on item_flow (organization_id, project_id, resolved_at) include (work_item_id, reopened_at)
  where resolved_at is not null;
create index items_by_reopening on item_flow (organization_id, project_id, reopened_at) include (work_item_id)
  where reopened_at is not null;

-- Whom a report counts, and what it is counted by: without the descriptions in between. By id, so that no list is tempted by it.
create index live_work_items on work_items (organization_id, project_id, id)
  include (number, status, story_points, type, priority, assignee_id, sprint_id, created_at)
  where deleted_at is null and archived_at is null;

grant select, insert, update, delete on status_spans, item_flow to worktrack_app;
analyze status_spans;
analyze item_flow;
`;

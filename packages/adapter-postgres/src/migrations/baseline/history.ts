import { KNOWN_STATUS, neverRewritten, ROWS_ARE_ADDED } from './terms.js';

/** The history of Work Items, and the rows that reports keep precomputed of it. */
export const HISTORY = /* sql */ `
create table work_item_history (
  organization_id uuid not null,
  id uuid not null,
  sequence bigint generated always as identity,
  transaction_id xid8 not null default pg_current_xact_id(),
  project_id uuid not null,
  work_item_id uuid not null,
  revision integer not null,
  at timestamptz(3) not null,
  actor_id uuid constraint actor_is_a_user references users (id),
  action text collate "C" not null,
  detail jsonb,
  primary key (organization_id, id),
  constraint history_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
) with (${ROWS_ARE_ADDED});
${neverRewritten('work_item_history', 'history_is_never_rewritten')}
create index history_of_a_work_item on work_item_history (organization_id, work_item_id, at, id);
create index history_of_a_project on work_item_history (organization_id, project_id, at, id);
create index history_of_an_actor on work_item_history (organization_id, actor_id, at desc, id desc)
  where action in ('created', 'comment_added', 'comment_replied', 'status_changed');
-- By which a report sees whether the ledger misses a leaving.
create index leavings_of_a_sprint on work_item_history (organization_id, (detail ->> 'from'), at)
  where action = 'sprint_changed';
create index changes_of_fields on work_item_history (organization_id, action, at, work_item_id)
  where action in ('status_changed', 'priority_changed', 'assigned', 'sprint_changed', 'title_changed', 'due_date_changed',
    'parent_changed');
-- The statuses that each Work Item ever had: whether it was in one is a lookup, and reads no history of anything else.
create index statuses_of_work_items on work_item_history (organization_id, work_item_id,
    (case action when 'created' then detail -> 'initial' ->> 'status' else detail ->> 'to' end))
  where action in ('created', 'status_changed');
-- A label that history names is never deleted.
create index attachments_of_a_label on work_item_history (organization_id, (detail ->> 'label'))
  where action = 'label_added';

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
  primary key (organization_id, work_item_id, sequence),
  constraint span_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);

-- The way of each Work Item through the statuses.
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
  primary key (organization_id, work_item_id),
  constraint flow_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);

-- A window of days is read from these, and from nothing else.
create index spans_of_a_project on status_spans (organization_id, project_id, began_at)
  include (work_item_id, status, previous_status, story_points, previous_story_points);
create index items_by_creation on item_flow (organization_id, project_id, created_at) include (work_item_id);
create index items_by_resolution on item_flow (organization_id, project_id, resolved_at) include (work_item_id, reopened_at)
  where resolved_at is not null;
create index items_by_reopening on item_flow (organization_id, project_id, reopened_at) include (work_item_id)
  where reopened_at is not null;
`;

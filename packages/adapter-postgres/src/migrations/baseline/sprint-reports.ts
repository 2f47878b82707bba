import { KNOWN_STATUS, neverRewritten } from './terms.js';

/** The ledger of Sprints, which is never rewritten, and the reports that users save of them. */
export const SPRINT_REPORTS = /* sql */ `
create table sprint_commitments (
  organization_id uuid not null,
  sprint_id uuid not null,
  work_item_id uuid not null,
  project_id uuid not null,
  at timestamptz(3) not null,
  status text collate "C" not null constraint commitment_has_a_known_status ${KNOWN_STATUS},
  story_points integer,
  primary key (organization_id, sprint_id, work_item_id),
  constraint commitment_is_of_a_sprint foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint commitment_is_to_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);
${neverRewritten('sprint_commitments', 'commitments_are_never_rewritten')}
-- An entry and its exit are an episode: that of a Work Item in a Sprint. Status and points are those right after the change.
create table sprint_entries (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  sprint_id uuid not null,
  work_item_id uuid not null,
  at timestamptz(3) not null,
  reason text collate "C" not null
    constraint entry_has_a_known_reason check (reason in ('creation', 'update', 'completion')),
  status text collate "C" not null constraint entry_has_a_known_status ${KNOWN_STATUS},
  story_points integer,
  primary key (organization_id, id),
  constraint entry_is_into_a_sprint foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint entry_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);
create index entries_of_a_sprint on sprint_entries (organization_id, sprint_id, at);
create index entries_of_a_work_item on sprint_entries (organization_id, work_item_id, at);
${neverRewritten('sprint_entries', 'entries_are_never_rewritten')}
create table sprint_exits (
  organization_id uuid not null,
  episode_id uuid not null,
  project_id uuid not null,
  sprint_id uuid not null,
  work_item_id uuid not null,
  at timestamptz(3) not null,
  reason text collate "C" not null
    constraint exit_has_a_known_reason check (reason in ('update', 'completion', 'deletion')),
  -- Where a completion sent it; the backlog is none.
  destination_id uuid constraint only_a_completion_has_a_destination check (destination_id is null or reason = 'completion'),
  status text collate "C" not null constraint exit_has_a_known_status ${KNOWN_STATUS},
  story_points integer,
  primary key (organization_id, episode_id),
  constraint exit_ends_an_episode foreign key (organization_id, episode_id) references sprint_entries (organization_id, id),
  constraint exit_is_from_a_sprint foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint exit_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id),
  constraint exit_leads_to_a_sprint foreign key (organization_id, project_id, destination_id)
    references sprints (organization_id, project_id, id)
);
create index exits_of_a_sprint on sprint_exits (organization_id, sprint_id, at);
${neverRewritten('sprint_exits', 'exits_are_never_rewritten')}
-- How Work Items that were in a Sprint at its end stood at that end.
create table sprint_outcomes (
  organization_id uuid not null,
  sprint_id uuid not null,
  work_item_id uuid not null,
  project_id uuid not null,
  at timestamptz(3) not null,
  project_key text collate "C" not null,
  number bigint not null,
  title text collate "C" not null,
  status text collate "C" not null constraint outcome_has_a_known_status ${KNOWN_STATUS},
  story_points integer,
  -- Its last entry to done; null where it is not done.
  done_at timestamptz(3) constraint only_what_is_done_has_been_done check (done_at is null or status = 'done'),
  primary key (organization_id, sprint_id, work_item_id),
  constraint outcome_is_of_a_sprint foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint outcome_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);
${neverRewritten('sprint_outcomes', 'outcomes_are_never_rewritten')}
-- How Work Items that left a Sprint before its end stood at that end.
create table sprint_departures (
  organization_id uuid not null,
  sprint_id uuid not null,
  work_item_id uuid not null,
  project_id uuid not null,
  at timestamptz(3) not null,
  title text collate "C" not null,
  status text collate "C" not null constraint departure_has_a_known_status ${KNOWN_STATUS},
  story_points integer,
  -- Its last entry to done; null where it never was.
  done_at timestamptz(3),
  primary key (organization_id, sprint_id, work_item_id),
  constraint departure_is_from_a_sprint foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint departure_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);
${neverRewritten('sprint_departures', 'departures_are_never_rewritten')}
-- One row for each Sprint that is done, with the figures of its report at its end: what velocity reads.
create table sprint_summaries (
  organization_id uuid not null,
  sprint_id uuid not null,
  project_id uuid not null,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3) not null,
  committed_items bigint not null,
  committed_points bigint not null,
  completed_items bigint not null,
  completed_points bigint not null,
  carried_over_items bigint not null,
  carried_over_points bigint not null,
  added_items bigint not null,
  added_points bigint not null,
  removed_items bigint not null,
  removed_points bigint not null,
  rows_capped boolean not null,
  history_incomplete boolean not null,
  commitment_unavailable boolean not null,
  primary key (organization_id, sprint_id),
  constraint summary_is_of_a_sprint foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id)
);
create index summaries_of_a_project on sprint_summaries (organization_id, project_id, completed_at desc, sprint_id desc);
${neverRewritten('sprint_summaries', 'summaries_are_never_rewritten')}
-- Reports that users save under a name, and the pins of their readers.
create table saved_sprint_reports (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  -- Null when the account of the owner was removed.
  owner_id uuid,
  name text collate "C" not null,
  folded_name text collate "C" not null,
  sprint text collate "C" not null
    constraint saved_report_has_a_known_sprint check (sprint in ('one', 'active', 'last-completed')),
  sprint_id uuid,
  settings jsonb not null,
  shared boolean not null,
  revision integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint saved_report_names_its_sprint check ((sprint = 'one') = (sprint_id is not null)),
  constraint private_saved_report_has_an_owner check (shared or owner_id is not null),
  constraint saved_report_name_is_taken unique (organization_id, project_id, owner_id, folded_name),
  constraint saved_report_is_of_a_project foreign key (organization_id, project_id)
    references projects (organization_id, id),
  constraint saved_report_shows_a_sprint_of_its_project foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint saved_report_has_an_owner foreign key (owner_id) references users (id)
);
create index saved_reports_of_an_owner on saved_sprint_reports (owner_id);

create table saved_sprint_report_pins (
  organization_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  pinned_at timestamptz(3) not null,
  primary key (organization_id, report_id, user_id),
  constraint pin_is_of_a_saved_report foreign key (organization_id, report_id)
    references saved_sprint_reports (organization_id, id) on delete cascade,
  constraint pin_is_of_a_user foreign key (user_id) references users (id)
);
create index pins_of_a_user on saved_sprint_report_pins (user_id, organization_id);
`;

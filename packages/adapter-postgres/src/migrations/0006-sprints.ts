import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for the lists of Sprints, and the ledger of their Work Items: baselines, entries, exits and outcomes, none of
 * which is ever rewritten. Existing Work Items get their entries and exits from their history.
 */
export class Sprints1795564800000 implements MigrationInterface {
  readonly name = '0006-sprints-1795564800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ORDER);
    await runner.query(LEDGER);
    await runner.query(FROM_HISTORY);
    await runner.query(GUARDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}

/** Dated ones first: what has no start date comes after every date there is. */
const ORDER = /* sql */ `
create index sprints_by_start_date
  on sprints (organization_id, project_id, coalesce(start_date, 'infinity'::timestamptz), id);
`;

const KNOWN_STATUS = `check (status in ('backlog', 'todo', 'in_progress', 'in_review', 'done'))`;

/** An entry and its exit are an episode: that of a Work Item in a Sprint. Status and points are those right after the change. */
const LEDGER = /* sql */ `
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

grant select, insert on sprint_commitments, sprint_entries, sprint_exits, sprint_outcomes to worktrack_app;
`;

/** Selects the value of `member` right after a revision: from the last change up to it, or from the creation. */
const valueAfter = (revision: string, member: string, change: string) => `(
    select case past.action when 'created' then past.detail -> 'initial' ->> '${member}' else past.detail ->> 'to' end
    from work_item_history past
    where past.organization_id = episode.organization_id and past.work_item_id = episode.work_item_id
      and past.action in ('created', '${change}') and past.revision <= episode.${revision}
    order by past.sequence desc limit 1)`;

/**
 * Creation, changes of the Sprint and deletion of each Work Item, in their order: one that leads into a Sprint begins an episode,
 * which the next one ends.
 */
const FROM_HISTORY = /* sql */ `
create temporary table episodes on commit drop as
  select gen_random_uuid() as id, move.*
  from (
    select organization_id, project_id, work_item_id, action, revision, at,
      case action when 'created' then detail -> 'initial' ->> 'sprint' when 'sprint_changed' then detail ->> 'to' end::uuid
        as sprint_id,
      lead(action) over moves as exit_action, lead(revision) over moves as exit_revision, lead(at) over moves as exit_at
    from work_item_history
    where action in ('created', 'sprint_changed', 'work_item_deleted')
    window moves as (partition by organization_id, work_item_id order by sequence)
  ) as move
  where sprint_id is not null;

insert into sprint_entries
  (organization_id, id, project_id, sprint_id, work_item_id, at, reason, status, story_points)
select organization_id, id, project_id, sprint_id, work_item_id, at,
  case action when 'created' then 'creation' else 'update' end,
  ${valueAfter('revision', 'status', 'status_changed')},
  ${valueAfter('revision', 'storyPoints', 'story_points_changed')}::integer
from episodes episode;

insert into sprint_exits
  (organization_id, episode_id, project_id, sprint_id, work_item_id, at, reason, status, story_points)
select organization_id, id, project_id, sprint_id, work_item_id, exit_at,
  case exit_action when 'work_item_deleted' then 'deletion' else 'update' end,
  ${valueAfter('exit_revision', 'status', 'status_changed')},
  ${valueAfter('exit_revision', 'storyPoints', 'story_points_changed')}::integer
from episodes episode
where exit_at is not null;
`;

const GUARDS = /* sql */ `
create trigger commitments_are_never_rewritten before update or delete or truncate on sprint_commitments
  for each statement execute function refuse_rewriting();
create trigger entries_are_never_rewritten before update or delete or truncate on sprint_entries
  for each statement execute function refuse_rewriting();
create trigger exits_are_never_rewritten before update or delete or truncate on sprint_exits
  for each statement execute function refuse_rewriting();
create trigger outcomes_are_never_rewritten before update or delete or truncate on sprint_outcomes
  for each statement execute function refuse_rewriting();
`;

const BACK = /* sql */ `
drop table sprint_outcomes, sprint_exits, sprint_entries, sprint_commitments;
drop index sprints_by_start_date;
`;

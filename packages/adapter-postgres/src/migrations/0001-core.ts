import { randomBytes } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INSTANT = `date_trunc('milliseconds', clock_timestamp())`;

/**
 * Organizations, people and tokens; Projects with their Work Items; history, audit trail and idempotency records. Sprints and
 * labels are there from the start, so that Work Items can point at them.
 */
export class Core1763683200000 implements MigrationInterface {
  readonly name = '0001-core-1763683200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(GUARDS);
    await runner.query(PRIVILEGES);
    await runner.query(`insert into server_secrets (name, value) values ('cursor-key', $1)`, [randomBytes(32)]);
  }

  /** There is no way back that keeps the data. */
  down(): Promise<void> {
    return Promise.reject(new Error('The first migration cannot be undone; drop the database instead.'));
  }
}

const TABLES = /* sql */ `
create table organizations (
  id uuid primary key,
  slug text collate "C" not null constraint organization_slug_is_taken unique,
  name text collate "C" not null,
  description text,
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null default ${INSTANT},
  updated_at timestamptz(3) not null default ${INSTANT}
);

create table users (
  id uuid primary key,
  public_id text collate "C" not null constraint public_user_id_is_taken unique,
  email text collate "C" constraint email_is_taken unique,
  name text collate "C" not null,
  default_organization_id uuid constraint default_organization_exists references organizations (id),
  created_at timestamptz(3) not null default ${INSTANT},
  removed_at timestamptz(3),
  constraint only_a_removed_user_has_no_email check ((email is null) = (removed_at is not null))
);

create table memberships (
  organization_id uuid not null constraint membership_is_in_an_organization references organizations (id),
  user_id uuid not null constraint membership_is_of_a_user references users (id),
  role text collate "C" not null constraint membership_has_a_known_role check (role in ('owner', 'admin', 'member')),
  username text collate "C",
  created_at timestamptz(3) not null default ${INSTANT},
  primary key (organization_id, user_id),
  constraint username_is_taken unique (organization_id, username)
);
create index memberships_of_a_user on memberships (user_id, created_at, organization_id);

create table projects (
  organization_id uuid not null constraint project_is_in_an_organization references organizations (id),
  id uuid not null,
  key text collate "C" not null,
  name text collate "C" not null,
  description text,
  color text collate "C" not null,
  revision integer not null constraint project_revision_starts_at_one check (revision >= 1),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint project_key_is_taken unique (organization_id, key)
);
create index projects_by_name on projects (organization_id, name, id) where archived_at is null;
create index archived_projects_by_name on projects (organization_id, name, id) where archived_at is not null;

create table project_counters (
  organization_id uuid not null,
  project_id uuid not null,
  last_number bigint not null default 0,
  primary key (organization_id, project_id),
  constraint counter_is_of_a_project foreign key (organization_id, project_id) references projects (organization_id, id)
);

create table access_tokens (
  id uuid primary key,
  user_id uuid not null constraint token_is_of_a_user references users (id),
  name text collate "C" not null,
  token_hash bytea not null constraint token_hash_is_unique unique,
  scopes text[] not null,
  created_at timestamptz(3) not null default ${INSTANT},
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index tokens_of_a_user on access_tokens (user_id, created_at, id);

create table token_grants (
  organization_id uuid not null constraint grant_is_of_an_organization references organizations (id),
  token_id uuid not null constraint grant_is_of_a_token references access_tokens (id),
  whole boolean not null,
  primary key (organization_id, token_id)
);
create index grants_of_a_token on token_grants (token_id, organization_id);

create table token_project_grants (
  organization_id uuid not null,
  token_id uuid not null,
  project_id uuid not null,
  primary key (organization_id, token_id, project_id),
  constraint project_grant_is_part_of_a_grant foreign key (organization_id, token_id)
    references token_grants (organization_id, token_id) on delete cascade,
  constraint project_grant_is_of_a_project foreign key (organization_id, project_id)
    references projects (organization_id, id)
);

create table sprints (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text collate "C" not null,
  state text collate "C" not null constraint sprint_has_a_known_state check (state in ('future', 'active', 'done')),
  start_date timestamptz(3),
  end_date timestamptz(3),
  goal text,
  target_points integer constraint sprint_target_is_not_negative check (target_points >= 0),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  revision integer not null constraint sprint_revision_starts_at_one check (revision >= 1),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint sprint_is_of_one_project unique (organization_id, project_id, id),
  constraint sprint_is_in_a_project foreign key (organization_id, project_id) references projects (organization_id, id),
  constraint sprint_does_not_end_before_it_starts check (end_date >= start_date)
);
create unique index one_active_sprint_per_project on sprints (organization_id, project_id) where state = 'active';

create table labels (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text collate "C" not null,
  color text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint label_is_of_one_project unique (organization_id, project_id, id),
  constraint label_name_is_taken unique (organization_id, project_id, name),
  constraint label_is_in_a_project foreign key (organization_id, project_id) references projects (organization_id, id)
);

create table work_items (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  project_key text collate "C" not null,
  number bigint not null constraint work_item_number_starts_at_one check (number >= 1),
  revision integer not null constraint work_item_revision_starts_at_one check (revision >= 1),
  title text collate "C" not null,
  description text,
  type text collate "C" not null
    constraint work_item_has_a_known_type check (type in ('task', 'bug', 'story', 'feature', 'epic')),
  status text collate "C" not null constraint work_item_has_a_known_status
    check (status in ('backlog', 'todo', 'in_progress', 'in_review', 'done')),
  priority text collate "C" not null
    constraint work_item_has_a_known_priority check (priority in ('low', 'medium', 'high', 'urgent')),
  assignee_id uuid constraint assignee_is_a_user references users (id),
  reporter_id uuid constraint reporter_is_a_user references users (id),
  sprint_id uuid,
  parent_id uuid constraint work_item_is_not_its_own_parent check (parent_id <> id),
  story_points integer constraint story_points_are_not_negative check (story_points >= 0),
  due_date timestamptz(3),
  archived_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint work_item_number_is_taken unique (organization_id, project_id, number),
  -- After the one above: without statistics both cost the same to the planner, and the last one made is the one it takes.
  constraint work_item_is_of_one_project unique (organization_id, project_id, id),
  constraint work_item_is_in_a_project foreign key (organization_id, project_id) references projects (organization_id, id),
  constraint work_item_is_in_a_sprint_of_its_project foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint work_item_is_under_an_item_of_its_project foreign key (organization_id, project_id, parent_id)
    references work_items (organization_id, project_id, id)
);
create index work_items_last_updated_first
  on work_items (organization_id, project_id, updated_at desc, project_key desc, number desc, id)
  where deleted_at is null and archived_at is null;
create index archived_work_items_last_updated_first
  on work_items (organization_id, project_id, updated_at desc, project_key desc, number desc, id)
  where deleted_at is null and archived_at is not null;
create index work_items_of_a_sprint on work_items (organization_id, sprint_id) where sprint_id is not null;
create index work_items_under_a_parent on work_items (organization_id, parent_id) where parent_id is not null;

create table work_item_labels (
  organization_id uuid not null,
  project_id uuid not null,
  work_item_id uuid not null,
  label_id uuid not null,
  primary key (organization_id, work_item_id, label_id),
  constraint labelled_item_is_of_the_project foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id),
  constraint label_of_an_item_is_of_its_project foreign key (organization_id, project_id, label_id)
    references labels (organization_id, project_id, id)
);
create index items_of_a_label on work_item_labels (organization_id, label_id, work_item_id);

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
);
create index history_of_a_work_item on work_item_history (organization_id, work_item_id, at, id);
create index history_of_a_project on work_item_history (organization_id, project_id, at, id);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default ${INSTANT},
  operation text collate "C" not null,
  organization_id uuid,
  actor_id uuid,
  token_id uuid,
  request_id text collate "C" not null,
  touched jsonb not null
);
create index audit_of_an_organization on audit_log (organization_id, id);

create table idempotency_records (
  user_id uuid not null constraint idempotency_key_is_of_a_user references users (id),
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  etag text,
  location text,
  body bytea,
  project_ids uuid[] not null,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index idempotency_records_by_age on idempotency_records (created_at);

create table server_secrets (
  name text collate "C" primary key,
  value bytea not null
);
`;

/** Triggers that refuse a statement, whichever role sends it. */
const GUARDS = /* sql */ `
create function refuse_revision() returns trigger language plpgsql as $$
begin
  raise exception 'The revision of % moves from % by exactly one, not to %.', tg_table_name, old.revision, new.revision
    using errcode = 'check_violation', constraint = 'revision_moves_by_exactly_one', table = tg_table_name;
end $$;

create trigger revision_moves_by_exactly_one before update on work_items for each row
  when (new.revision <> old.revision and new.revision <> old.revision + 1) execute function refuse_revision();
create trigger revision_moves_by_exactly_one before update on projects for each row
  when (new.revision <> old.revision and new.revision <> old.revision + 1) execute function refuse_revision();
create trigger revision_moves_by_exactly_one before update on sprints for each row
  when (new.revision <> old.revision and new.revision <> old.revision + 1) execute function refuse_revision();

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'What % tells is never rewritten.', tg_table_name
    using errcode = 'insufficient_privilege', table = tg_table_name;
end $$;

create trigger history_is_never_rewritten before update or delete or truncate on work_item_history
  for each statement execute function refuse_rewriting();
create trigger audit_is_never_rewritten before update or delete or truncate on audit_log
  for each statement execute function refuse_rewriting();
`;

/** Grants of the application role, table by table. It deletes only where the product deletes rows. */
const PRIVILEGES = /* sql */ `
grant select, insert, update on organizations, users, access_tokens, projects, project_counters, sprints, labels, work_items
  to worktrack_app;
grant select, insert, update, delete on memberships, token_grants, idempotency_records to worktrack_app;
grant select, insert, delete on token_project_grants, work_item_labels to worktrack_app;
grant select, insert on work_item_history, audit_log to worktrack_app;
grant select on server_secrets, migrations to worktrack_app;
`;

import { keepsRevisions } from './terms.js';

/** Projects with the numbers of their Work Items, their Sprints and their labels. */
export const PROJECTS = /* sql */ `
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
${keepsRevisions('projects')}
create table project_counters (
  organization_id uuid not null,
  project_id uuid not null,
  last_number bigint not null default 0,
  primary key (organization_id, project_id),
  constraint counter_is_of_a_project foreign key (organization_id, project_id) references projects (organization_id, id)
);

create table sprints (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text collate "C" not null,
  -- The name for queries: a separate statement writes it.
  folded_name text collate "C",
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
-- Dated ones first: what has no start date comes after every date there is.
create index sprints_by_start_date
  on sprints (organization_id, project_id, coalesce(start_date, 'infinity'::timestamptz), id);
create index sprints_by_folded_name on sprints (organization_id, folded_name);
${keepsRevisions('sprints')}
create table labels (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text collate "C" not null,
  -- The name for comparisons.
  folded_name text collate "C" not null,
  color text collate "C" not null,
  revision integer not null default 1 constraint label_revision_starts_at_one check (revision >= 1),
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint label_is_of_one_project unique (organization_id, project_id, id),
  constraint label_name_is_taken unique (organization_id, project_id, folded_name),
  constraint label_is_in_a_project foreign key (organization_id, project_id) references projects (organization_id, id)
);
${keepsRevisions('labels')}
`;

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';

/**
 * Sprint reports that users save under a name, and the pins of their readers. Both tables begin empty.
 *
 * Without a transaction: the foreign keys lock their targets for a moment only, and the step may be repeated.
 */
export class SavedSprintReports1796688000000 implements MigrationInterface {
  readonly name = '0019-saved-sprint-reports-1796688000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await patiently(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await patiently(runner, 'drop table saved_sprint_report_pins, saved_sprint_reports');
  }
}

const TABLES = /* sql */ `
create table if not exists saved_sprint_reports (
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
create index if not exists saved_reports_of_an_owner on saved_sprint_reports (owner_id);

create table if not exists saved_sprint_report_pins (
  organization_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  pinned_at timestamptz(3) not null,
  primary key (organization_id, report_id, user_id),
  constraint pin_is_of_a_saved_report foreign key (organization_id, report_id)
    references saved_sprint_reports (organization_id, id) on delete cascade,
  constraint pin_is_of_a_user foreign key (user_id) references users (id)
);
create index if not exists pins_of_a_user on saved_sprint_report_pins (user_id, organization_id);

grant select, insert, update, delete on saved_sprint_reports to worktrack_app;
grant select, insert, delete on saved_sprint_report_pins to worktrack_app;
`;

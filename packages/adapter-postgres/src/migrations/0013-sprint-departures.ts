import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How Work Items that left a Sprint before its end stood at that end. Of Sprints that are done already, history tells it: by now no
 * change that is dated before their end is still on its way.
 */
export class SprintDepartures1796169600000 implements MigrationInterface {
  readonly name = '0013-sprint-departures-1796169600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(GUARD);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sprint_departures');
  }
}

const TABLE = /* sql */ `
create table sprint_departures (
  organization_id uuid not null,
  sprint_id uuid not null,
  work_item_id uuid not null,
  project_id uuid not null,
  at timestamptz(3) not null,
  title text collate "C" not null,
  status text collate "C" not null constraint departure_has_a_known_status
    check (status in ('backlog', 'todo', 'in_progress', 'in_review', 'done')),
  story_points integer,
  -- Its last entry to done; null where it never was.
  done_at timestamptz(3),
  primary key (organization_id, sprint_id, work_item_id),
  constraint departure_is_from_a_sprint foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint departure_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);

grant select, insert on sprint_departures to worktrack_app;
`;

const GUARD = /* sql */ `
create trigger departures_are_never_rewritten before update or delete or truncate on sprint_departures
  for each statement execute function refuse_rewriting();
`;

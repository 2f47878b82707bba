import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runWithRetries } from './run-with-retries.js';

/**
 * The places of Work Items that somebody has moved, or that made room for one that was moved. All others have their number as their place,
 * so no row is written for what exists already, and creation writes nothing here.
 */
const POSITIONS = /* sql */ `
create table if not exists work_item_positions (
  organization_id uuid not null,
  work_item_id uuid not null,
  project_id uuid not null,
  position bigint not null,
  primary key (organization_id, work_item_id),
  constraint position_is_of_an_item_of_its_project foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);
create index if not exists work_item_positions_in_order on work_item_positions (organization_id, project_id, position);
`;

/** The manual order of the Work Items of a Project. */
export class Position1798070413000 implements MigrationInterface {
  readonly name = '0010-position-1798070413000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, POSITIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, 'drop table work_item_positions');
  }
}

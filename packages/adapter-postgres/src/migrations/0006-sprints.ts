import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the Sprints of a Project are listed by. */
export class Sprints1795564800000 implements MigrationInterface {
  readonly name = '0006-sprints-1795564800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ORDER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index sprints_by_start_date`);
  }
}

/** Dated ones first: what has no start date comes after every date there is. */
const ORDER = /* sql */ `
create index sprints_by_start_date
  on sprints (organization_id, project_id, coalesce(start_date, 'infinity'::timestamptz), id);
`;

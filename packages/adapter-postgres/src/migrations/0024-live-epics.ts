import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The epics of a Project with all that the report of their progress shows of them. */
export class LiveEpics1797120000000 implements MigrationInterface {
  readonly name = '0024-live-epics-1797120000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index live_epics');
  }
}

const INDEX = /* sql */ `
-- Only a change of an epic writes here. The longest title has 2,000 bytes, which an entry of an index can hold.
create index live_epics on work_items (organization_id, project_id, number)
  include (id, status, due_date, created_at, title)
  where type = 'epic' and deleted_at is null and archived_at is null;
`;

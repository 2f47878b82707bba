import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of the reports of whole Projects: how many items and children are in each status, and which items reports leave out. */
export class ReportIndexes1796860800000 implements MigrationInterface {
  readonly name = '0021-report-indexes-1796860800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index live_work_items_by_status, live_children_by_status, gone_work_items');
  }
}

const INDEXES = /* sql */ `
-- Equal entries are stored once, with the list of their rows: a tenth of the pages of live_work_items.
create index live_work_items_by_status on work_items (organization_id, project_id, status, story_points)
  where deleted_at is null and archived_at is null;
-- The live children of each item, by status.
create index live_children_by_status on work_items (organization_id, project_id, parent_id, status, story_points)
  where deleted_at is null and archived_at is null and parent_id is not null;
-- A change of a live item writes nothing here.
create index gone_work_items on work_items (organization_id, project_id, id)
  where deleted_at is not null or archived_at is not null;
`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of searches in a whole Organization: by creation, either way, and, of open items, the most urgent first. */
export class SearchOrders1796947200000 implements MigrationInterface {
  readonly name = '0022-search-orders-1796947200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index work_items_of_an_organization_by_creation, open_work_items_of_an_organization_by_priority',
    );
  }
}

const INDEXES = /* sql */ `
-- As in migration 8, only a search of a whole Organization says that numbers are more than 0.
-- Items of one instant are few: they are sorted when they are read, so the index needs no further columns.
create index work_items_of_an_organization_by_creation on work_items (organization_id, created_at)
  where deleted_at is null and archived_at is null and number > 0;
create index open_work_items_of_an_organization_by_priority
  on work_items (organization_id, priority_order desc, updated_at desc, project_key desc, number desc)
  where deleted_at is null and archived_at is null and status <> 'done' and number > 0;
`;

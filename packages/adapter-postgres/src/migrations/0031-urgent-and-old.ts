import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrently.js';
import { patiently } from './patiently.js';

/**
 * The open Work Items of an Organization, the most urgent first, with their creation and their Project: a search by priority and then by
 * creation sorts all items of one priority, and reads them from the index alone. Replaces the index that had only the columns of its order.
 *
 * Without a transaction: requests go on while the index is built, and each step may be repeated.
 */
export class UrgentAndOld1797724800000 implements MigrationInterface {
  readonly name = '0031-urgent-and-old-1797724800000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildConcurrently(runner, 'open_work_items_most_urgent_first', BUILD);
    await patiently(runner, 'drop index if exists open_work_items_of_an_organization_by_priority');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildConcurrently(runner, 'open_work_items_of_an_organization_by_priority', BUILD_BEFORE);
    await patiently(runner, 'drop index if exists open_work_items_most_urgent_first');
  }
}

const COLUMNS = '(organization_id, priority_order desc, updated_at desc, project_key desc, number desc)';
const OPEN = `where deleted_at is null and archived_at is null and status <> 'done' and number > 0`;

/** The included columns never change: they make an entry 40 bytes longer, and no entry more. */
const BUILD = `create index concurrently open_work_items_most_urgent_first on work_items ${COLUMNS}
  include (created_at, project_id, id) ${OPEN}`;

const BUILD_BEFORE = `create index concurrently open_work_items_of_an_organization_by_priority on work_items ${COLUMNS} ${OPEN}`;

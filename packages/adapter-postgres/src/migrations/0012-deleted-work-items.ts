import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrently.js';
import { runWithRetries } from './run-with-retries.js';

/**
 * A deleted Work Item can be restored while `erasure_due_at` is null, for 30 days. What it holds is removed afterwards, in steps; `erased_at`
 * is the instant of the last one.
 */
const COLUMNS = /* sql */ `alter table work_items
  add column if not exists erasure_due_at timestamptz(3),
  add column if not exists erased_at timestamptz(3)`;

/** Indexes of deleted Work Items: a change of one that is not deleted writes nothing there. */
const INDEXES = [
  [
    'deleted_work_items_newest_first',
    `create index concurrently deleted_work_items_newest_first
       on work_items (organization_id, project_id, deleted_at desc, id desc) where deleted_at is not null and erasure_due_at is null`,
  ],
  [
    'deleted_work_items_oldest_first',
    `create index concurrently deleted_work_items_oldest_first on work_items (deleted_at)
       where deleted_at is not null and erasure_due_at is null`,
  ],
  [
    'work_items_to_erase',
    `create index concurrently work_items_to_erase on work_items (erasure_due_at)
       where erasure_due_at is not null and erased_at is null`,
  ],
] as const;

/** Deleted Work Items can be restored for 30 days. */
export class DeletedWorkItems1798070415000 implements MigrationInterface {
  readonly name = '0012-deleted-work-items-1798070415000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, COLUMNS);
    for (const [name, definition] of INDEXES) await buildConcurrently(runner, name, definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, 'alter table work_items drop column erased_at, drop column erasure_due_at');
  }
}

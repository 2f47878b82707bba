import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrently.js';
import { runWithRetries } from './run-with-retries.js';

/** The instant of the last move; null for moves before this migration, which every open page has read. */
const COLUMN = 'alter table work_item_positions add column if not exists moved_at timestamptz(3)';

const INDEX = [
  'work_item_positions_by_move',
  `create index concurrently work_item_positions_by_move on work_item_positions (organization_id, project_id, moved_at)`,
] as const;

/** Boards are told what was moved since they were read. */
export class Moves1798070420000 implements MigrationInterface {
  readonly name = '0017-moves-1798070420000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, COLUMN);
    await buildConcurrently(runner, ...INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, 'alter table work_item_positions drop column moved_at');
  }
}

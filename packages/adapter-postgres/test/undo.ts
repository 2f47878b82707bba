import type { MigrationInterface } from 'typeorm';
import { migrationDataSource } from '../src/migrations/data-source.js';
import type { TestDatabase } from './test-database.js';

/** Reverts a migration, as if it had not run. */
export async function undo(
  database: TestDatabase,
  migration: MigrationInterface & { readonly name: string },
): Promise<void> {
  const owner = await migrationDataSource(database.url).initialize();
  const runner = owner.createQueryRunner();
  await migration.down(runner);
  await runner.release();
  await owner.destroy();
  await database.sql(`delete from migrations where name = $1`, [migration.name]);
}

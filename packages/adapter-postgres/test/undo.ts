import type { MigrationInterface } from 'typeorm';
import { openDatabase } from '../src/database.js';
import type { TestDatabase } from './test-database.js';

/** Reverts a migration, as if it had not run. */
export async function undo(
  database: TestDatabase,
  migration: MigrationInterface & { readonly name: string },
): Promise<void> {
  const owner = await openDatabase({ url: database.url, poolMax: 1, prepared: false, role: 'owner' });
  const runner = owner.dataSource.createQueryRunner();
  await migration.down(runner);
  await runner.release();
  await owner.close();
  await database.sql(`delete from migrations where name = $1`, [migration.name]);
}

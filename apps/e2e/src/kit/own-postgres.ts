import { startThrowawayPostgres, type ThrowawayPostgres } from '@worktrack/embedded-postgres';
import { createDatabase } from './database.js';
import { taskResult } from './task.js';
import { type ProvisionedWorld, type ProvisionOutput, provisionFile, type WorldName, worldsOf } from './world-plans.js';

/** A PostgreSQL that belongs to one suite, which may stop it, and a database in it that holds one world. */
export interface OwnPostgres {
  readonly postgres: ThrowawayPostgres;
  readonly databaseUrl: string;
  readonly facts: ProvisionedWorld;
}

/** Starts a PostgreSQL with these settings, and migrates and fills a database. */
export async function startOwnPostgres(
  name: WorldName,
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres> {
  const postgres = await startThrowawayPostgres({ settings: { 'worktrack.allow_unsafe': 'on', ...settings } });
  const databaseUrl = await createDatabase(postgres.url);
  await taskResult(['db:migrate'], { databaseUrl });
  const file = provisionFile([name]);
  const output: ProvisionOutput = await taskResult(['provision', '--file', '-'], {
    databaseUrl,
    input: JSON.stringify(file),
  });
  return { postgres, databaseUrl, facts: worldsOf(file, output)[name] };
}

import type { PoolClient } from 'pg';
import { importRecords, type BackedUpRecords } from './backup/import-records.js';
import { withOwner } from './back-up.js';
import { alone, loginOf, migrateAlone } from './migrate.js';
import { MIGRATION_NAMES } from './migrations/migrations.js';

/** The database to which a backup is restored, as its owner and as the server connect to it. */
export interface RestoredPlace {
  readonly ownerUrl: string;
  readonly applicationUrl: string;
}

/**
 * Makes the schema and the records of a backup in an empty database, and then runs `finish`. When anything fails, `finish` too, the
 * database is empty again. Throws with one sentence when the database is not empty, or when this release does not know the schema of the
 * backup.
 */
export async function restoreRecords<T>(
  { ownerUrl, applicationUrl }: RestoredPlace,
  backup: BackedUpRecords,
  finish: () => Promise<T>,
): Promise<T> {
  if (!MIGRATION_NAMES.includes(backup.migration)) {
    throw new Error(`The backup is from a newer release: this one does not know the migration ${backup.migration}.`);
  }
  const login = await loginOf(applicationUrl);
  return alone(ownerUrl, async (client) => {
    const before = await contentsOf(client);
    const [first] = before;
    if (first)
      throw new Error(`The database is not empty: it has the ${first.kind} ${first.name}. Restore into an empty one.`);
    const extensions = await extensionsOf(client);
    try {
      await migrateAlone(client, { ownerUrl, login, last: backup.migration });
      await withOwner(ownerUrl, (connection) => importRecords(connection, backup));
      await migrateAlone(client, { ownerUrl, login });
      await client.query('analyze');
      return await finish();
    } catch (error) {
      await empty(client, extensions);
      throw error;
    }
  });
}

/** An object of the schema, with its kind and name as `drop` takes them. */
interface Content {
  readonly kind: string;
  readonly name: string;
}

/** Lists the objects of the schema, without those of extensions and those that are removed with their table. */
const CONTENTS = `
  select 'table' as kind, oid::regclass::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  union all
  select 'view', oid::regclass::text from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'v'
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  union all
  select 'function', oid::regprocedure::text from pg_proc
  where pronamespace = current_schema()::regnamespace and prokind = 'f'
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by 1 desc, 2`;

async function contentsOf(client: PoolClient): Promise<readonly Content[]> {
  const { rows } = await client.query<Content>(CONTENTS);
  return rows;
}

async function extensionsOf(client: PoolClient): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>('select extname as name from pg_extension');
  return new Set(rows.map(({ name }) => name));
}

async function empty(client: PoolClient, extensionsBefore: ReadonlySet<string>): Promise<void> {
  for (const { kind, name } of await contentsOf(client)) {
    await client.query(`drop ${kind} if exists ${name} cascade`);
  }
  for (const name of await extensionsOf(client)) {
    if (!extensionsBefore.has(name)) await client.query(`drop extension ${client.escapeIdentifier(name)}`);
  }
}

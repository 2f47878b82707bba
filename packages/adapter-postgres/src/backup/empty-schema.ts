import type { PoolClient } from 'pg';

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

/**
 * Asserts that the schema has nothing in it. Returns a function that removes what was made in it since, extensions of the database included.
 * Throws with one sentence when there is something.
 */
export async function assertEmptySchema(client: PoolClient): Promise<() => Promise<void>> {
  const [first] = await contentsOf(client);
  if (first)
    throw new Error(`The database is not empty: it has the ${first.kind} ${first.name}. Restore into an empty one.`);
  const extensions = await extensionsOf(client);
  return () => empty(client, extensions);
}

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

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copied, storedTables, type SequenceStates, type StoredTable } from './stored-tables.js';

/** The records of a backup. */
export interface BackedUpRecords {
  readonly migration: string;
  readonly tables: readonly (StoredTable & { readonly rows: number })[];
  readonly sequences: SequenceStates;
  /** Opens the rows of a table, in the text format of COPY. */
  rowsOf(table: StoredTable): Promise<Readable>;
}

interface Definition {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
  order by 1, 2`;

/** Indexes that hold no constraint. One that is made of all rows is faster than one that each row is added to. */
const INDEXES = `
  select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace and not relispartition
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by 1, 2`;

/** Tables whose policies apply to their owner too: COPY writes into none of them. */
const FORCED = `
  select oid::regclass::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relforcerowsecurity order by 1`;

/** The months of a new database begin with this one: the entries of a backup from before get one partition together. */
const MAKE_FIRST_PARTITION = `do $$
declare
  first timestamptz := (select min(substring(pg_get_expr(relpartbound, pg_class.oid) from 'FROM \\(''([^'']+)''')::timestamptz)
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'audit_log'::regclass);
begin
  execute format('create table audit_log_before partition of audit_log for values from (minvalue) to (%L)', first);
end $$`;

const DROP_EMPTY_FIRST_PARTITION = `do $$
begin
  if not exists (select from audit_log_before) then drop table audit_log_before; end if;
end $$`;

/**
 * Puts the rows of a backup into a database of the same migration, in place of those that migrations wrote, in one transaction. The
 * triggers of the schema do not see these rows: what they derive is in the backup too. Foreign keys are checked for all rows at the end.
 */
export async function importRecords(client: ClientBase, backup: BackedUpRecords): Promise<void> {
  await client.query('begin');
  const tables = await matching(client, backup);
  const foreignKeys = await definitions(client, FOREIGN_KEYS);
  const indexes = await definitions(client, INDEXES);
  const names = tables.map((table) => copied(client, table).table);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  const forced = (await client.query<{ name: string }>(FORCED)).rows;
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`);
  await client.query(`truncate ${names.join(', ')}`);
  await client.query(MAKE_FIRST_PARTITION);
  for (const table of tables) await copyIn(client, table, await backup.rowsOf(table));
  await client.query(DROP_EMPTY_FIRST_PARTITION);
  for (const [name, { last, isCalled }] of Object.entries(backup.sequences)) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [client.escapeIdentifier(name), last, isCalled]);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`);
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await client.query('commit');
}

async function definitions(client: ClientBase, text: string): Promise<readonly Definition[]> {
  const { rows } = await client.query<Definition>(text);
  return rows;
}

/** Throws unless the backup has exactly the tables and columns of the schema. */
async function matching(client: ClientBase, { tables }: BackedUpRecords): Promise<BackedUpRecords['tables']> {
  const shape = (table: StoredTable): string => `${table.name} (${[...table.columns].sort().join(', ')})`;
  const wanted = new Set((await storedTables(client)).map(shape));
  const given = new Set(tables.map(shape));
  const other = [...wanted].find((table) => !given.has(table)) ?? [...given].find((table) => !wanted.has(table));
  if (other !== undefined) throw new Error(`The backup and its schema differ in the table ${other}.`);
  return tables;
}

async function copyIn(client: ClientBase, table: BackedUpRecords['tables'][number], rows: Readable): Promise<void> {
  const names = copied(client, table);
  const sink = client.query(copyFrom(`copy ${names.table} (${names.columns}) from stdin`));
  await pipeline(rows, sink);
  if (sink.rowCount !== table.rows) {
    throw new Error(`The backup has ${sink.rowCount} rows of the table ${table.name} instead of ${table.rows}.`);
  }
}

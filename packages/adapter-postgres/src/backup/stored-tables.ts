import type { ClientBase } from 'pg';

/** A table with the columns that a backup keeps, in the order of the rows. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Tables of one installation: migrations write theirs themselves, a lease belongs to a process, a heartbeat to a moment, and an export to the
 * partitions of one database. Servers offer the files of their release again. The outbox holds secrets, and a copy of the database must not send its mails.
 */
const LEFT_OUT = ['migrations', 'leases', 'replica_heartbeat', 'audit_exports', 'outbox', 'release_files'];

/** Generated columns are computed again from the others. */
const TABLES = `
  select relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> all($1) and attnum > 0 and not attisdropped and attgenerated = ''
  group by relname order by relname`;

/** Lists the tables of the schema that a backup keeps, in the order of their names. */
export async function storedTables(client: ClientBase): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<StoredTable>(TABLES, [LEFT_OUT]);
  return rows;
}

/** The number that each sequence of the schema gave last, and whether it gave it; by the name of the sequence. */
export type SequenceStates = Readonly<Record<string, { readonly last: string; readonly isCalled: boolean }>>;

const SEQUENCES = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`;

/** Reads the sequences. They belong to no snapshot: what they say is at least what any snapshot before has used. */
export async function sequenceStates(client: ClientBase): Promise<SequenceStates> {
  const { rows: sequences } = await client.query<{ name: string }>(SEQUENCES);
  const states: [string, SequenceStates[string]][] = [];
  for (const { name } of sequences) {
    const { rows } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    );
    if (rows[0]) states.push([name, rows[0]]);
  }
  return Object.fromEntries(states);
}

/** Names columns and tables in the text of COPY. */
export const copied = (client: ClientBase, { name, columns }: StoredTable): { table: string; columns: string } => ({
  table: client.escapeIdentifier(name),
  columns: columns.map((column) => client.escapeIdentifier(column)).join(', '),
});

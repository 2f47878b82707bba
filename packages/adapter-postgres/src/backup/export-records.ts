import type { Readable } from 'node:stream';
import type { StoreId } from '@worktrack/application';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copied, sequenceStates, storedTables, type SequenceStates, type StoredTable } from './stored-tables.js';

/** The records that were read from one table. */
export interface RowsOfTable {
  /** The rows in the text format of COPY. To be read to its end before anything else of the snapshot is read. */
  readonly content: Readable;
  /** Resolves with the number of rows, when `content` has ended. */
  readonly rows: () => Promise<number>;
}

/** All stored records as of one moment. */
export interface RecordSnapshot {
  /** The instant of the snapshot, in ISO 8601 with milliseconds. */
  readonly at: string;
  /** The last migration of the schema. */
  readonly migration: string;
  /** The id of the store of attachments; `null` when the database has none. */
  readonly storeId: StoreId | null;
  readonly tables: readonly StoredTable[];
  readonly sequences: SequenceStates;
  rowsOf(table: StoredTable): RowsOfTable;
  /** The names of the blobs of live attachments, one on each line. To be read like the rows of a table. */
  blobNames(): Readable;
}

const SNAPSHOT = 'begin isolation level repeatable read, read only';

const AT = `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  (select store_id from blob_store) as "storeId", (select name from migrations order by id desc limit 1) as migration`;

const BLOB_NAMES = 'select blob_name from attachments where deleted_at is null order by blob_name';

/** Takes a snapshot on this connection, and gives it to `work`. */
export async function withSnapshot<T>(client: ClientBase, work: (snapshot: RecordSnapshot) => Promise<T>): Promise<T> {
  await client.query(SNAPSHOT);
  const { rows } = await client.query<Pick<RecordSnapshot, 'at' | 'storeId' | 'migration'>>(AT);
  const [moment] = rows;
  if (!moment) throw new Error('The database returned no moment.');
  const read = (selection: string): RowsOfTable => {
    const content = client.query(copyTo(`copy (${selection}) to stdout`));
    const rowsRead = async (): Promise<number> => {
      // The database sends the number after the rows: a query after them has waited for it.
      await client.query('select');
      return content.rowCount;
    };
    return { content, rows: rowsRead };
  };
  const snapshot = {
    ...moment,
    tables: await storedTables(client),
    sequences: await sequenceStates(client),
    rowsOf: (table: StoredTable) => {
      const names = copied(client, table);
      return read(`select ${names.columns} from ${names.table}`);
    },
    blobNames: () => read(BLOB_NAMES).content,
  };
  const result = await work(snapshot);
  await client.query('commit');
  return result;
}

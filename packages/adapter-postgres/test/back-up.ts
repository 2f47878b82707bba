import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BackedUpRecords } from '../src/backup/import-records.js';
import { backUpRecords } from '../src/owner-tasks.js';

/** Reads a whole database into memory. */
export async function backUp(url: string): Promise<BackedUpRecords> {
  return backUpRecords(url, async (snapshot) => {
    const rows = new Map<string, Buffer>();
    const tables = [];
    for (const table of snapshot.tables) {
      const read = snapshot.rowsOf(table);
      rows.set(table.name, await buffer(read.content));
      tables.push({ ...table, rows: await read.rows() });
    }
    const { migration, sequences } = snapshot;
    return {
      migration,
      sequences,
      tables,
      rowsOf: ({ name }) => Promise.resolve(Readable.from([rows.get(name) ?? Buffer.alloc(0)])),
    };
  });
}

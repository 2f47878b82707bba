import type { PoolClient } from 'pg';
import { withSnapshot, type RecordSnapshot } from './backup/export-records.js';
import { openDatabase } from './database.js';
import { clientsOf } from './engine/clients.js';

/**
 * Gives `work` all stored records as of one moment, as the user of `ownerUrl`. Reads only; requests go on meanwhile. Vacuum removes no
 * row that the snapshot may still see until `work` is done.
 */
export async function backUpRecords<T>(ownerUrl: string, work: (snapshot: RecordSnapshot) => Promise<T>): Promise<T> {
  return withOwner(ownerUrl, (client) => withSnapshot(client, work));
}

/** Runs `work` on a connection of the owner. After an error the connection is closed, so the server rolls its transaction back. */
export async function withOwner<T>(ownerUrl: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: ownerUrl, poolMax: 1, prepared: false, role: 'owner' });
  try {
    const lent = await clientsOf(database.dataSource).lend();
    let isWhole = false;
    try {
      const result = await work(lent.client);
      isWhole = true;
      return result;
    } finally {
      lent.release(!isWhole);
    }
  } finally {
    await database.close();
  }
}

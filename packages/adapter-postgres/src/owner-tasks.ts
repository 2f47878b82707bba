import type { OrganizationId } from '@worktrack/domain';
import type { PoolClient } from 'pg';
import { dropPartitions, type DroppedAudit } from './audit/drop-partitions.js';
import { exportEntries, type AuditSink, type ExportedAudit } from './audit/export-entries.js';
import { fillRows, type Backfilled } from './backfill/fill-rows.js';
import { assertEmptySchema } from './backup/empty-schema.js';
import { withSnapshot, type RecordSnapshot } from './backup/export-records.js';
import { importRecords, type BackedUpRecords } from './backup/import-records.js';
import { openDatabase } from './database.js';
import { placeTables, type Distributed } from './distribution/place-tables.js';
import { addKey, deleteKey, type ChangedKeys } from './keys/change-keys.js';
import { replaceFeedEpoch } from './keys/feed-epoch.js';
import { applySettings, type Logins, type SetUpLogins } from './logins/set-up-logins.js';
import { alone, loginOf, migrateAlone, migrationStatus } from './migrate.js';
import { BACKFILLS } from './migrations/backfills.js';
import { MIGRATION_NAMES } from './migrations/migrations.js';
import { Verifier, type Verification } from './verification/verifier.js';

/**
 * Gives `work` all stored records as of one moment, as the user of `ownerUrl`. Reads only; requests go on meanwhile. Vacuum removes no
 * row that the snapshot can still see until `work` is done.
 */
export function backUpRecords<T>(ownerUrl: string, work: (snapshot: RecordSnapshot) => Promise<T>): Promise<T> {
  return withOwner(ownerUrl, (client) => withSnapshot(client, work));
}

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
    throw new Error(
      `This release does not know the migration ${backup.migration} of the backup: restore it with the release that wrote it.`,
    );
  }
  const login = await loginOf(applicationUrl);
  return alone(ownerUrl, async (client) => {
    const emptyAgain = await assertEmptySchema(client);
    try {
      await migrateAlone(client, { ownerUrl, login, last: backup.migration });
      await withOwner(ownerUrl, (connection) => importRecords(connection, backup));
      await migrateAlone(client, { ownerUrl, login });
      await client.query('analyze');
      return await finish();
    } catch (error) {
      await emptyAgain();
      throw error;
    }
  });
}

/**
 * Checks the rules that stored records keep, of one Organization or of all, as the user of `ownerUrl`. Reads only, and takes no lock that
 * a request waits for: requests can go on.
 */
export async function verifyRecords(ownerUrl: string, organizationId?: OrganizationId): Promise<Verification> {
  const database = await openDatabase({ url: ownerUrl, poolMax: 1, prepared: false, role: 'owner' });
  try {
    return await new Verifier(database.connections, organizationId).run();
  } finally {
    await database.close();
  }
}

/** Runs `fillRows` as the user of `ownerUrl`. */
export function backfillRecords(
  ownerUrl: string,
  pause: number,
  backfills = BACKFILLS,
): Promise<readonly Backfilled[]> {
  return withOwner(ownerUrl, (client) => fillRows(client, backfills, pause));
}

/** Runs `placeTables` as the user of `ownerUrl`, while no other process migrates. Rejects when a migration is pending. */
export async function distribute(ownerUrl: string): Promise<Distributed> {
  const { pending } = await migrationStatus(ownerUrl);
  if (pending.length > 0) throw new Error('The schema of the database is not up to date: run the task db:migrate.');
  return alone(ownerUrl, placeTables);
}

/** Runs `applySettings` as the user of `ownerUrl`, while no other process migrates. */
export function setUpLogins(ownerUrl: string, logins: Logins): Promise<SetUpLogins> {
  return alone(ownerUrl, (client) => applySettings(client, logins));
}

/** Runs `exportEntries` as the user of `ownerUrl`. */
export function exportAudit(ownerUrl: string, before: Date, sink: AuditSink): Promise<ExportedAudit> {
  return withOwner(ownerUrl, (client) => exportEntries(client, before, sink));
}

/** Runs `dropPartitions` as the user of `ownerUrl`, while no other process migrates. */
export function dropAudit(ownerUrl: string, before: Date): Promise<DroppedAudit> {
  return alone(ownerUrl, (client) => dropPartitions(client, before));
}

/** Runs `addKey` as the user of `ownerUrl`, while no other process migrates. */
export function rotateCursorKey(ownerUrl: string): Promise<ChangedKeys> {
  return alone(ownerUrl, addKey);
}

/** Runs `deleteKey` as the user of `ownerUrl`, while no other process migrates. */
export function retireCursorKey(ownerUrl: string, id: string): Promise<ChangedKeys> {
  return alone(ownerUrl, (client) => deleteKey(client, id));
}

/** Runs `replaceFeedEpoch` as the user of `ownerUrl`, while no other process migrates. */
export function beginEpochOfFeeds(ownerUrl: string): Promise<void> {
  return alone(ownerUrl, replaceFeedEpoch);
}

/** Runs `work` on a connection of the owner. After an error the connection is closed, so the server rolls its transaction back. */
async function withOwner<T>(ownerUrl: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: ownerUrl, poolMax: 1, prepared: false, role: 'owner' });
  try {
    const client = await database.pool.connect();
    let isWhole = false;
    try {
      const result = await work(client);
      isWhole = true;
      return result;
    } finally {
      client.release(!isWhole);
    }
  } finally {
    await database.close();
  }
}

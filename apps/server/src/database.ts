import type {
  AuditSink,
  Backfilled,
  BackedUpRecords,
  ChangedKeys,
  Database,
  DatabaseMonitor,
  Distributed,
  DroppedAudit,
  ExportedAudit,
  Logins,
  Migrated,
  MigrationStatus,
  Pooler,
  RecordSnapshot,
  ReplicaState,
  SetUpLogins,
  Verification,
} from '@worktrack/adapter-postgres';
import type { DatabasePorts, MaintenancePorts } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import type { Configuration } from './config.js';
import type { ServerLogger } from './logging.js';
import { sentenceOf } from './outcome.js';

/* The PostgreSQL adapter is loaded when a database is needed: help and usage errors do without it. */

/** A PostgreSQL that this process can use until it leaves. */
export interface DatabaseServer {
  readonly url: string;
  /** URL for migrations. */
  readonly ownerUrl: string;
  /** The kind of pooler between this process and `url`. */
  readonly pooler: Pooler;
  /** True when the server is the embedded one in the data folder. */
  readonly embedded: boolean;
  leave(): Promise<void>;
}

/** A database with the ports that it implements. */
export interface OpenDatabase {
  readonly database: Database;
  readonly adapters: DatabasePorts & MaintenancePorts;
}

/** Uses the server of `DATABASE_URL`, else the embedded one, which it joins if it runs already and else starts. */
export async function joinDatabaseServer({ database, dataDir }: Configuration): Promise<DatabaseServer> {
  const { url, ownerUrl = url, pooler } = database;
  if (url !== undefined && ownerUrl !== undefined) {
    return { url, ownerUrl, pooler, embedded: false, leave: () => Promise.resolve() };
  }
  const { joinEmbeddedPostgres } = await import('@worktrack/embedded-postgres');
  const server = await joinEmbeddedPostgres({ dataDir });
  return { url: server.url, ownerUrl: server.url, pooler: 'none', embedded: true, leave: () => server.leave() };
}

/** Reads which migrations the schema has and lacks. Throws an error of one sentence when the database cannot be reached. */
export async function schemaOf({ url, pooler }: DatabaseServer): Promise<MigrationStatus> {
  const { migrationStatus } = await import('@worktrack/adapter-postgres');
  try {
    return await migrationStatus(url, pooler);
  } catch (error) {
    throw new Error(`The database cannot be reached: ${sentenceOf(error)}`, { cause: error });
  }
}

/** Brings the schema up to date, as the owner. */
export async function migrateDatabase(server: DatabaseServer): Promise<Migrated> {
  const { migrate } = await import('@worktrack/adapter-postgres');
  const { current, pending } = await schemaOf(server);
  // The embedded server has one user, who has had the role of the application since the first migration.
  if (server.embedded && pending.length === 0) return { applied: [], current };
  return migrate(server.ownerUrl, server.url, server.pooler);
}

/** Fills what newer migrations left empty in older rows, as the owner, with a pause of this number of milliseconds between two batches. */
export async function backfillDatabase(server: DatabaseServer, pause: number): Promise<readonly Backfilled[]> {
  const { backfillRecords } = await import('@worktrack/adapter-postgres');
  await assertCurrent(server);
  return backfillRecords(server.ownerUrl, pause);
}

/** Makes the settings of sessions properties of these logins, as the owner. */
export async function setUpLogins(server: DatabaseServer, logins: Logins): Promise<SetUpLogins> {
  const { setUpLogins: setUp } = await import('@worktrack/adapter-postgres');
  return setUp(server.ownerUrl, logins);
}

/** Adds a key of cursors, as the owner. */
export async function rotateKey(server: DatabaseServer): Promise<ChangedKeys> {
  const { rotateCursorKey } = await import('@worktrack/adapter-postgres');
  await assertCurrent(server);
  return rotateCursorKey(server.ownerUrl);
}

/** Deletes a key of cursors, as the owner. */
export async function retireKey(server: DatabaseServer, id: string): Promise<ChangedKeys> {
  const { retireCursorKey } = await import('@worktrack/adapter-postgres');
  await assertCurrent(server);
  return retireCursorKey(server.ownerUrl, id);
}

/** Begins a new epoch of the feeds, as the owner. */
export async function beginFeedEpoch(server: DatabaseServer): Promise<void> {
  const { beginEpochOfFeeds } = await import('@worktrack/adapter-postgres');
  await assertCurrent(server);
  await beginEpochOfFeeds(server.ownerUrl);
}

/** Throws when the schema is not up to date with this program. */
async function assertCurrent(server: DatabaseServer): Promise<void> {
  const { pending } = await schemaOf(server);
  if (pending.length > 0) throw new Error('The schema of the database is not up to date: run the task db:migrate.');
}

/** Distributes the schema over a cluster, as the owner. */
export async function distributeDatabase(server: DatabaseServer): Promise<Distributed> {
  const { distribute } = await import('@worktrack/adapter-postgres');
  await schemaOf(server);
  return distribute(server.ownerUrl);
}

/** Returns the statements that distribute the schema, in their order. Needs no database. */
export async function distributionOfSchema(): Promise<readonly string[]> {
  const { distributionStatements } = await import('@worktrack/adapter-postgres');
  return distributionStatements();
}

/** Checks the rules that the stored records of one Organization, or of all, keep. Works as the owner, and reads only. */
export async function verifyDatabase(server: DatabaseServer, organizationId?: OrganizationId): Promise<Verification> {
  const { verifyRecords } = await import('@worktrack/adapter-postgres');
  return verifyRecords(server.ownerUrl, organizationId);
}

/** Gives `work` all stored records as of one moment, as the owner. */
export async function backUpDatabase<T>(
  server: DatabaseServer,
  work: (snapshot: RecordSnapshot) => Promise<T>,
): Promise<T> {
  const { backUpRecords } = await import('@worktrack/adapter-postgres');
  return backUpRecords(server.ownerUrl, work);
}

/** Makes the schema and the records of a backup in an empty database, then runs `finish`. When anything fails, it is empty again. */
export async function restoreDatabase<T>(
  server: DatabaseServer,
  backup: BackedUpRecords,
  finish: () => Promise<T>,
): Promise<T> {
  const { restoreRecords } = await import('@worktrack/adapter-postgres');
  await schemaOf(server);
  return restoreRecords({ ownerUrl: server.ownerUrl, applicationUrl: server.url }, backup, finish);
}

/** Connections that brief reads share: more would put fewer statements together. */
const SHARED_CONNECTIONS = 3;

/** Opens a database whose schema is up to date with this program. Throws otherwise; the message names the task that helps. */
export async function openCurrentDatabase(
  server: DatabaseServer,
  {
    database: { readUrl, readMaxLagSeconds, readFallback, poolMax, reportPoolMax, prepared },
    mail,
  }: Pick<Configuration, 'database' | 'mail'>,
  log?: ServerLogger,
  monitor?: DatabaseMonitor,
): Promise<OpenDatabase> {
  const { openDatabase, postgresAdapters } = await import('@worktrack/adapter-postgres');
  await assertCurrent(server);
  const onIdleFailure = (error: Error): void => {
    log?.warn({ err: error }, 'A connection to the database broke; it is replaced.');
  };
  const onReplica = (state: ReplicaState, error?: unknown): void => {
    if (state === 'used') log?.info('Reports are read from the replica again.');
    else if (state === 'behind') log?.warn('The replica is too far behind: reports are not read from it.');
    else log?.warn({ err: error }, 'The replica does not answer: reports are not read from it.');
  };
  const use = { poolMax, reportPoolMax, sharedConnections: SHARED_CONNECTIONS, prepared };
  const replica = { readUrl, readMaxLagSeconds, readFallback, onReplica };
  const { url, pooler } = server;
  const database = await openDatabase({ url, pooler, ...use, ...replica, onIdleFailure, monitor });
  const adapters = postgresAdapters(database, { sendsMail: mail !== undefined });
  // Possibly no server has run for months, and what follows leaves entries in the audit trail.
  await adapters.makeAuditPartitions();
  return { database, adapters };
}

/** Writes the entries of the audit trail from before an instant, as the owner. */
export async function exportAuditTrail(server: DatabaseServer, before: Date, sink: AuditSink): Promise<ExportedAudit> {
  const { exportAudit } = await import('@worktrack/adapter-postgres');
  await assertCurrent(server);
  return exportAudit(server.ownerUrl, before, sink);
}

/** Drops the months of the audit trail that ended before an instant and were exported, as the owner. */
export async function dropAuditTrail(server: DatabaseServer, before: Date): Promise<DroppedAudit> {
  const { dropAudit } = await import('@worktrack/adapter-postgres');
  await assertCurrent(server);
  return dropAudit(server.ownerUrl, before);
}

import 'reflect-metadata';
import { DataSource, type Logger } from 'typeorm';
import { assertClusterFit } from './distribution/cluster-check.js';
import { assertFit } from './engine/boot-check.js';
import { clientsOf, clientsOfPool } from './engine/clients.js';
import { Connections, type ConnectionUse } from './engine/connections.js';
import { ControlConnection } from './engine/control-connection.js';
import type { PoolName, PoolState } from './engine/database-monitor.js';
import type { DatabaseSettings } from './engine/database-settings.js';
import { readCursorKeys, type CursorKeys } from './engine/cursor-keys.js';
import { assertPreparedKept } from './engine/prepared-proof.js';
import { ReplicaWatch } from './engine/replica-watch.js';
import { reportAddresses } from './engine/report-addresses.js';
import { counterPool, reportPool } from './engine/side-pools.js';
import { ORGANIZATION_ROLE } from './engine/row-security.js';
import {
  APPLICATION_ROLE,
  CONNECTION_TIMEOUT,
  IDLE_CONNECTIONS,
  QUERY_TIMEOUT,
  SHARED_QUERY_TIMEOUT,
  withStartUpOptions,
} from './engine/session-settings.js';
import type { Observer } from './engine/exchange.js';
import { SharedConnections } from './engine/shared-connections.js';
import { isOfReplica, Snapshots, type Replica } from './engine/snapshots.js';
import { PRIVILEGES_OF_THE_SERVER, problemOfPrivileges } from './migrations/privileges.js';
import { PRIVILEGES_OF_A_TRANSACTION, problemOfRowSecurity } from './migrations/row-security.js';
import { statement } from './engine/statement.js';
import type { Value } from './engine/values.js';
import { ENTITIES } from './entities.js';
import { migrationsUpTo } from './migrations/migrations.js';

/** One PostgreSQL database, with a general connection pool, a small one for reports, and one connection for counters. */
export interface Database {
  readonly dataSource: DataSource;
  readonly connections: Connections;
  /** Snapshots for reports. */
  readonly snapshots: Snapshots;
  /** Runs statements that take numbers, each as a transaction that ends at once. */
  readonly counters: Connections;
  /** Keys that seal cursors, equal in every process of the service; `undefined` for the role `owner`. */
  readonly cursorKeys: CursorKeys | undefined;
  /** True when transactions and snapshots see the rows of their Organization only: everywhere but on a cluster, and for the role `owner`. */
  readonly hasRowSecurity: boolean;
  /** Runs one statement as a transaction. Throws when another text already has this name. */
  sql<Row extends object>(name: string, text: string, values: readonly Value[]): Promise<Row[]>;
  /** Returns true when the database answers in time, over a separate connection. Never throws. */
  isAnswering(): Promise<boolean>;
  /** The connections that are lent now, by pool. Shared ones are never lent. */
  poolStates(): readonly PoolState[];
  /** Returns the lag of the replica in seconds; `undefined` where there is none, or while it has shown nothing. */
  replicaLagSeconds(): number | undefined;
  /** Stops running statements, except those that end a transaction, and closes all connections. */
  close(): Promise<void>;
}

/** Opens a database. Throws when it cannot be reached or must not be used. The role `application` needs a migrated database. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { role = 'application', prepared, observe = () => undefined } = settings;
  const monitorOf = (pool: PoolName) => settings.monitor && { pool, of: settings.monitor };
  const dataSource = dataSourceOf(settings, role);
  await dataSource.initialize();
  const control = new ControlConnection(settings.url, settings);
  const shared = sharedConnections(settings, observe);
  const connections = new Connections(clientsOf(dataSource), {
    prepared,
    observe,
    monitor: monitorOf('requests'),
    ...(shared && { shared }),
    cancel: (processId) => control.cancel(processId),
  });
  const addresses = reportAddresses(settings);
  const reportClients = reportPool(settings, addresses.primary);
  const reports = new Connections(clientsOfPool(reportClients), {
    prepared,
    observe,
    monitor: monitorOf('reports'),
    cancel: (processId) => control.cancel(processId),
  });
  const replica = openReplica(settings, addresses.replica, { prepared, observe, monitor: monitorOf('reports') });
  const counterClients = counterPool(settings);
  const counters = new Connections(clientsOfPool(counterClients), {
    prepared,
    observe,
    monitor: monitorOf('counters'),
    cancel: (processId) => control.cancel(processId),
  });
  const close = async () => {
    for (const lender of [connections, reports, counters]) lender.stop();
    await replica?.close();
    for (const pool of [reportClients, counterClients]) if (!pool.ending) await pool.end();
    // `destroy` would take back connections that are still in use.
    await connections.allReturned();
    if (dataSource.isInitialized) await dataSource.destroy();
    await control.close();
  };
  try {
    const { cursorKeys, hasRowSecurity } =
      role === 'application'
        ? await readyToServe({ connections, reports, counters, replica: replica?.use.connections }, settings)
        : OF_THE_OWNER;
    return {
      dataSource,
      connections,
      snapshots: new Snapshots(reports, hasRowSecurity, replica?.use),
      counters,
      cursorKeys,
      hasRowSecurity,
      sql: (name, text, values) => connections.once(statement(name, text), values),
      isAnswering: () => control.isAnswering(),
      poolStates: () => [
        { pool: 'requests', ...connections.state },
        { pool: 'reports', ...sumOf(reports.state, replica?.use.connections.state) },
        { pool: 'counters', ...counters.state },
      ],
      replicaLagSeconds: () => replica?.use.watch.lagSeconds,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type LentState = Omit<PoolState, 'pool'>;

interface OpenReplica {
  readonly use: Replica;
  close(): Promise<void>;
}

const MAX_LAG_SECONDS = 30;

/** Opens what reads from a replica, where there is one. Reaches it later: a server starts without its replica. */
function openReplica(
  settings: DatabaseSettings,
  readUrl: string | undefined,
  use: Omit<ConnectionUse, 'cancel'>,
): OpenReplica | undefined {
  const { readMaxLagSeconds = MAX_LAG_SECONDS, readFallback = 'primary' } = settings;
  if (readUrl === undefined) return undefined;
  const { onReplica = () => undefined } = settings;
  const control = new ControlConnection(readUrl, settings);
  const pool = reportPool(settings, readUrl);
  const cancel = (processId: number) => control.cancel(processId);
  const connections = new Connections(clientsOfPool(pool), { ...use, cancel });
  const watch = new ReplicaWatch({ ...settings, readUrl }, readMaxLagSeconds, onReplica);
  return {
    use: { connections, watch, isReplaced: readFallback === 'primary' },
    close: async () => {
      connections.stop();
      await watch.close();
      if (!pool.ending) await pool.end();
      await control.close();
    },
  };
}

const sumOf = (state: LentState, other: LentState = { lent: 0, waiting: 0 }): LentState => ({
  lent: state.lent + other.lent,
  waiting: state.waiting + other.waiting,
});

/** Half of the pool stays free for all that is not brief. */
function sharedConnections(settings: DatabaseSettings, observe: Observer): ConnectionUse['shared'] {
  const { sharedConnections: connections = 0, prepared, poolMax, applicationName = 'worktrack', monitor } = settings;
  if (connections === 0 || !prepared || settings.pooler === 'transaction') return undefined;
  const { url, options } = withStartUpOptions(settings.url, 'shared');
  const client = {
    connectionString: url,
    ...(options !== undefined && { options }),
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    query_timeout: SHARED_QUERY_TIMEOUT,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: IDLE_CONNECTIONS.keepAliveInitialDelayMillis,
  };
  const mostOfPool = Math.max(1, Math.floor(poolMax / 2));
  return { connections: new SharedConnections({ client, connections, observe, monitor }), mostOfPool };
}

/** TypeORM would print a failed migration on stdout, where a task prints its answer. The error itself is thrown. */
const SILENT: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

function dataSourceOf(settings: DatabaseSettings, role: 'application' | 'owner'): DataSource {
  const { url, options } = withStartUpOptions(settings.url, role, settings.pooler);
  return new DataSource({
    type: 'postgres',
    url,
    applicationName: settings.applicationName ?? 'worktrack',
    poolSize: settings.poolMax,
    connectTimeoutMS: CONNECTION_TIMEOUT,
    poolErrorHandler: settings.onIdleFailure ?? (() => undefined),
    extra: {
      ...(options !== undefined && { options }),
      ...IDLE_CONNECTIONS,
      // Sends several statements in one round trip; each still has its own result.
      pipeline: role === 'application',
      ...(role === 'application' ? { query_timeout: QUERY_TIMEOUT } : {}),
    },
    entities: ENTITIES,
    migrations: migrationsUpTo(settings.lastMigration),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    migrationsRun: false,
    synchronize: false,
    dropSchema: false,
    installExtensions: false,
    logging: false,
    logger: SILENT,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
  });
}

interface Lenders {
  readonly connections: Connections;
  readonly reports: Connections;
  readonly counters: Connections;
  readonly replica: Connections | undefined;
}

type Readiness = Pick<Database, 'cursorKeys' | 'hasRowSecurity'>;

const OF_THE_OWNER: Readiness = { cursorKeys: undefined, hasRowSecurity: false };

async function readyToServe(
  { connections, reports, counters, replica }: Lenders,
  { allowUnsafe = false, pooler = 'none', prepared, poolMax }: DatabaseSettings,
): Promise<Readiness> {
  await assertFit(connections, { allowUnsafe, pooler, purpose: 'application' });
  const isCluster = await assertClusterFit(connections, allowUnsafe);
  if (!isCluster) await assertRowSecurity(connections);
  // After a look at the roles: PostgreSQL knows no privileges of a role that is missing.
  await assertPrivileges(connections, isCluster);
  const assertReports = async (lender: Connections, isSafe: boolean): Promise<void> => {
    await assertFit(lender, { allowUnsafe: allowUnsafe || !isSafe, pooler, purpose: 'reports' });
    if (!isCluster) await assertRowSecurity(lender);
  };
  // A replica need not be safe, nor be there.
  const ofReplica = replica && assertReports(replica, false);
  await Promise.all([
    assertReports(reports, true),
    ofReplica?.catch((error: unknown) => {
      if (!isOfReplica(error)) throw error;
    }),
  ]);
  if (pooler === 'transaction' && prepared) {
    await assertPreparedKept([...Array.from({ length: Math.min(poolMax, 4) }, () => connections), counters]);
  }
  return { cursorKeys: await readCursorKeys(connections), hasRowSecurity: !isCluster };
}

async function assertPrivileges(connections: Connections, isCluster: boolean): Promise<void> {
  const wanted = {
    [APPLICATION_ROLE]: PRIVILEGES_OF_THE_SERVER,
    // On a cluster transactions have the role of the server.
    ...(!isCluster && { [ORGANIZATION_ROLE]: PRIVILEGES_OF_A_TRANSACTION }),
  };
  assertNone(await problemOfPrivileges(connections, wanted));
}

async function assertRowSecurity(connections: Connections): Promise<void> {
  assertNone(await problemOfRowSecurity(connections));
}

function assertNone(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(`This database cannot be used: ${problem}.`);
}

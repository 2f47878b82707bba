import type { Pool } from 'pg';
import { assertClusterFit } from './distribution/cluster-check.js';
import { assertFit } from './engine/boot-check.js';
import { Connections, type ConnectionUse } from './engine/connections.js';
import { ControlConnection } from './engine/control-connection.js';
import type { PoolName, PoolState } from './engine/database-monitor.js';
import type { DatabaseSettings } from './engine/database-settings.js';
import { readCursorKeys, type CursorKeys } from './engine/cursor-keys.js';
import { assertPreparedKept } from './engine/prepared-proof.js';
import { ReplicaWatch } from './engine/replica-watch.js';
import { reportAddresses } from './engine/report-addresses.js';
import { clientConfig, poolOf } from './engine/pools.js';
import { ORGANIZATION_ROLE } from './engine/row-security.js';
import {
  APPLICATION_ROLE,
  QUERY_TIMEOUT,
  REPORT_QUERY_TIMEOUT,
  SHARED_QUERY_TIMEOUT,
} from './engine/session-settings.js';
import type { Observer } from './engine/exchange.js';
import { SharedConnections } from './engine/shared-connections.js';
import { isOfReplica, Snapshots, type Replica } from './engine/snapshots.js';
import { PRIVILEGES_OF_THE_SERVER, problemOfPrivileges } from './migrations/privileges.js';
import { PRIVILEGES_OF_A_TRANSACTION, problemOfRowSecurity } from './migrations/row-security.js';
import { statement } from './engine/statement.js';
import type { Value } from './engine/values.js';

/** One PostgreSQL database, with a general connection pool, a small one for reports, and one connection for counters. */
export interface Database {
  /** The connections that `connections` lends. */
  readonly pool: Pool;
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
  const queryTimeout = role === 'application' ? QUERY_TIMEOUT : undefined;
  const pool = poolOf(settings, { address: settings.url, role, queryTimeout, max: settings.poolMax });
  await reach(pool);
  const control = new ControlConnection(settings.url, settings);
  const shared = sharedConnections(settings, observe);
  const connections = new Connections(pool, {
    prepared,
    observe,
    monitor: monitorOf('requests'),
    ...(shared && { shared }),
    cancel: (processId) => control.cancel(processId),
  });
  const addresses = reportAddresses(settings);
  const reportClients = reportPool(settings, addresses.primary);
  const reports = new Connections(reportClients, {
    prepared,
    observe,
    monitor: monitorOf('reports'),
    cancel: (processId) => control.cancel(processId),
  });
  const replica = openReplica(settings, addresses.replica, { prepared, observe, monitor: monitorOf('reports') });
  const counterClients = poolOf(settings, {
    address: settings.url,
    role: 'counters',
    queryTimeout: QUERY_TIMEOUT,
    max: 1,
  });
  const counters = new Connections(counterClients, {
    prepared,
    observe,
    monitor: monitorOf('counters'),
    cancel: (processId) => control.cancel(processId),
  });
  const close = async () => {
    for (const lender of [connections, reports, counters]) lender.stop();
    await replica?.close();
    for (const pool of [reportClients, counterClients]) if (!pool.ending) await pool.end();
    await connections.allReturned();
    if (!pool.ending) await pool.end();
    await control.close();
  };
  try {
    const { cursorKeys, hasRowSecurity } =
      role === 'application'
        ? await readyToServe({ connections, reports, counters, replica: replica?.use.connections }, settings)
        : OF_THE_OWNER;
    return {
      pool,
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

/** Opens the first connection. Throws when there is none. */
async function reach(pool: Pool): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Number of report connections: few, because reports are heavy; more than one, so that a slow report does not block all others. */
const REPORT_CONNECTIONS = 2;

/** Creates a pool of reports, for the primary or a replica. */
function reportPool(settings: DatabaseSettings, address: string): Pool {
  const max = settings.reportPoolMax ?? REPORT_CONNECTIONS;
  return poolOf(settings, { address, role: 'reports', queryTimeout: REPORT_QUERY_TIMEOUT, max });
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
  const connections = new Connections(pool, { ...use, cancel });
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
  const { sharedConnections: connections = 0, prepared, poolMax, monitor } = settings;
  if (connections === 0 || !prepared || settings.pooler === 'transaction') return undefined;
  const purpose = { address: settings.url, role: 'shared', queryTimeout: SHARED_QUERY_TIMEOUT } as const;
  const client = clientConfig(settings, purpose);
  const mostOfPool = Math.max(1, Math.floor(poolMax / 2));
  return { connections: new SharedConnections({ client, connections, observe, monitor }), mostOfPool };
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
  // After a look at the roles: PostgreSQL knows no privileges of a role that is missing. The hash covers privileges too, but a cluster is not
  // compared with it, and another release may have made what is there.
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

import type { Pool } from 'pg';
import { assertClusterFit } from './distribution/cluster-check.js';
import { assertFit, assertPreparedKept } from './engine/boot-check.js';
import { type ConnectionUse, Connections } from './engine/connections.js';
import { ControlConnection } from './engine/control-connection.js';
import type { PoolName, PoolState } from './engine/monitor.js';
import {
  APPLICATION_ROLE,
  type DatabaseSettings,
  QUERY_TIMEOUT,
  REPORT_QUERY_TIMEOUT,
  SHARED_QUERY_TIMEOUT,
  reportAddresses,
} from './engine/settings.js';
import { type CursorKeys, readCursorKeys } from './keys/cursor-keys.js';
import { readFeedEpoch } from './keys/feed-epoch.js';
import { readWebhookKey } from './keys/webhook-key.js';
import { ReplicaWatch } from './engine/replica.js';
import { clientConfig, openPool } from './engine/pools.js';
import { FeedListener } from './feed/feed-listener.js';
import { ORGANIZATION_ROLE } from './engine/row-security.js';
import { SharedReads } from './engine/shared-reads.js';
import { type Replica, Snapshots, isOfReplica } from './engine/snapshots.js';
import { PRIVILEGES_OF_THE_SERVER, problemOfPrivileges } from './migrations/privileges.js';
import { PRIVILEGES_OF_A_TRANSACTION, problemOfRowSecurity } from './migrations/row-security.js';
import { type Value, statement } from './engine/statement.js';

/** One PostgreSQL database, with a general connection pool, a small one for reports, and one connection for counters. */
export interface Database {
  /** The pool of `connections`. */
  readonly pool: Pool;
  readonly connections: Connections;
  /** Snapshots for reports. */
  readonly snapshots: Snapshots;
  /** Runs statements that take numbers, each as a transaction that ends immediately. */
  readonly counters: Connections;
  /** Keys that seal cursors, equal in every process of the service; `undefined` for the role `owner`. */
  readonly cursorKeys: CursorKeys | undefined;
  /** The epoch of the feeds, which their cursors carry; `undefined` for the role `owner`. */
  readonly feedEpoch: Buffer | undefined;
  /** Encrypts the secrets of webhooks; `undefined` as `cursorKeys`. */
  readonly webhookKey: Buffer | undefined;
  /** True when transactions and snapshots see the rows of their Organization only: everywhere but on a cluster, and for the role `owner`. */
  readonly hasRowSecurity: boolean;
  /** Runs one statement as a transaction. Throws when another text already has this name. */
  sql<Row extends object>(name: string, text: string, values: readonly Value[]): Promise<Row[]>;
  /** Returns true when the database responds in time, over a separate connection. Never throws. */
  isAnswering(): Promise<boolean>;
  /** The connections that are in use now, by pool, without the shared ones. */
  poolStates(): readonly PoolState[];
  /** Returns the lag of the replica in seconds; `undefined` where there is none, or while it has shown nothing. */
  replicaLagSeconds(): number | undefined;
  /** Listens for new positions in feeds over a connection of its own, which the caller closes. It cannot through a pooler of transactions. */
  listenToFeeds(onNews: () => void): FeedListener;
  /** Stops running statements, except those that end a transaction, and closes all connections. */
  close(): Promise<void>;
}

/** Number of report connections: few, because reports are heavy; more than one, so that a slow report does not block all others. */
const REPORT_CONNECTIONS = 2;

/** Opens a database. Throws when it cannot be reached or must not be used. The role `application` needs a migrated database. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { url, role = 'application', prepared, observe = () => undefined, monitor, poolMax } = settings;
  const controls = new Map<string, ControlConnection>();
  const controlOf = (address: string): ControlConnection => {
    const control = controls.get(address) ?? new ControlConnection(address, settings);
    controls.set(address, control);
    return control;
  };
  const control = controlOf(url);
  /** How a pool is used. The statements of a session are cancelled over another connection to the same server. */
  const useOf = (pool: PoolName, address: string): ConnectionUse => ({
    prepared,
    observe,
    monitor: monitor && { pool, of: monitor },
    cancel: (processId) => controlOf(address).cancel(processId),
  });
  const reportsOf = (address: string): Connections => {
    const max = settings.reportPoolMax ?? REPORT_CONNECTIONS;
    const purpose = { address, role: 'reports', queryTimeout: REPORT_QUERY_TIMEOUT, max } as const;
    return openPool(settings, purpose, useOf('reports', address));
  };
  const connections = openPool(
    settings,
    { address: url, role, queryTimeout: role === 'application' ? QUERY_TIMEOUT : undefined, max: poolMax },
    { ...useOf('requests', url), shared: sharedReads(settings) },
  );
  await reach(connections.pool);
  const counters = openPool(
    settings,
    { address: url, role: 'counters', queryTimeout: QUERY_TIMEOUT },
    useOf('counters', url),
  );
  const addresses = reportAddresses(settings);
  const reports = reportsOf(addresses.primary);
  // Reached later: a server starts without its replica.
  const replica: Replica | undefined =
    addresses.replica === undefined
      ? undefined
      : {
          connections: reportsOf(addresses.replica),
          watch: new ReplicaWatch(addresses.replica, settings),
          isReplaced: settings.readFallback !== 'refuse',
        };
  const close = async () => {
    const used = [connections, reports, counters, ...(replica ? [replica.watch, replica.connections] : [])];
    await Promise.all(used.map((one) => one.close()));
    // They cancel what the others still run.
    await Promise.all([...controls.values()].map((control) => control.close()));
  };
  try {
    const { cursorKeys, feedEpoch, webhookKey, hasRowSecurity } =
      role === 'application'
        ? await readyToServe({ connections, reports, counters, replica: replica?.connections }, settings)
        : OF_THE_OWNER;
    return {
      pool: connections.pool,
      connections,
      snapshots: new Snapshots(reports, hasRowSecurity, replica),
      counters,
      cursorKeys,
      feedEpoch,
      webhookKey,
      hasRowSecurity,
      sql: (name, text, values) => connections.once(statement(name, text), values),
      isAnswering: () => control.isResponding(),
      poolStates: () => [
        { pool: 'requests', ...connections.state },
        { pool: 'reports', ...sumOf(reports.state, replica?.connections.state) },
        { pool: 'counters', ...counters.state },
      ],
      listenToFeeds: (onNews) => new FeedListener(url, settings, onNews),
      replicaLagSeconds: () => replica?.watch.lagSeconds,
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

type State = Omit<PoolState, 'pool'>;

const sumOf = (state: State, other: State = { inUse: 0, waiting: 0 }): State => ({
  inUse: state.inUse + other.inUse,
  waiting: state.waiting + other.waiting,
});

/** Connections for brief reads. Half of the pool stays free for all that is not brief. */
function sharedReads(settings: DatabaseSettings): ConnectionUse['shared'] {
  const { sharedConnections: connections = 0, prepared, poolMax, observe = () => undefined, monitor } = settings;
  if (connections === 0 || !prepared || settings.pooler === 'transaction') return undefined;
  const purpose = { address: settings.url, role: 'shared', queryTimeout: SHARED_QUERY_TIMEOUT } as const;
  const client = clientConfig(settings, purpose);
  const mostOfPool = Math.max(1, Math.floor(poolMax / 2));
  return { reads: new SharedReads({ client, connections, observe, monitor }), mostOfPool };
}

interface Pools {
  readonly connections: Connections;
  readonly reports: Connections;
  readonly counters: Connections;
  readonly replica: Connections | undefined;
}

type Readiness = Pick<Database, 'cursorKeys' | 'feedEpoch' | 'webhookKey' | 'hasRowSecurity'>;

const OF_THE_OWNER: Readiness = {
  cursorKeys: undefined,
  feedEpoch: undefined,
  webhookKey: undefined,
  hasRowSecurity: false,
};

async function readyToServe(
  { connections, reports, counters, replica }: Pools,
  { allowUnsafe = false, pooler = 'none', prepared, poolMax }: DatabaseSettings,
): Promise<Readiness> {
  await assertFit(connections, { allowUnsafe, pooler, purpose: 'application' });
  const isCluster = await assertClusterFit(connections, allowUnsafe);
  if (!isCluster) await assertRowSecurity(connections);
  // After a look at the roles: PostgreSQL knows no privileges of a role that is missing. The hash covers privileges too, but a cluster is not
  // compared with it, and another release might have made what is there.
  await assertPrivileges(connections, isCluster);
  const assertReports = async (pool: Connections, isSafe: boolean): Promise<void> => {
    await assertFit(pool, { allowUnsafe: allowUnsafe || !isSafe, pooler, purpose: 'reports' });
    if (!isCluster) await assertRowSecurity(pool);
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
  const [cursorKeys, feedEpoch, webhookKey] = await Promise.all([
    readCursorKeys(connections),
    readFeedEpoch(connections),
    readWebhookKey(connections),
  ]);
  return { cursorKeys, feedEpoch, webhookKey, hasRowSecurity: !isCluster };
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

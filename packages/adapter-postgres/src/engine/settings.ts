import type { DatabaseMonitor } from './monitor.js';

/** Database role of the service: it cannot rewrite history and owns nothing. */
export const APPLICATION_ROLE = 'worktrack_app';

/** Maximum milliseconds to wait for a connection, new or from the pool. */
export const CONNECTION_TIMEOUT = 2_000;

/** Milliseconds that an idle connection is kept: a used one has its prepared statements already. */
export const IDLE_TIMEOUT = 60_000;

/** Settings that find out that the other side of a silent connection is gone. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const STATEMENT_TIMEOUT = 5_000;
const REPORT_TIMEOUT = 10_000;
/** A statement on a shared connection: those that wait for it are of other requests. */
const SHARED_TIMEOUT = 500;
/** A statement on another machine of a cluster. The coordinator ends every statement earlier. */
const MACHINE_TIMEOUT = 30_000;

/** Milliseconds the driver waits for a result. Longer than the server's limit, so it only applies when server or network are silent. */
export const QUERY_TIMEOUT = STATEMENT_TIMEOUT + 1_000;
/** Like `QUERY_TIMEOUT`, for reports. */
export const REPORT_QUERY_TIMEOUT = REPORT_TIMEOUT + 1_000;
/**
 * Like `QUERY_TIMEOUT`, for a batch on a shared connection. A connection that is silent costs a request this time and then `QUERY_TIMEOUT`
 * on one of the pool: together less than eight seconds.
 */
export const SHARED_QUERY_TIMEOUT = 1_000;

/** Purpose of a session: the service, its shared reads, its reports, its counters, monitoring and cancelling, or migrations. */
export type SessionRole = 'application' | 'shared' | 'reports' | 'counters' | 'control' | 'owner';

/** Settings of every session. The time zone is UTC, because views take instants from the text that the session writes. */
const EVERY_SESSION = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  tcp_keepalives_idle: '30',
  tcp_user_timeout: '30000',
};

/**
 * Settings of the service's sessions. Every wait on the server is limited. JIT and parallel workers only add cost to statements that take
 * under a millisecond. `random_page_cost` fits solid-state disks and memory: with the default, the planner would prefer a full table scan
 * to an index scan of a few hundred pages.
 */
const APPLICATION = {
  role: APPLICATION_ROLE,
  // An acknowledged change is on disk, whatever the cluster's default is.
  synchronous_commit: 'on',
  statement_timeout: String(STATEMENT_TIMEOUT),
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  client_connection_check_interval: '500',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
};

const BY_ROLE: Readonly<Record<SessionRole, Readonly<Record<string, string>>>> = {
  application: APPLICATION,
  shared: {
    ...APPLICATION,
    default_transaction_read_only: 'on',
    statement_timeout: String(SHARED_TIMEOUT),
    lock_timeout: String(SHARED_TIMEOUT),
  },
  // Each query is planned for its values, because a Project can have ten items or a million.
  reports: {
    ...APPLICATION,
    default_transaction_read_only: 'on',
    statement_timeout: String(REPORT_TIMEOUT),
    plan_cache_mode: 'force_custom_plan',
    // Enough to join or sort two hundred thousand Work Items in memory; few sessions do that concurrently.
    work_mem: '64MB',
  },
  // A number is used by a later commit, which puts the write-ahead log up to there on disk: a crash before it loses the number together
  // with the only transaction that has it.
  counters: { ...APPLICATION, synchronous_commit: 'off' },
  // No role: only the login of the other sessions can cancel their statements.
  control: { statement_timeout: '2000', lock_timeout: '2000', default_transaction_read_only: 'on' },
  // Migrations can run long, but wait for a lock for less time than the requests that wait for them.
  owner: { statement_timeout: '0', lock_timeout: '1000' },
};

/** All settings of the sessions with this purpose. */
export function settingsOf(role: SessionRole): Readonly<Record<string, string>> {
  return { ...EVERY_SESSION, ...BY_ROLE[role] };
}

/** Settings of a session of another machine of a cluster, as far as they matter where a statement runs. */
const ON_MACHINES = [
  ...['TimeZone', 'DateStyle', 'IntervalStyle', 'extra_float_digits', 'synchronous_commit', 'statement_timeout'],
  ...['lock_timeout', 'jit', 'max_parallel_workers_per_gather', 'random_page_cost'],
];

/** Settings of the sessions that the coordinator of a cluster has on other machines. All kinds of sessions share them. */
export const MACHINE_SETTINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(settingsOf('application')).filter(([name]) => ON_MACHINES.includes(name))),
  statement_timeout: String(MACHINE_TIMEOUT),
};

/**
 * The kind of pooler between the service and PostgreSQL: `transaction` is a pooler that assigns a session for a transaction. It takes no
 * start-up options: there the settings are properties of the logins.
 */
export type Pooler = 'none' | 'transaction';

/**
 * Splits a URL into the URL without `options`, and the start-up options: those of the URL first, then ours, which win. They apply before the
 * first statement, and `reset` and `discard all` restore them. With a pooler there are none.
 */
export function withStartUpOptions(
  url: string,
  role: SessionRole,
  pooler: Pooler = 'none',
): { url: string; options?: string } {
  const at = url.indexOf('?');
  const base = at === -1 ? url : url.slice(0, at);
  const parameters = new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
  const given = parameters.get('options');
  parameters.delete('options');
  const plain = parameters.size === 0 ? base : `${base}?${parameters.toString()}`;
  if (pooler === 'transaction') return { url: plain };
  const ours = Object.entries(settingsOf(role)).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`);
  return { url: plain, options: [...(given === null ? [] : [given]), ...ours].join(' ') };
}

/** The state of a replica: read, or not read for a reason. */
export type ReplicaState = 'used' | 'behind' | 'unreachable';

/** Address and use of the database. Defaults are in brackets. */
export interface DatabaseSettings {
  readonly url: string;
  /** [`url`] Address that reports read from, for example a replica. The first report opens the first connection to it. */
  readonly readUrl?: string | undefined;
  /** [30] Seconds that the heartbeat of the replica can be old; a replica that is older is not read. */
  readonly readMaxLagSeconds?: number | undefined;
  /** [`primary`] While the replica cannot be read, the primary serves reports, or they are refused. */
  readonly readFallback?: 'primary' | 'refuse' | undefined;
  /** Called when the replica is read again, or not any more. */
  readonly onReplica?: ((state: ReplicaState, error?: unknown) => void) | undefined;
  /** Maximum number of connections, not counting those of reports. */
  readonly poolMax: number;
  /** [2] Maximum number of connections of reports. */
  readonly reportPoolMax?: number;
  /** [0] Number of connections that the brief reads of many requests share, where statements are prepared; not counted in `poolMax`. */
  readonly sharedConnections?: number;
  /** Must be `false` with a pooler that does not support prepared statements. */
  readonly prepared: boolean;
  /** [`none`] With `transaction`, reports have the login of `readUrl`, and `prepared` is proven before the database is used. */
  readonly pooler?: Pooler;
  /** [`application`] `application` is a role that cannot rewrite history; `owner` owns the schema and runs migrations. */
  readonly role?: 'application' | 'owner';
  readonly applicationName?: string;
  /** [`false`] Accepts cluster settings that can lose acknowledged changes: only for disposable clusters. */
  readonly allowUnsafe?: boolean;
  /** Called for every round trip to the database, with the names of its statements. */
  readonly observe?: (names: readonly string[]) => void;
  /** Receives what the connections do, for metrics. */
  readonly monitor?: DatabaseMonitor | undefined;
  /** Called when an idle connection breaks. The pool replaces the connection. */
  readonly onIdleFailure?: (error: Error) => void;
}

/** Addresses that reports read from. */
export interface ReportAddresses {
  readonly primary: string;
  /** `undefined` where there is no replica. */
  readonly replica: string | undefined;
}

const POSTGRES_PORT = '5432';

/**
 * Finds the addresses that reports read from. Behind a pooler in transaction mode a session has the settings of its login, so reports need a
 * login of their own: that of `readUrl`, on the primary too. A `readUrl` that leads to the primary is there for its login alone.
 */
export function reportAddresses({ url, readUrl, pooler }: DatabaseSettings): ReportAddresses {
  if (readUrl === undefined || pooler !== 'transaction') return { primary: url, replica: readUrl };
  return { primary: withLoginOf(readUrl, url), replica: placeOf(readUrl) === placeOf(url) ? undefined : readUrl };
}

function placeOf(address: string): string {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? hostname;
  return JSON.stringify([host, searchParams.get('port') ?? (port || POSTGRES_PORT), pathname]);
}

/** The driver prefers the login of the parameters, which an address without a host can have too. */
function withLoginOf(other: string, address: string): string {
  const { username, password, searchParams } = new URL(other);
  const made = new URL(address);
  for (const [name, ofAuthority] of Object.entries({ user: username, password })) {
    const value = searchParams.get(name) ?? decodeURIComponent(ofAuthority);
    if (value === '') made.searchParams.delete(name);
    else made.searchParams.set(name, value);
  }
  made.username = '';
  made.password = '';
  return made.href;
}

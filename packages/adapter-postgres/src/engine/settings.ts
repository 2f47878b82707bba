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

/** Milliseconds the driver waits for a result. Longer than the server's limit, so it only applies when server or network are silent. */
export const QUERY_TIMEOUT = STATEMENT_TIMEOUT + 1_000;
/** Like `QUERY_TIMEOUT`, for reports. */
export const REPORT_QUERY_TIMEOUT = REPORT_TIMEOUT + 1_000;

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

/** Milliseconds after which another machine of a cluster ends a statement. The coordinator ends every statement earlier. */
const MACHINE_TIMEOUT = 30_000;

/**
 * Settings of the sessions that the coordinator of a cluster has on other machines: those of the service's sessions that matter where a
 * statement runs. All kinds of sessions share them, so a statement gets the longest time of all.
 */
export const MACHINE_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: EVERY_SESSION.TimeZone,
  DateStyle: EVERY_SESSION.DateStyle,
  IntervalStyle: EVERY_SESSION.IntervalStyle,
  extra_float_digits: EVERY_SESSION.extra_float_digits,
  synchronous_commit: APPLICATION.synchronous_commit,
  statement_timeout: String(MACHINE_TIMEOUT),
  lock_timeout: APPLICATION.lock_timeout,
  jit: APPLICATION.jit,
  max_parallel_workers_per_gather: APPLICATION.max_parallel_workers_per_gather,
  random_page_cost: APPLICATION.random_page_cost,
};

/** Milliseconds that the server gives a statement on a shared connection: those behind it wait for it. */
const SHARED_TIMEOUT = 500;
/**
 * Milliseconds the driver waits for the results of an exchange on a shared connection, before it closes the connection. A connection that
 * is silent costs a request this time and then `QUERY_TIMEOUT` on one of the pool: together less than eight seconds.
 */
export const SHARED_QUERY_TIMEOUT = 1_000;

/** Settings of sessions that the reads of many requests share. */
const SHARED = {
  ...APPLICATION,
  default_transaction_read_only: 'on',
  statement_timeout: String(SHARED_TIMEOUT),
  lock_timeout: String(SHARED_TIMEOUT),
};

/**
 * Settings of report sessions: read-only, with a longer limit. Each query is planned for its values, because a Project may have ten items
 * or a million.
 */
const REPORTS = {
  ...APPLICATION,
  default_transaction_read_only: 'on',
  statement_timeout: String(REPORT_TIMEOUT),
  plan_cache_mode: 'force_custom_plan',
  // Enough to join or sort two hundred thousand Work Items in memory; few sessions do that at once.
  work_mem: '64MB',
};

/**
 * Settings of the session that takes numbers. A number is used by a later commit, which puts the write-ahead log up to there on disk: a
 * crash before it loses the number together with the only transaction that has it.
 */
const COUNTERS = { ...APPLICATION, synchronous_commit: 'off' };

/** Settings of the control session. It sets no role: only the login user of the other sessions may cancel their statements. */
const CONTROL = { statement_timeout: '2000', lock_timeout: '2000', default_transaction_read_only: 'on' };

/** Settings of migrations: they may run long, but wait for a lock for less time than the requests that wait behind them. */
const OWNER = { statement_timeout: '0', lock_timeout: '1000' };

const BY_ROLE = {
  application: APPLICATION,
  shared: SHARED,
  reports: REPORTS,
  counters: COUNTERS,
  control: CONTROL,
  owner: OWNER,
} satisfies Record<SessionRole, object>;

/** All settings of the sessions with this purpose. */
export function settingsOf(role: SessionRole): Readonly<Record<string, string>> {
  return { ...EVERY_SESSION, ...BY_ROLE[role] };
}

/**
 * The kind of pooler between the service and PostgreSQL: `transaction` is a pooler that lends a session for a transaction. It takes no start-up
 * options: there the settings are properties of the logins.
 */
export type Pooler = 'none' | 'transaction';

/**
 * Builds the start-up options of a connection. These settings apply before the first statement, and `reset` and `discard all` restore
 * them.
 */
function startUpOptions(role: SessionRole): string {
  return Object.entries(settingsOf(role))
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');
}

/**
 * Splits a URL into the URL without `options`, and the start-up options: those of the URL first, then ours, which win. With a pooler there
 * are none.
 */
export function withStartUpOptions(
  url: string,
  role: SessionRole,
  pooler: Pooler = 'none',
): { url: string; options?: string } {
  const [base = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const given = parameters.get('options');
  parameters.delete('options');
  const rest = parameters.toString();
  const plain = rest === '' ? base : `${base}?${rest}`;
  if (pooler === 'transaction') return { url: plain };
  return { url: plain, options: [given, startUpOptions(role)].filter((part) => part !== null).join(' ') };
}

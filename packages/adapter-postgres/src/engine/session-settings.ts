/** The role that the server works as: it cannot rewrite history, and owns nothing. */
export const APPLICATION_ROLE = 'worktrack_app';

/** Milliseconds until a connection is there, new or from the pool. */
export const CONNECTION_TIMEOUT = 2_000;

/** A connection that was used brings its prepared statements along: worth keeping through a quiet minute. */
export const IDLE_CONNECTIONS = { idleTimeoutMillis: 60_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const STATEMENT_TIMEOUT = 5_000;
const REPORT_TIMEOUT = 10_000;

/** A little later than the server's own limit: it strikes only when the server or the network is silent. */
export const QUERY_TIMEOUT = STATEMENT_TIMEOUT + 1_000;
/** Like `QUERY_TIMEOUT`, for reports. */
export const REPORT_QUERY_TIMEOUT = REPORT_TIMEOUT + 1_000;

/** Purpose of a session: the service, its reports, what watches over both, or migrations. */
export type SessionRole = 'application' | 'reports' | 'control' | 'owner';

/** Settings of every session. The zone is UTC, because views show instants as the session writes them. */
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
 * Every wait of the server is finite; jit and parallel workers only cost where statements take under a millisecond. A page out of
 * order costs what it does on solid state or in memory: else an index that reads a few hundred loses to a whole table.
 */
const APPLICATION = {
  role: APPLICATION_ROLE,
  // An acknowledged change is on the disk, whatever the cluster does by default.
  synchronous_commit: 'on',
  statement_timeout: String(STATEMENT_TIMEOUT),
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  client_connection_check_interval: '500',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
};

/** Reports change nothing, take their time, and are planned for what they are asked: a Project may hold ten items or a million. */
const REPORTS = {
  ...APPLICATION,
  default_transaction_read_only: 'on',
  statement_timeout: String(REPORT_TIMEOUT),
  plan_cache_mode: 'force_custom_plan',
  // Two hundred thousand Work Items that are joined or sorted stay in memory; few sessions do that at once.
  work_mem: '64MB',
};

/** As the user that the others log in as, before they take their role: nobody else may stop their statements. */
const CONTROL = { statement_timeout: '2000', lock_timeout: '2000', default_transaction_read_only: 'on' };

/** Migrations may take their time, but must not stand in the way of everybody else while they wait. */
const OWNER = { statement_timeout: '0', lock_timeout: '5000' };

const BY_ROLE = { application: APPLICATION, reports: REPORTS, control: CONTROL, owner: OWNER } satisfies Record<
  SessionRole,
  object
>;

/** Settings of the service's sessions that are read back at the start: a pooler between may drop or change them. */
export const RELIED_ON: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...EVERY_SESSION, ...APPLICATION })
    // The role has a check of its own; a connection over a socket of the file system has no settings of TCP.
    .filter(([name]) => name !== 'role' && !name.startsWith('tcp_')),
);

/**
 * The start-up options of a connection. What is set there is in force before the first statement can run, and is what `reset`
 * and `discard all` lead back to.
 */
function startUpOptions(role: SessionRole): string {
  const settings = { ...EVERY_SESSION, ...BY_ROLE[role] };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');
}

/** Splits an address into one without `options` and the start-up options, its own ahead of ours: the later ones win. */
export function withStartUpOptions(url: string, role: SessionRole): { url: string; options: string } {
  const [base = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const given = parameters.get('options');
  parameters.delete('options');
  const rest = parameters.toString();
  return {
    url: rest === '' ? base : `${base}?${rest}`,
    options: [given, startUpOptions(role)].filter((part) => part !== null).join(' '),
  };
}

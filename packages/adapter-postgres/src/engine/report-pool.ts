import { Pool } from 'pg';
import type { DatabaseSettings } from './database-settings.js';
import { CONNECTION_TIMEOUT, IDLE_CONNECTIONS, REPORT_QUERY_TIMEOUT, withStartUpOptions } from './session-settings.js';

/** Default number of report connections: few, because reports are heavy; more than one, so that a slow report does not block all others. */
const REPORT_CONNECTIONS = 2;

/** Creates the connection pool of the reports. It opens a connection only when a report needs one. */
export function reportPool(settings: DatabaseSettings): Pool {
  const { url, options } = withStartUpOptions(settings.readUrl ?? settings.url, 'reports');
  const pool = new Pool({
    connectionString: url,
    options,
    application_name: settings.applicationName ?? 'worktrack',
    max: settings.reportPoolMax ?? REPORT_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    query_timeout: REPORT_QUERY_TIMEOUT,
    pipeline: true,
    ...IDLE_CONNECTIONS,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', settings.onIdleFailure ?? (() => undefined));
  return pool;
}

import { Pool } from 'pg';
import type { DatabaseSettings } from './database-settings.js';
import { CONNECTION_TIMEOUT, IDLE_CONNECTIONS, REPORT_QUERY_TIMEOUT, withStartUpOptions } from './session-settings.js';

/** So few that reports leave most of the machine to everything else, and so many that one of them does not stop the others. */
const REPORT_CONNECTIONS = 2;

/** The connections of the reports. None is opened before it is wanted. */
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

import { Pool } from 'pg';
import type { DatabaseSettings } from './database-settings.js';
import {
  CONNECTION_TIMEOUT,
  IDLE_CONNECTIONS,
  QUERY_TIMEOUT,
  REPORT_QUERY_TIMEOUT,
  withStartUpOptions,
  type SessionRole,
} from './session-settings.js';

/** Default number of report connections: few, because reports are heavy; more than one, so that a slow report does not block all others. */
const REPORT_CONNECTIONS = 2;

/** Creates a connection pool of reports, for the primary or a replica. */
export function reportPool(settings: DatabaseSettings, address = settings.url): Pool {
  const max = settings.reportPoolMax ?? REPORT_CONNECTIONS;
  return sidePool(settings, address, 'reports', { max, query_timeout: REPORT_QUERY_TIMEOUT });
}

/**
 * Creates the pool with the one connection that takes numbers from counters. A transaction that waits for a number holds a connection of
 * the general pool, so the number must not need another one from there.
 */
export function counterPool(settings: DatabaseSettings): Pool {
  return sidePool(settings, settings.url, 'counters', { max: 1, query_timeout: QUERY_TIMEOUT });
}

/** Creates a pool beside the general one. It opens a connection only when one is needed. */
function sidePool(
  { applicationName = 'worktrack', onIdleFailure = () => undefined, pooler }: DatabaseSettings,
  address: string,
  role: SessionRole,
  limits: { readonly max: number; readonly query_timeout: number },
): Pool {
  const { url, options } = withStartUpOptions(address, role, pooler);
  const pool = new Pool({
    connectionString: url,
    ...(options !== undefined && { options }),
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    pipeline: true,
    ...IDLE_CONNECTIONS,
    ...limits,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', onIdleFailure);
  return pool;
}

import { Pool, type ClientConfig } from 'pg';
import { Connections, type ConnectionUse } from './connections.js';
import {
  CONNECTION_TIMEOUT,
  IDLE_TIMEOUT,
  KEPT_ALIVE,
  withStartUpOptions,
  type DatabaseSettings,
  type SessionRole,
} from './settings.js';

/** Settings that the connections of all pools have in common. */
export type OfEachPool = Pick<DatabaseSettings, 'applicationName' | 'onIdleFailure' | 'pooler'>;

/** The purpose of connections. */
interface Purpose {
  readonly address: string;
  /** The settings of its sessions. */
  readonly role: SessionRole;
  /** Milliseconds the driver waits for a result; without it there is no limit. */
  readonly queryTimeout?: number | undefined;
}

/** Builds the options of a connection for this purpose. It sends several statements in one round trip, each with a result of its own. */
export function clientConfig(
  { applicationName = 'worktrack', pooler }: OfEachPool,
  { address, role, queryTimeout }: Purpose,
): ClientConfig {
  const { url, options } = withStartUpOptions(address, role, pooler);
  return {
    connectionString: url,
    ...(options !== undefined && { options }),
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    ...(queryTimeout !== undefined && { query_timeout: queryTimeout }),
    pipeline: role !== 'owner',
    ...KEPT_ALIVE,
  };
}

/** The use of a connection that watches or cancels others. */
const UNWATCHED: ConnectionUse = { prepared: false, observe: () => undefined, cancel: () => Promise.resolve(false) };

/** Creates a pool for this purpose. It opens a connection only when one is needed, and replaces one that breaks. */
export function openPool(
  settings: OfEachPool,
  { max = 1, ...purpose }: Purpose & { readonly max?: number },
  use: ConnectionUse = UNWATCHED,
): Connections {
  const pool = new Pool({ ...clientConfig(settings, purpose), idleTimeoutMillis: IDLE_TIMEOUT, max });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', settings.onIdleFailure ?? (() => undefined));
  return new Connections(pool, use);
}

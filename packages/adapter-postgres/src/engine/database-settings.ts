import type { DatabaseMonitor } from './database-monitor.js';
import type { Observer } from './exchange.js';
import type { Pooler } from './session-settings.js';

/** The state of a replica: read, or not read for a reason. */
export type ReplicaState = 'used' | 'behind' | 'unreachable';

/** Receives each change of the state of the replica. */
export type OnReplica = (state: ReplicaState, error?: unknown) => void;

/** Address and use of the database. Defaults are in brackets. */
export interface DatabaseSettings {
  readonly url: string;
  /** [`url`] Address that reports read from, for example a replica. The first report opens the first connection to it. */
  readonly readUrl?: string | undefined;
  /** [30] Seconds that the heartbeat of the replica may be old; a replica that is further behind is not read. */
  readonly readMaxLagSeconds?: number | undefined;
  /** [`primary`] While the replica may not be read, the primary serves reports, or they are refused. */
  readonly readFallback?: 'primary' | 'refuse' | undefined;
  /** Called when the replica is read again, or not any more. */
  readonly onReplica?: OnReplica | undefined;
  /** Maximum number of connections, not counting those of reports. */
  readonly poolMax: number;
  /** [2] Maximum number of connections of reports. */
  readonly reportPoolMax?: number;
  /**
   * [0] Number of connections that the brief reads of many requests share, not counting those of the pool. They are opened when they are
   * first needed, and only where statements are prepared.
   */
  readonly sharedConnections?: number;
  /** Must be `false` with a pooler that does not support prepared statements. */
  readonly prepared: boolean;
  /**
   * [`none`] With `transaction`, settings are properties of the logins, reports have the login of `readUrl`, and `prepared` is proved before the
   * database is used.
   */
  readonly pooler?: Pooler;
  /** [`application`] `application` is a role that cannot rewrite history; `owner` owns the schema and runs migrations. */
  readonly role?: 'application' | 'owner';
  readonly applicationName?: string;
  /** [`false`] Accepts cluster settings that may lose acknowledged changes: only for disposable clusters. */
  readonly allowUnsafe?: boolean;
  /** Called for every round trip to the database. */
  readonly observe?: Observer;
  /** Receives what the connections do, for metrics. */
  readonly monitor?: DatabaseMonitor | undefined;
  /** Called when an idle connection breaks. The pool replaces the connection. */
  readonly onIdleFailure?: (error: Error) => void;
}

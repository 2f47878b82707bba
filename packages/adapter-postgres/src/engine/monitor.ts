import type { RequestWork } from '@worktrack/application';

/** The groups of connections: of requests, of brief reads that share connections, of reports, and of the numbers of new Work Items. */
export type PoolName = 'requests' | 'shared' | 'reports' | 'counters';

/**
 * The end of an attempt of a transaction. `refused`: a use case refused it. `retried`: the database ended it, and it begins again.
 * `failed`: it ended by any other error. `unknown`: the response to COMMIT was lost.
 */
export type TransactionOutcome = 'committed' | 'refused' | 'retried' | 'failed' | 'unknown';

/** A round trip to the database that has ended. */
export interface EndedRoundTrip {
  readonly pool: PoolName;
  readonly seconds: number;
  /** The names of its statements. */
  readonly statements: readonly string[];
  /** True when it ended with an error. */
  readonly isFailed: boolean;
  /** The requests that it was for, in the order of the statements; one entry when all were for one. */
  readonly works: readonly (RequestWork | undefined)[];
}

/** Receives what the connections do. Methods must neither throw nor wait. */
export interface DatabaseMonitor {
  roundTripEnded(roundTrip: EndedRoundTrip): void;
  /** A connection was acquired after a wait, or none became free. */
  connectionAcquired(pool: PoolName, seconds: number): void;
  transactionEnded(outcome: TransactionOutcome): void;
}

/** The number of connections of a pool that are in use, and of callers that wait for one. */
export interface PoolState {
  readonly pool: PoolName;
  readonly inUse: number;
  readonly waiting: number;
}

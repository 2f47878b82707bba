import type { DatabaseMonitor } from '@worktrack/adapter-postgres';
import type { ServerLogger } from '../logging.js';

/** Logs each round trip to the database that takes longer, by the names of its statements: never by their texts or values. */
export function logSlowRoundTrips(log: ServerLogger, seconds: number): DatabaseMonitor {
  return {
    roundTripEnded: (roundTrip) => {
      if (roundTrip.seconds <= seconds) return;
      const { pool, statements, isFailed, works } = roundTrip;
      const traceIds = works.flatMap((work) => work?.trace?.id ?? []);
      const traceId = traceIds.length > 0 ? { traceId: [...new Set(traceIds)].join(' ') } : {};
      const milliseconds = Math.round(roundTrip.seconds * 1_000);
      log.warn(
        { pool, statements: [...new Set(statements)], milliseconds, isFailed, ...traceId },
        'A round trip to the database was slow.',
      );
    },
    connectionAcquired: () => undefined,
    transactionEnded: () => undefined,
  };
}

/** Returns a monitor that calls each of these, in their order. */
export function combinedMonitor(monitors: readonly DatabaseMonitor[]): DatabaseMonitor {
  return {
    roundTripEnded: (roundTrip) => {
      for (const monitor of monitors) monitor.roundTripEnded(roundTrip);
    },
    connectionAcquired: (pool, seconds) => {
      for (const monitor of monitors) monitor.connectionAcquired(pool, seconds);
    },
    transactionEnded: (outcome) => {
      for (const monitor of monitors) monitor.transactionEnded(outcome);
    },
  };
}

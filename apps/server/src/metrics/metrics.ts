import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { AccessEntry, RequestMonitor } from '@worktrack/adapter-http';
import type { DatabaseMonitor, PoolState } from '@worktrack/adapter-postgres';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type MetricType } from 'prom-client';
import type { OpenRateLimiter } from '../rate-limits/open-rate-limiter.js';
import { WorkMetrics } from './work-metrics.js';

/** Upper bounds of the classes of a duration, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Buckets for the duration of a round trip to the database, which is shorter than a request. */
const ROUND_TRIP_SECONDS = [0.000_5, ...SECONDS.slice(0, -1)];

/** Milliseconds between two looks at the delay of the event loop. */
const RESOLUTION = 20;
const QUANTILES = [0.5, 0.95, 0.99, 1];

/** The library writes this text. Its type declares numbers. */
const SUMMARY = 'summary' as unknown as MetricType;

/** Values by quantile. Prometheus expects the label `quantile` in summaries alone; those of the library compute their quantiles themselves. */
class Quantiles extends Gauge<'quantile'> {
  override async get(): ReturnType<Gauge<'quantile'>['get']> {
    return { ...(await super.get()), type: SUMMARY };
  }
}

/** Describes this build of the program. */
export interface Build {
  readonly version: string;
  /** The last migration that it knows. */
  readonly migration: string;
}

/** Parts of this process whose present state a collection shows. */
export interface Watched {
  /** The connections of each pool. */
  readonly poolStates: () => readonly PoolState[];
  readonly rateLimitStores: OpenRateLimiter['stores'];
  readonly slotsWaiting: () => number;
  /** The lag of the replica, in seconds. */
  readonly replicaLagSeconds: () => number | undefined;
  /** The mails that wait, and the age of the oldest one. */
  readonly mailBacklog: () => { readonly waiting: number; readonly oldestSeconds: number };
}

/**
 * The metrics of this process, in the names and units of Prometheus. Every label is from a closed list: operations, classes of status,
 * error codes, pools. None is an id, a name, a path or an Organization.
 */
export class Metrics {
  private readonly registry = new Registry();
  private watched: Partial<Watched> = {};

  private readonly requestsTotal = new Counter({
    name: 'worktrack_http_requests_total',
    help: 'Requests that have ended, by operation (unknown: no operation) and class of status (none: ended without an answer).',
    labelNames: ['operation', 'status'] as const,
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'worktrack_http_request_duration_seconds',
    help: 'Time from the beginning of a request to its end.',
    labelNames: ['operation'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly inFlight = new Gauge({
    name: 'worktrack_http_requests_in_flight',
    help: 'Requests that have begun and not ended.',
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'worktrack_refusals_total',
    help: 'Requests that were answered with an error, by its code.',
    labelNames: ['code'] as const,
    registers: [this.registry],
  });
  private readonly overloads = new Counter({
    name: 'worktrack_overloads_total',
    help: 'Requests that met a limit of the server and were answered to try again: connection, lock, statement, turn, silence, time.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  private readonly databaseWaits = new Histogram({
    name: 'worktrack_database_wait_seconds',
    help: 'Time that a caller waited for a connection to the database, also in vain.',
    labelNames: ['pool'] as const,
    buckets: ROUND_TRIP_SECONDS,
    registers: [this.registry],
  });
  private readonly roundTrips = new Histogram({
    name: 'worktrack_database_exchange_duration_seconds',
    help: 'Time of a round trip to the database, of one statement or more.',
    labelNames: ['pool'] as const,
    buckets: ROUND_TRIP_SECONDS,
    registers: [this.registry],
  });
  private readonly transactions = new Counter({
    name: 'worktrack_transactions_total',
    help: 'Attempts of transactions by their end: committed, refused, retried, failed, or unknown when the answer to COMMIT was lost.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  /** Metrics of the work of requests and jobs outside of the database. */
  readonly work = new WorkMetrics(this.registry);

  readonly requests: RequestMonitor = {
    requestBegan: () => {
      this.inFlight.inc();
    },
    requestEnded: ({ operation = 'unknown', status, milliseconds }: AccessEntry) => {
      this.inFlight.dec();
      this.requestsTotal.inc({ operation, status: classOf(status) });
      this.durations.observe({ operation }, milliseconds / 1_000);
    },
    requestRefused: (code) => {
      this.refusals.inc({ code });
    },
    requestOverloaded: (reason) => {
      this.overloads.inc({ reason });
    },
  };

  readonly database: DatabaseMonitor = {
    roundTripEnded: ({ pool, seconds }) => {
      this.roundTrips.observe({ pool }, seconds);
    },
    connectionAcquired: (pool, seconds) => {
      this.databaseWaits.observe({ pool }, seconds);
    },
    transactionEnded: (outcome) => {
      this.transactions.inc({ outcome });
    },
  };

  private readonly connections = new Gauge({
    name: 'worktrack_database_connections',
    help: 'Connections to the database that are lent, and callers that wait for one.',
    labelNames: ['pool', 'state'] as const,
    registers: [this.registry],
  });
  private readonly rateLimitStores = new Gauge({
    name: 'worktrack_rate_limit_store',
    help: '1 for the store that counts requests for the rate limits now, 0 for the other one that is configured.',
    labelNames: ['store'] as const,
    aggregator: 'min',
    registers: [this.registry],
  });
  private readonly slotsWaiting = new Gauge({
    name: 'worktrack_turns_waiting',
    help: 'Requests that wait for a slot to work on the database: others of the same user or Organization, or other reports, have all of them.',
    registers: [this.registry],
  });
  private replicaLag: Gauge | undefined;
  private mailBacklog: { readonly waiting: Gauge; readonly oldest: Gauge } | undefined;
  private readonly loopDelays = new Quantiles({
    name: 'worktrack_event_loop_delay_seconds',
    help: 'How late the event loop was since the last look, by quantile; 1 is the longest delay.',
    labelNames: ['quantile'] as const,
    aggregator: 'max',
    registers: [this.registry],
  });
  private readonly loopDelay = monitorEventLoopDelay({ resolution: RESOLUTION });

  constructor({ version, migration }: Build) {
    new Gauge({
      name: 'worktrack_build_info',
      help: 'Always 1. The labels tell what runs.',
      labelNames: ['version', 'node', 'migration'] as const,
      aggregator: 'first',
      registers: [this.registry],
    }).set({ version, node: process.version, migration }, 1);
    collectDefaultMetrics({ register: this.registry });
    this.loopDelay.enable();
  }

  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string> {
    this.showPresentStates();
    return this.registry.metrics();
  }

  /** Returns all metrics for another process, which adds up those of several. */
  asJson(): Promise<readonly object[]> {
    this.showPresentStates();
    return this.registry.getMetricsAsJSON();
  }

  private showPresentStates(): void {
    const { poolStates, rateLimitStores, slotsWaiting, replicaLagSeconds, mailBacklog } = this.watched;
    if (mailBacklog) this.showMailBacklog(mailBacklog());
    if (replicaLagSeconds) this.showReplicaLag(replicaLagSeconds());
    this.slotsWaiting.set(slotsWaiting?.() ?? 0);
    for (const { pool, inUse, waiting } of poolStates?.() ?? []) {
      this.connections.set({ pool, state: 'lent' }, inUse);
      this.connections.set({ pool, state: 'waiting' }, waiting);
    }
    for (const [store, isInUse] of Object.entries(rateLimitStores?.() ?? {})) {
      this.rateLimitStores.set({ store }, isInUse ? 1 : 0);
    }
    for (const quantile of QUANTILES) {
      // The histogram counts the interval between two looks itself.
      const late = this.loopDelay.percentile(100 * quantile) / 1e9 - RESOLUTION / 1_000;
      this.loopDelays.set({ quantile }, Math.max(0, late));
    }
    this.loopDelay.reset();
  }

  /** Without a replica there is no such metric; the age of one that has never responded is infinite. */
  private showReplicaLag(seconds = Infinity): void {
    this.replicaLag ??= new Gauge({
      name: 'worktrack_replica_lag_seconds',
      help: 'How far the replica of reports is behind: the age of its heartbeat.',
      aggregator: 'max',
      registers: [this.registry],
    });
    this.replicaLag.set(seconds);
  }

  /** Without a server for mail there are no such metrics. Every process counts the mails of all. */
  private showMailBacklog({ waiting, oldestSeconds }: ReturnType<Watched['mailBacklog']>): void {
    this.mailBacklog ??= {
      waiting: new Gauge({
        name: 'worktrack_mails_waiting',
        help: 'Mails that wait to be sent, of all processes.',
        aggregator: 'max',
        registers: [this.registry],
      }),
      oldest: new Gauge({
        name: 'worktrack_mail_oldest_waiting_seconds',
        help: 'The age of the oldest mail that waits to be sent; 0 when none waits.',
        aggregator: 'max',
        registers: [this.registry],
      }),
    };
    this.mailBacklog.waiting.set(waiting);
    this.mailBacklog.oldest.set(oldestSeconds);
  }

  /** Shows the state of these parts too, from now on. */
  watch(parts: Partial<Watched>): void {
    this.watched = { ...this.watched, ...parts };
  }

  end(): void {
    this.loopDelay.disable();
  }
}

function classOf(status: number | undefined): string {
  return status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;
}

import cluster from 'node:cluster';
import type { RequestMonitor } from '@worktrack/adapter-http';
import type { DatabaseMonitor } from '@worktrack/adapter-postgres';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';
import { RELEASE } from '../release.js';
import { sendCollectedMetrics } from '../workers/metrics-of-worker.js';
import type { Watched } from './metrics.js';
import { serveMetrics } from './serve-metrics.js';
import type { WorkMetrics } from './work-metrics.js';

/** Metrics that are served until they are closed. */
export interface OpenMetrics {
  readonly requests: RequestMonitor;
  readonly database: DatabaseMonitor;
  readonly work: WorkMetrics;
  /** Shows the state of these parts too, from now on. */
  watch(parts: Partial<Watched>): void;
  close(): void;
}

/**
 * Serves `GET /metrics` at a port of its own, without authentication. Without a port nothing is loaded or counted. Throws with one sentence
 * when the port cannot be opened.
 */
export async function openMetrics(
  { metrics: address }: Pick<Configuration, 'metrics'>,
  log: ServerLogger,
): Promise<OpenMetrics | undefined> {
  if (!address) return undefined;
  const [{ Metrics }, { LAST_MIGRATION }] = await Promise.all([
    import('./metrics.js'),
    import('@worktrack/adapter-postgres'),
  ]);
  const metrics = new Metrics({ version: RELEASE, migration: LAST_MIGRATION });
  const end = (): void => {
    metrics.end();
  };
  const close = cluster.isWorker
    ? sendCollectedMetrics(metrics)
    : (await serveMetrics(address, metrics, log, end)).close;
  return {
    requests: metrics.requests,
    database: metrics.database,
    work: metrics.work,
    watch: (parts) => {
      metrics.watch(parts);
    },
    close: () => {
      end();
      close();
    },
  };
}

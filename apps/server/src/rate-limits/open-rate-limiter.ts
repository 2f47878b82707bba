import cluster from 'node:cluster';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';
import type { LimitMonitor } from './limit-monitor.js';
import { memoryCounters } from './memory-counters.js';
import { WindowSignInThrottle } from './sign-in-throttle.js';
import { workerCounters } from '../workers/worker-counters.js';
import { WindowRateLimiter } from './window-rate-limiter.js';

/** A place where requests are counted. */
export type RateLimitStore = 'memory' | 'redis';

/** A limiter that is in use until it is closed. */
export interface OpenRateLimiter {
  readonly limiter: WindowRateLimiter;
  readonly signInThrottle: WindowSignInThrottle;
  /** The stores that this configuration can use; true for the one that is in use now. */
  stores(): Readonly<Partial<Record<RateLimitStore, boolean>>>;
  close(): void;
}

/** Counts in memory, in that of the primary process for all its workers, or in Redis where it is configured: replicas then share the counters. */
export async function openRateLimiter(
  { redisUrl, rateLimits }: Pick<Configuration, 'redisUrl' | 'rateLimits'>,
  log: ServerLogger,
  monitor?: LimitMonitor,
): Promise<OpenRateLimiter> {
  const alone = memoryCounters(rateLimits);
  if (redisUrl === undefined || !rateLimits.enabled) {
    const counters = cluster.isWorker && rateLimits.enabled ? workerCounters(alone, log) : alone;
    const signInThrottle = new WindowSignInThrottle(counters, rateLimits.enabled, monitor);
    const limiter = new WindowRateLimiter(counters, rateLimits, monitor);
    return { limiter, signInThrottle, stores: () => ({ memory: true }), close: () => undefined };
  }
  const { openRedisCounters } = await import('./redis-counters.js');
  const redis = openRedisCounters(redisUrl, rateLimits, alone, log);
  const signInThrottle = new WindowSignInThrottle(redis.counters, true, monitor);
  const limiter = new WindowRateLimiter(redis.counters, rateLimits, monitor);
  const stores = (): Record<RateLimitStore, boolean> => ({ redis: redis.isShared(), memory: !redis.isShared() });
  return { limiter, signInThrottle, stores, close: redis.close };
}

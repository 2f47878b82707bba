import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';
import { BoundedCounter } from './bounded-counter.js';
import { WindowRateLimiter, type Counters } from './window-rate-limiter.js';

/** A limiter that is in use until it is closed. */
export interface OpenRateLimiter {
  readonly limiter: WindowRateLimiter;
  close(): void;
}

/** Counts in memory, or in Redis where it is configured: replicas then share the counters. */
export async function openRateLimiter(
  { redisUrl, rateLimits }: Pick<Configuration, 'redisUrl' | 'rateLimits'>,
  log: ServerLogger,
): Promise<OpenRateLimiter> {
  const inMemory = memoryCounters(rateLimits);
  if (redisUrl === undefined || !rateLimits.enabled) {
    return { limiter: new WindowRateLimiter(inMemory, rateLimits), close: () => undefined };
  }
  const { openRedisCounters } = await import('./redis-counters.js');
  const redis = openRedisCounters(redisUrl, rateLimits, inMemory, log);
  return { limiter: new WindowRateLimiter(redis.counters, rateLimits), close: redis.close };
}

function memoryCounters({
  requests,
  failures,
  anonymous,
  windowSeconds: duration,
}: Configuration['rateLimits']): Counters {
  return {
    anonymous: new BoundedCounter(new RateLimiterMemory({ points: anonymous, duration })),
    requests: new RateLimiterMemory({ points: requests, duration }),
    failures: new BoundedCounter(new RateLimiterMemory({ points: failures, duration })),
  };
}

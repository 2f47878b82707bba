import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';
import type { Counters } from './window-rate-limiter.js';

/** A request may not wait for Redis longer than this; it is then counted in memory. Milliseconds. */
const PATIENCE = 500;

/** Counters in Redis. Whenever it does not answer in time, `insurance` counts instead. */
export function openRedisCounters(
  url: string,
  { requests, failures, anonymous, windowSeconds: duration }: Configuration['rateLimits'],
  insurance: Counters,
  log: ServerLogger,
): { counters: Counters; close: () => void } {
  const storeClient = new Redis(url, {
    connectTimeout: 2_000,
    commandTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  let reachable = true;
  storeClient.on('ready', () => {
    if (!reachable) log.info('Redis answers again: rate limits are shared.');
    reachable = true;
  });
  storeClient.on('error', (error: Error) => {
    if (reachable)
      log.warn({ err: error }, 'Redis does not answer: rate limits are counted by each replica for itself.');
    reachable = false;
  });
  const shared = { storeClient, duration, rejectIfRedisNotReady: true };
  return {
    counters: {
      requests: new RateLimiterRedis({
        ...shared,
        keyPrefix: 'worktrack:requests',
        points: requests,
        insuranceLimiter: insurance.requests,
      }),
      failures: new RateLimiterRedis({
        ...shared,
        keyPrefix: 'worktrack:failures',
        points: failures,
        insuranceLimiter: insurance.failures,
      }),
      anonymous: new RateLimiterRedis({
        ...shared,
        keyPrefix: 'worktrack:anonymous',
        points: anonymous,
        insuranceLimiter: insurance.anonymous,
      }),
    },
    close: () => {
      storeClient.disconnect();
    },
  };
}

import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';
import { BoundedCounter } from './bounded-counter.js';
import { SIGN_IN_LIMITS, WindowSignInThrottle, type SignInCounters } from './sign-in-throttle.js';
import { WindowRateLimiter, type Counters } from './window-rate-limiter.js';

/** A limiter that is in use until it is closed. */
export interface OpenRateLimiter {
  readonly limiter: WindowRateLimiter;
  readonly signInThrottle: WindowSignInThrottle;
  close(): void;
}

/** Counts in memory, or in Redis where it is configured: replicas then share the counters. */
export async function openRateLimiter(
  { redisUrl, rateLimits }: Pick<Configuration, 'redisUrl' | 'rateLimits'>,
  log: ServerLogger,
): Promise<OpenRateLimiter> {
  const inMemory = memoryCounters(rateLimits);
  const signIns = memorySignInCounters();
  if (redisUrl === undefined || !rateLimits.enabled) {
    const signInThrottle = new WindowSignInThrottle(signIns, rateLimits.enabled);
    return { limiter: new WindowRateLimiter(inMemory, rateLimits), signInThrottle, close: () => undefined };
  }
  const { openRedisCounters } = await import('./redis-counters.js');
  const redis = openRedisCounters(redisUrl, rateLimits, { ...inMemory, ...signIns }, log);
  const signInThrottle = new WindowSignInThrottle(redis.counters, true);
  return { limiter: new WindowRateLimiter(redis.counters, rateLimits), signInThrottle, close: redis.close };
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

function memorySignInCounters(): SignInCounters {
  const { windowSeconds: duration, ofAccount, ofAddress, linksOfAddress } = SIGN_IN_LIMITS;
  return {
    accounts: new BoundedCounter(new RateLimiterMemory({ points: ofAccount, duration })),
    addresses: new BoundedCounter(new RateLimiterMemory({ points: ofAddress, duration })),
    links: new BoundedCounter(new RateLimiterMemory({ points: linksOfAddress, duration })),
  };
}

import { RequestWork, traced } from '@worktrack/application';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { SIGN_IN_LIMITS, type ReversibleCounter, type SignInCounters } from './sign-in-throttle.js';
import type { Counter, Counters, RequestCounter } from './window-rate-limiter.js';
import { within } from './within.js';

/** Every counter of this service. */
type AllCounters = Counters & SignInCounters;

/** Milliseconds that a request waits for Redis before it is counted in memory. */
const PATIENCE = 100;

/** Milliseconds after a failure in which no request tries Redis. */
const PAUSE = 5_000;

/** Milliseconds without data after which a connection to Redis is replaced. */
const LONGEST_SILENCE = 2_000;

/** Counters in Redis until they are closed. */
interface RedisCounters {
  readonly counters: AllCounters;
  /** True while requests are counted in Redis, false while each process counts for itself. */
  readonly isShared: () => boolean;
  readonly close: () => void;
}

/**
 * Opens counters in Redis. When Redis does not answer in time, `alone` counts instead, and no request tries Redis for `PAUSE`; then one
 * does. The log has one line for each change between the two.
 */
export function openRedisCounters(
  url: string,
  { windowSeconds: duration, ...limits }: Configuration['rateLimits'],
  alone: AllCounters,
  log: ServerLogger,
): RedisCounters {
  const storeClient = new Redis(url, {
    connectTimeout: 2_000,
    // Also gives up commands that nobody waits for any more.
    socketTimeout: LONGEST_SILENCE,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  let isReachable = true;
  const listener = {
    opened: (error: unknown): void => {
      if (isReachable)
        log.warn({ err: error }, 'Redis does not answer: rate limits are counted by each replica for itself.');
      isReachable = false;
    },
    closed: (): void => {
      if (!isReachable) log.info('Redis answers again: rate limits are shared.');
      isReachable = true;
    },
  };
  // `ready` means that Redis answered. While the breaker is open, only the breaker decides that Redis answers again.
  storeClient.on('error', listener.opened);
  let isClosed = false;
  storeClient.on('close', () => {
    if (!isClosed) listener.opened(new Error('The connection was closed.'));
  });
  const breaker = new CircuitBreaker(PAUSE, listener);
  storeClient.on('ready', () => {
    if (!breaker.isOpen) listener.closed();
  });

  const onEither =
    <Each>(shared: Each, own: Each) =>
    <Result>(work: (counter: Each) => Promise<Result>): Promise<Result> => {
      // Without a connection the fallback counts at once, and the breaker stays as it is.
      if (storeClient.status !== 'ready') return work(own);
      return breaker.run(
        () => traced(RequestWork.current?.trace, 'redis', () => within(PATIENCE, work(shared))),
        () => work(own),
      );
    };
  const guarded = (shared: Counter, own: Counter): Counter => {
    const run = onEither(shared, own);
    return {
      penalty: (key) => run((counter) => counter.penalty(key)),
      get: (key) => run((counter) => counter.get(key)),
    };
  };
  const reversible = (shared: ReversibleCounter, own: ReversibleCounter): ReversibleCounter => {
    const run = onEither(shared, own);
    return {
      ...guarded(shared, own),
      reward: (key) => run((counter) => counter.reward(key)),
      delete: (key) => run((counter) => counter.delete(key)),
    };
  };
  const counter = (name: string, points: number, seconds: number): ReversibleCounter => {
    const keyPrefix = `worktrack:${name}`;
    return new RateLimiterRedis({ storeClient, duration: seconds, rejectIfRedisNotReady: true, keyPrefix, points });
  };
  /** Another replica may have counted: only Redis knows, so nothing is counted without a wait. */
  const shared = (name: string, points: number, own: Counter): RequestCounter => ({
    ...guarded(counter(name, points, duration), own),
    penaltyNow: () => undefined,
  });
  const { windowSeconds, ofAccount, ofAddress, linksOfAddress } = SIGN_IN_LIMITS;
  return {
    counters: {
      requests: shared('requests', limits.requests, alone.requests),
      users: shared('users', limits.userRequests, alone.users),
      organizations: guarded(counter('organizations', limits.organizationRequests, duration), alone.organizations),
      failures: {
        ...guarded(counter('failures', limits.failures, duration), alone.failures),
        isUntouched: () => false,
      },
      anonymous: guarded(counter('anonymous', limits.anonymous, duration), alone.anonymous),
      accounts: reversible(counter('sign-ins-of-account', ofAccount, windowSeconds), alone.accounts),
      addresses: reversible(counter('sign-ins-of-address', ofAddress, windowSeconds), alone.addresses),
      links: reversible(counter('links-of-address', linksOfAddress, windowSeconds), alone.links),
    },
    isShared: () => storeClient.status === 'ready' && !breaker.isOpen,
    close: () => {
      isClosed = true;
      storeClient.disconnect();
    },
  };
}

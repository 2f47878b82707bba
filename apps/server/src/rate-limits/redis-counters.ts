import { RequestWork, traced } from '@worktrack/application';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';
import type { AllCounters, CounterName, MemoryCounters } from './memory-counters.js';
import { TEXT_WINDOW_SECONDS } from './text-window.js';
import { LONG_WAIT, sharedCounters } from './shared-counters.js';
import { SIGN_IN_LIMITS } from './sign-in-throttle.js';

/** Counters in Redis until they are closed. */
interface RedisCounters {
  readonly counters: AllCounters;
  /** True while requests are counted in Redis, false while each process counts for itself. */
  readonly isShared: () => boolean;
  readonly close: () => void;
}

/** Counters of attempts to sign in, by the names of their keys. */
const SIGN_INS: Partial<Record<CounterName, string>> = {
  browsers: 'sign-ins-of-browser',
  accounts: 'sign-ins-of-account',
  anywhere: 'sign-ins-of-account-anywhere',
  addresses: 'sign-ins-of-address',
  links: 'links-of-address',
  mails: 'mails-of-address',
};

/** Opens counters in Redis. The log has one line for each change between Redis and the memory of this process. */
export function openRedisCounters(
  url: string,
  { windowSeconds }: Pick<Configuration['rateLimits'], 'windowSeconds'>,
  alone: MemoryCounters,
  log: ServerLogger,
): RedisCounters {
  const storeClient = new Redis(url, {
    connectTimeout: 2_000,
    // Replaces a connection without data, and gives up commands that nobody waits for any more.
    socketTimeout: LONG_WAIT,
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
  // `ready` means that Redis responded. While nobody asks Redis after a wait in vain, only the next response ends that.
  storeClient.on('error', listener.opened);
  let isClosed = false;
  storeClient.on('close', () => {
    if (!isClosed) listener.opened(new Error('The connection was closed.'));
  });
  const isConnected = (): boolean => storeClient.status === 'ready';
  let connection: Promise<void> | undefined;
  const store = {
    counter: (name: CounterName) => {
      const keyPrefix = `worktrack:${SIGN_INS[name] ?? name}`;
      const ofRequests = name === 'texts' ? TEXT_WINDOW_SECONDS : windowSeconds;
      const duration = name in SIGN_INS ? SIGN_IN_LIMITS.windowSeconds : ofRequests;
      // `points` is for operations that are not used here.
      return new RateLimiterRedis({ storeClient, points: 1, duration, rejectIfRedisNotReady: true, keyPrefix });
    },
    isConnected,
    connected: async () => {
      if (isConnected()) return;
      connection ??= new Promise((resolve) => storeClient.once('ready', resolve));
      await connection;
      connection = undefined;
    },
    traced: <Result>(work: () => Promise<Result>) => traced(RequestWork.current?.trace, 'redis', work),
  };
  const { counters, isSilent } = sharedCounters(store, alone, listener, log);
  storeClient.on('ready', () => {
    if (!isSilent()) listener.closed();
  });
  return {
    counters,
    isShared: () => isConnected() && !isSilent(),
    close: () => {
      isClosed = true;
      storeClient.disconnect();
    },
  };
}

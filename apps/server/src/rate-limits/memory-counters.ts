import type { Configuration } from '../config.js';
import { MemoryCounter } from './memory-counter.js';
import { SIGN_IN_LIMITS, type SignInCounters } from './sign-in-throttle.js';
import { TEXT_WINDOW_SECONDS } from './text-window.js';
import type { Counters } from './window-rate-limiter.js';

/** Every counter of this service. */
export type AllCounters = Counters & SignInCounters;

export type CounterName = keyof AllCounters;

/** The counters of one process. */
export type MemoryCounters = Readonly<Record<CounterName, MemoryCounter>>;

/** Creates counters in the memory of this process. */
export function memoryCounters({ windowSeconds }: Pick<Configuration['rateLimits'], 'windowSeconds'>): MemoryCounters {
  const signIns = SIGN_IN_LIMITS.windowSeconds;
  return {
    // Only accepted tokens are counted, so there are no more keys than tokens, users and Organizations.
    requests: new MemoryCounter(windowSeconds, Infinity),
    users: new MemoryCounter(windowSeconds, Infinity),
    organizations: new MemoryCounter(windowSeconds, Infinity),
    texts: new MemoryCounter(TEXT_WINDOW_SECONDS, Infinity),
    failures: new MemoryCounter(windowSeconds),
    anonymous: new MemoryCounter(windowSeconds),
    browsers: new MemoryCounter(signIns),
    accounts: new MemoryCounter(signIns),
    anywhere: new MemoryCounter(signIns),
    addresses: new MemoryCounter(signIns),
    links: new MemoryCounter(signIns),
    mails: new MemoryCounter(signIns),
  };
}

import type { Configuration } from '../config.js';
import { MemoryCounter } from '../rate-limits/memory-counter.js';
import { SIGN_IN_LIMITS } from '../rate-limits/sign-in-throttle.js';
import type { Standing } from '../rate-limits/window-rate-limiter.js';
import type { CountRequest, SharedCounter } from './messages.js';

/** Counts for all workers of one server: the counters of one process, in bounded memory. */
export class PrimaryCounters {
  private readonly counters: Readonly<Record<SharedCounter, MemoryCounter>>;

  constructor({ windowSeconds }: Configuration['rateLimits']) {
    const signIns = SIGN_IN_LIMITS.windowSeconds;
    this.counters = {
      // Only accepted tokens are counted, so there are no more keys than tokens, users and Organizations.
      requests: new MemoryCounter(windowSeconds, Infinity),
      users: new MemoryCounter(windowSeconds, Infinity),
      organizations: new MemoryCounter(windowSeconds, Infinity),
      failures: new MemoryCounter(windowSeconds),
      anonymous: new MemoryCounter(windowSeconds),
      accounts: new MemoryCounter(signIns),
      addresses: new MemoryCounter(signIns),
      links: new MemoryCounter(signIns),
    };
  }

  /** Does what a worker asks for. Returns the count of the key afterwards, or `null` where it has none. */
  async count({ counter, method, key }: CountRequest): Promise<Standing | null> {
    const result = await this.counters[counter][method](key);
    return typeof result === 'object' ? result : null;
  }
}

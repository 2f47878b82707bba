import type { Configuration } from '../config.js';
import { memoryCounters, type MemoryCounters } from '../rate-limits/memory-counters.js';
import type { Standing } from '../rate-limits/window-rate-limiter.js';
import type { CountRequest } from './messages.js';

/** Counts for all workers of one server: the counters of one process, in bounded memory. */
export class PrimaryCounters {
  private readonly counters: MemoryCounters;

  constructor(rateLimits: Configuration['rateLimits']) {
    this.counters = memoryCounters(rateLimits);
  }

  /** Does what a worker asks for. Returns the count of the key afterwards, or `null` where it has none. */
  async count({ counter, method, key, points }: CountRequest): Promise<Standing | null> {
    const result = await this.counters[counter][method](key, points);
    return typeof result === 'object' ? result : null;
  }
}

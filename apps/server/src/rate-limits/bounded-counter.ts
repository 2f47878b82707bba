import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ReversibleCounter } from './sign-in-throttle.js';
import type { FailureCounter } from './window-rate-limiter.js';

/** The most keys that are counted at once. */
const MOST_KEYS = 100_000;

/**
 * Counts in memory for a bounded number of keys. A key is forgotten when its window ends, or earlier when `MOST_KEYS` other keys have
 * begun a window since: otherwise a client with many addresses would fill the memory.
 */
export class BoundedCounter implements ReversibleCounter, FailureCounter {
  /** The counted keys, in the order in which their windows began. */
  private readonly keys = new Set<string>();

  constructor(
    private readonly memory: Pick<RateLimiterMemory, 'penalty' | 'get' | 'delete' | 'reward'>,
    private readonly mostKeys = MOST_KEYS,
  ) {}

  async penalty(key: string): Promise<RateLimiterRes> {
    const count = await this.memory.penalty(key);
    if (count.isFirstInDuration) await this.remember(key);
    return count;
  }

  get(key: string): Promise<RateLimiterRes | null> {
    return this.memory.get(key);
  }

  isUntouched(key: string): boolean {
    return !this.keys.has(key);
  }

  /** Subtracts one from what was counted here. A key without a count gets none: the attempt was counted elsewhere, or in an earlier window. */
  async reward(key: string): Promise<void> {
    const count = await this.memory.get(key);
    if (count !== null && count.consumedPoints > 0) await this.memory.reward(key);
  }

  delete(key: string): Promise<boolean> {
    this.keys.delete(key);
    return this.memory.delete(key);
  }

  private async remember(key: string): Promise<void> {
    this.keys.delete(key);
    this.keys.add(key);
    if (this.keys.size <= this.mostKeys) return;
    const [oldest = key] = this.keys;
    this.keys.delete(oldest);
    await this.memory.delete(oldest);
  }
}

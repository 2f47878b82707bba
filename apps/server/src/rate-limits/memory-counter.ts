import type { ReversibleCounter } from './sign-in-throttle.js';
import type { Standing } from './window-rate-limiter.js';

/** The most keys that are counted at a time. */
const MOST_KEYS = 100_000;

/** The count of one key. */
interface CountedWindow {
  sum: number;
  /** The end of the window by the monotonic clock, in milliseconds. */
  readonly endsAt: number;
}

/**
 * Counts by key in this process, in fixed windows of one length. It counts without a wait. A key is forgotten when its window has ended,
 * or earlier when more than `mostKeys` keys are counted: otherwise a client with many addresses would fill the memory.
 */
export class MemoryCounter implements ReversibleCounter {
  /** The windows in the order in which they began, which is also the order in which they end. */
  private readonly windows = new Map<string, CountedWindow>();
  private readonly milliseconds: number;

  constructor(
    windowSeconds: number,
    private readonly mostKeys = MOST_KEYS,
  ) {
    this.milliseconds = windowSeconds * 1_000;
  }

  /** The number of windows that are held, ended ones included. */
  get size(): number {
    return this.windows.size;
  }

  penalty(key: string, points = 1): Promise<Standing> {
    const now = performance.now();
    const window = this.openAt(now, key) ?? this.beginAt(now, key);
    window.sum += points;
    return Promise.resolve(standingOf(window, now));
  }

  get(key: string): Promise<Standing | null> {
    const now = performance.now();
    const window = this.openAt(now, key);
    return Promise.resolve(window ? standingOf(window, now) : null);
  }

  /** Subtracts one from what was counted here. A key without a count gets none: the attempt was counted elsewhere, or in an earlier window. */
  reward(key: string): Promise<void> {
    const window = this.openAt(performance.now(), key);
    if (window && window.sum > 0) window.sum -= 1;
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.windows.delete(key));
  }

  /** The window of the key, unless it has ended. */
  private openAt(now: number, key: string): CountedWindow | undefined {
    const window = this.windows.get(key);
    return window && window.endsAt > now ? window : undefined;
  }

  private beginAt(now: number, key: string): CountedWindow {
    const window = { sum: 0, endsAt: now + this.milliseconds };
    // Deleted first, so that the new window is the last in the order.
    this.windows.delete(key);
    this.windows.set(key, window);
    this.forgetOldest(now);
    return window;
  }

  /**
   * Forgets the first window when it has ended, or when there are too many. At most two for each window that begins: a client waits for
   * no more, and there are never more windows than before.
   */
  private forgetOldest(now: number): void {
    let left = 2;
    for (const [key, { endsAt }] of this.windows) {
      if (left === 0 || (endsAt > now && this.windows.size <= this.mostKeys)) return;
      this.windows.delete(key);
      left -= 1;
    }
  }
}

function standingOf({ sum, endsAt }: CountedWindow, now: number): Standing {
  return { consumedPoints: sum, msBeforeNext: endsAt - now };
}

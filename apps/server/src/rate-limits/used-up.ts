/** The most keys that are remembered. An older one is forgotten; the counter is then asked again. */
const MOST_KEYS = 100_000;

/** Keys whose quota is used up, each until its window ends: they are refused without asking a counter. */
export class UsedUp {
  /** The ends of the windows, by the monotonic clock in milliseconds. */
  private readonly ends = new Map<string, number>();

  has(key: string): boolean {
    return this.ends.has(key);
  }

  add(key: string, milliseconds: number): void {
    this.ends.set(key, performance.now() + milliseconds);
    const [oldest] = this.ends.size > MOST_KEYS ? this.ends.keys() : [];
    if (oldest !== undefined) this.ends.delete(oldest);
  }

  /** Returns the milliseconds until the window of a key ends; 0 when its quota is not used up. Usually no key is needed to know that. */
  millisecondsLeft(keyOf: () => string): number {
    if (this.ends.size === 0) return 0;
    const key = keyOf();
    const left = (this.ends.get(key) ?? 0) - performance.now();
    if (left > 0) return left;
    this.ends.delete(key);
    return 0;
  }
}

/**
 * Spreads work over turns of the event loop, so that many requests that arrive together do not delay the reading of a later one.
 * Waiting work is done in the order of its arrival.
 */
export class LoopTurns {
  private readonly waiting = new Set<() => void>();
  private done = 0;
  private isNextAhead = false;

  /** @param most pieces of work in one turn */
  constructor(private readonly most: number) {}

  /** True when the current turn has done all it may, or other work waits already. */
  get isFull(): boolean {
    return this.done >= this.most || this.waiting.size > 0;
  }

  /** Counts a piece of work that is done in the current turn. */
  count(): void {
    this.done += 1;
    this.expectNext();
  }

  /** Calls `work` in a later turn. Work that waits already is not added again. */
  later(work: () => void): void {
    this.waiting.add(work);
    this.expectNext();
  }

  forget(work: () => void): void {
    this.waiting.delete(work);
  }

  private expectNext(): void {
    if (this.isNextAhead) return;
    this.isNextAhead = true;
    setImmediate(() => {
      this.isNextAhead = false;
      this.begin();
    });
  }

  private begin(): void {
    this.done = 0;
    // Work that is added meanwhile belongs to the next turn.
    const now: (() => void)[] = [];
    for (const work of this.waiting) {
      if (now.length === this.most) break;
      now.push(work);
    }
    for (const work of now) {
      // Work that ran before it may have called `forget` for it.
      if (this.waiting.delete(work)) work();
    }
    // Count each piece of work, even one that began no request.
    this.done = Math.max(this.done, now.length);
    if (this.waiting.size > 0) this.expectNext();
  }
}

/**
 * Spreads work over turns of the event loop, so that no crowd of requests that arrived together keeps a later one from being read.
 * Work that waits is done in the order it came.
 */
export class LoopTurns {
  private readonly waiting = new Set<() => void>();
  private done = 0;
  private isNextAhead = false;

  /** @param most pieces of work in one turn */
  constructor(private readonly most: number) {}

  /** `true` when the present turn has done all it may, or others wait already. */
  get isFull(): boolean {
    return this.done >= this.most || this.waiting.size > 0;
  }

  /** Counts a piece of work that is done in the present turn. */
  count(): void {
    this.done += 1;
    this.expectNext();
  }

  /** Calls `work` in a later turn. What waits already is not added again. */
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
      // It may have been forgotten by the work before it.
      if (this.waiting.delete(work)) work();
    }
    // A piece of work counts though it began no request.
    this.done = Math.max(this.done, now.length);
    if (this.waiting.size > 0) this.expectNext();
  }
}

/** Milliseconds before a worker is replaced for the first time, and at most. */
const FIRST = 500;
const LONGEST = 30_000;
/** Milliseconds of work after which an end does not belong to a series. */
const LONG_LIFE = 60_000;

/** Says how long to wait before a worker that ended by a fault is replaced: longer with each that ends soon after its start. */
export class BackOff {
  private ends = 0;

  /** @param life milliseconds from the start of the worker to its end */
  next(life: number): number {
    this.ends = life >= LONG_LIFE ? 1 : this.ends + 1;
    return Math.min(LONGEST, FIRST * 2 ** (this.ends - 1));
  }
}

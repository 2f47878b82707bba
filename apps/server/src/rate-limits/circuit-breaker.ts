/** Hears of changes of a breaker's state. */
export interface BreakerListener {
  opened(error: unknown): void;
  closed(): void;
}

/**
 * Keeps work away from a service that failed a moment ago. After a failure everything goes the other way for `pauseMilliseconds`;
 * then one piece of work tries the service, and all others still go the other way until that one has come back. So a service that
 * does not answer costs one wait in each pause, however many requests there are.
 */
export class CircuitBreaker {
  /** The instant until which nobody tries; undefined while the service answers. */
  private openUntil: number | undefined;
  private isTrying = false;

  constructor(
    private readonly pauseMilliseconds: number,
    private readonly listener: BreakerListener,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** `true` from a failure of the service to its next answer. */
  get isOpen(): boolean {
    return this.openUntil !== undefined;
  }

  /** Runs `work` on the service, and `otherwise` in its place when that fails or is not to be tried now. */
  async run<Result>(work: () => Promise<Result>, otherwise: () => Promise<Result>): Promise<Result> {
    const isTrial = this.openUntil !== undefined;
    if (isTrial && (this.isTrying || this.now() < (this.openUntil ?? 0))) return otherwise();
    this.isTrying ||= isTrial;
    try {
      const result = await work();
      if (isTrial) this.close();
      return result;
    } catch (error) {
      this.open(error);
      return await otherwise();
    } finally {
      if (isTrial) this.isTrying = false;
    }
  }

  private open(error: unknown): void {
    const wasClosed = this.openUntil === undefined;
    this.openUntil = this.now() + this.pauseMilliseconds;
    if (wasClosed) this.listener.opened(error);
  }

  private close(): void {
    this.openUntil = undefined;
    this.listener.closed();
  }
}

/** Receives the changes of a breaker's state. */
export interface BreakerListener {
  opened(error: unknown): void;
  closed(): void;
}

/**
 * Keeps work away from a service that has just failed. After a failure all work uses the fallback for `pauseMilliseconds`;
 * then one call tries the service, and all others use the fallback until that one has ended. So a service that does not
 * respond costs one wait in each pause, however many requests there are.
 */
export class CircuitBreaker {
  /** The instant until which no call tries the service; `undefined` while the service responds. */
  private openUntil: number | undefined;
  private isTrying = false;

  constructor(
    private readonly pauseMilliseconds: number,
    private readonly listener: BreakerListener,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** True from a failure of the service to its next response. */
  get isOpen(): boolean {
    return this.openUntil !== undefined;
  }

  /** Runs `work`, which calls the service; runs `otherwise` when `work` fails or the service must not be tried now. */
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

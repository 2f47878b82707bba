import { AsyncLocalStorage } from 'node:async_hooks';
import { Abandoned, Overloaded } from './faults.js';

const current = new AsyncLocalStorage<RequestWork | undefined>();

/**
 * The work for one request. It ends early when its time is over, or when its client disconnects, unless it is a change that has begun.
 * Adapters find it by `RequestWork.current`, so that no port has to pass it.
 */
export class RequestWork {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private endsAt = Infinity;
  private isChange = false;

  /** @param milliseconds the maximum duration of the work, from its first step */
  constructor(private readonly milliseconds: number) {}

  /** The work that the caller belongs to; `undefined` outside of requests. */
  static get current(): RequestWork | undefined {
    return current.getStore();
  }

  /** Runs work that several requests share: it continues when one of them ends. */
  static apart<T>(work: () => T): T {
    return current.run(undefined, work);
  }

  /** Aborted when the work has to end early. Its reason is the error that the work then throws: `Abandoned` or `Overloaded`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The remaining milliseconds, at least 0. */
  get remaining(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  /** Runs a step of the work, with everything that the step starts. The time starts with the first step. */
  run<T>(step: () => T): T {
    if (this.timer === undefined) this.startTime();
    return current.run(this, step);
  }

  /** Stops the timer while a file arrives; uploads have limits of their own. */
  stopTime(): void {
    clearTimeout(this.timer);
    this.endsAt = Infinity;
  }

  /** Starts the timer again from now. */
  startTime(): void {
    clearTimeout(this.timer);
    this.endsAt = performance.now() + this.milliseconds;
    this.timer = setTimeout(() => {
      this.controller.abort(new Overloaded('The request took too long.'));
    }, this.milliseconds).unref();
  }

  /** Marks the work as a change: it runs to its end, so that the client can find out its outcome with the same key. */
  beginChange(): void {
    this.isChange = true;
  }

  /** Aborts the work because the client disconnected, unless it is a change. */
  clientLeft(): void {
    if (!this.isChange) this.controller.abort(new Abandoned('The client went away.'));
  }

  /** Clears the timer at the end of the work. */
  end(): void {
    clearTimeout(this.timer);
  }
}

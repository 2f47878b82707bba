import { AsyncLocalStorage } from 'node:async_hooks';
import { Abandoned, Overloaded } from './faults.js';
import type { RequestTrace } from './request-trace.js';

const current = new AsyncLocalStorage<RequestWork | undefined>();

/** A function that is called once, when the work has to end early, with the error that the work then throws. */
export type StopListener = (reason: Error) => void;

/**
 * The work for one request. It ends early when its time is over, or when its client disconnects, unless it is a change that has begun.
 * Adapters find it by `RequestWork.current`, so that no port has to pass it.
 */
export class RequestWork {
  private reason: Error | undefined;
  /** Most requests have no listener, or one at a time. */
  private readonly listeners: StopListener[] = [];
  private controller: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private endsAt = Infinity;
  private isChange = false;

  /** The trace of the request; `undefined` where none is made. */
  trace: RequestTrace | undefined;

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

  /** The error that the work throws because it has to end early, `Abandoned` or `Overloaded`; `undefined` until then. */
  get stopped(): Error | undefined {
    return this.reason;
  }

  /**
   * Aborted when the work has to end early, with `stopped` as its reason. It is created when it is first asked for: it costs more than
   * `onStop`.
   */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.reason) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  /** The remaining milliseconds, at least 0. */
  get remaining(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  /** Throws the error of work that has to end early. */
  throwIfStopped(): void {
    if (this.reason) throw this.reason;
  }

  /** Calls the listener when the work has to end early, or now if it already has. */
  onStop(listener: StopListener): void {
    if (this.reason) listener(this.reason);
    else this.listeners.push(listener);
  }

  /** Removes a listener of `onStop`. */
  offStop(listener: StopListener): void {
    const at = this.listeners.indexOf(listener);
    if (at !== -1) this.listeners.splice(at, 1);
  }

  /** Runs a step of the work, with everything that the step starts. The time starts with the first step. */
  run<T>(step: () => T): T {
    if (this.timer === undefined) this.startTime();
    return current.run(this, step);
  }

  /** Resolves like the promise. When the work has to end before, it rejects with the error of that; the promise is left to itself. */
  orStopped<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onStop(reject);
      promise.then(resolve, reject).finally(() => {
        this.offStop(reject);
      });
    });
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
      this.stop(new Overloaded('time', 'The request took too long.'));
    }, this.milliseconds).unref();
  }

  /** Marks the work as a change: it runs to its end, so that the client can find out its outcome with the same key. */
  beginChange(): void {
    this.isChange = true;
  }

  /** Aborts the work because the client disconnected, unless it is a change. */
  clientLeft(): void {
    if (!this.isChange && !this.reason) this.stop(new Abandoned('The client went away.'));
  }

  /** Clears the timer at the end of the work. */
  end(): void {
    clearTimeout(this.timer);
  }

  private stop(reason: Error): void {
    if (this.reason) return;
    this.reason = reason;
    for (const listener of this.listeners.splice(0)) listener(reason);
    this.controller?.abort(reason);
  }
}

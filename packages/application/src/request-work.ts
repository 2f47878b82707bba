import { AsyncLocalStorage } from 'node:async_hooks';
import { Abandoned, Overloaded } from './faults.js';

const current = new AsyncLocalStorage<RequestWork | undefined>();

/**
 * The work that is done for one request. It ends early when its client goes away, unless it is a change that has begun, and when its
 * time is over. Adapters find it by `RequestWork.current`, so that no port has to carry it.
 */
export class RequestWork {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private endsAt = Infinity;
  private isChange = false;

  /** @param milliseconds how long the work may take, from its first step */
  constructor(private readonly milliseconds: number) {}

  /** The work that the caller is a part of; `undefined` outside of requests. */
  static get current(): RequestWork | undefined {
    return current.getStore();
  }

  /** Runs what several requests share: it goes on when one of them ends. */
  static apart<T>(work: () => T): T {
    return current.run(undefined, work);
  }

  /** Aborted when the work has to end early, with the error that it then fails with: `Abandoned` or `Overloaded`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Milliseconds that are left, at least 0. */
  get remaining(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  /** Runs a step of the work, and whatever that begins. The time counts from the first step on. */
  run<T>(step: () => T): T {
    if (this.timer === undefined) this.startTime();
    return current.run(this, step);
  }

  /** Stops the time while a file arrives, which has limits of its own. */
  stopTime(): void {
    clearTimeout(this.timer);
    this.endsAt = Infinity;
  }

  /** Lets the time count from now. */
  startTime(): void {
    clearTimeout(this.timer);
    this.endsAt = performance.now() + this.milliseconds;
    this.timer = setTimeout(() => {
      this.controller.abort(new Overloaded('The request took too long.'));
    }, this.milliseconds).unref();
  }

  /** From now on the work changes something: it goes to its end, so that the client can ask what became of it by the same key. */
  beginChange(): void {
    this.isChange = true;
  }

  /** The client went away: nobody waits for what is read. */
  clientLeft(): void {
    if (!this.isChange) this.controller.abort(new Abandoned('The client went away.'));
  }

  /** Nothing is done any more. */
  end(): void {
    clearTimeout(this.timer);
  }
}

import type { ReadinessResponse, ToWorker } from './messages.js';

/** Milliseconds in which a worker receives a question, unless it is stalled. */
const RECEIPT_TIMEOUT = 300;

/** Milliseconds in which a worker that has received it responds: its database has two seconds. */
const RESPONSE_TIMEOUT = 2_500;

/** A worker that is asked now. */
interface AskedWorker {
  readonly id: number;
  received(): void;
  /** `undefined`: it is left out. */
  responded(isReady: boolean | undefined): void;
}

/** Asks all workers if they are ready. `Of` is the side of the primary process in its talk with one of them. */
export class WorkerReadiness<Of> {
  private readonly asked = new Map<Of, AskedWorker>();
  private count = 0;
  private round: Promise<boolean> | undefined;

  /** @param workers returns those that run now */
  constructor(
    private readonly workers: () => Iterable<Of>,
    private readonly send: (worker: Of, message: ToWorker) => void,
  ) {}

  /**
   * Returns true when a new connection is served: some worker receives the question, and all that receive it are ready. A worker that is
   * stalled, or still starts, is left out: it is given no connection. Concurrent callers get the same result.
   */
  isReady(): Promise<boolean> {
    this.round ??= this.askAll().finally(() => {
      this.round = undefined;
    });
    return this.round;
  }

  receive(worker: Of, message: ReadinessResponse): void {
    const asked = this.asked.get(worker);
    if (asked?.id !== message.id) return;
    if (message.worktrack === 'received') asked.received();
    else asked.responded(message.isReady);
  }

  /** A worker has ended: nobody waits for it. */
  forget(worker: Of): void {
    this.asked.get(worker)?.responded(undefined);
  }

  private async askAll(): Promise<boolean> {
    const id = (this.count += 1);
    const responses = await Promise.all([...this.workers()].map((worker) => this.ask(worker, id)));
    const received = responses.filter((response) => response !== undefined);
    return received.length > 0 && received.every((isReady) => isReady);
  }

  /** Resolves to `undefined` when the worker is left out. */
  private ask(worker: Of, id: number): Promise<boolean | undefined> {
    return new Promise((resolve) => {
      const responded = (isReady: boolean | undefined): void => {
        clearTimeout(timer);
        this.asked.delete(worker);
        resolve(isReady);
      };
      let timer = setTimeout(responded, RECEIPT_TIMEOUT, undefined);
      const received = (): void => {
        clearTimeout(timer);
        timer = setTimeout(responded, RESPONSE_TIMEOUT, false);
      };
      this.asked.set(worker, { id, received, responded });
      this.send(worker, { worktrack: 'ask-ready', id });
    });
  }
}

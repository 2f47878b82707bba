import type { ReadinessAnswer, ToWorker } from './messages.js';

/** Milliseconds in which a worker receives a question, unless it is stalled. */
const HEARD_WITHIN = 300;

/** Milliseconds in which a worker that has received it responds: its database has two seconds. */
const ANSWERED_WITHIN = 2_500;

/** A worker that is asked now. */
interface AskedWorker {
  readonly id: number;
  heard(): void;
  /** `undefined`: it is left out. */
  answered(isReady: boolean | undefined): void;
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

  hear(worker: Of, message: ReadinessAnswer): void {
    const asked = this.asked.get(worker);
    if (asked?.id !== message.id) return;
    if (message.worktrack === 'heard') asked.heard();
    else asked.answered(message.isReady);
  }

  /** A worker has ended: nobody waits for it. */
  forget(worker: Of): void {
    this.asked.get(worker)?.answered(undefined);
  }

  private async askAll(): Promise<boolean> {
    const id = (this.count += 1);
    const answers = await Promise.all([...this.workers()].map((worker) => this.ask(worker, id)));
    const heard = answers.filter((answer) => answer !== undefined);
    return heard.length > 0 && heard.every((isReady) => isReady);
  }

  /** Resolves to `undefined` when the worker is left out. */
  private ask(worker: Of, id: number): Promise<boolean | undefined> {
    return new Promise((resolve) => {
      const answered = (isReady: boolean | undefined): void => {
        clearTimeout(timer);
        this.asked.delete(worker);
        resolve(isReady);
      };
      let timer = setTimeout(answered, HEARD_WITHIN, undefined);
      const heard = (): void => {
        clearTimeout(timer);
        timer = setTimeout(answered, ANSWERED_WITHIN, false);
      };
      this.asked.set(worker, { id, heard, answered });
      this.send(worker, { worktrack: 'ask-ready', id });
    });
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Ask, Caller } from '../kit/client.js';
import type { Operation } from './history-checker.js';

/** A request as a client saw it, with two readings of the clock. Without an answer the outcome is unknown. */
export interface Exchange {
  readonly begin: number;
  /** `Infinity` without an answer. */
  readonly end: number;
  readonly answer: Answer | undefined;
}

/** The operations of all clients, by the Work Item or the list of comments that they are about. */
export class RecordedHistory {
  readonly operations = new Map<string, Operation[]>();
  private now = 0;

  record(subject: string, operation: Operation): void {
    const known = this.operations.get(subject);
    if (known === undefined) this.operations.set(subject, [operation]);
    else known.push(operation);
  }

  /** Sends a request and waits for its answer. */
  async send(caller: Caller, ask: Ask): Promise<Exchange & { readonly answer: Answer }> {
    const begin = this.tick();
    const answer = await caller.send(ask);
    return { begin, end: this.tick(), answer };
  }

  /** Sends a request and closes its connection after that many milliseconds, unless the answer was faster. */
  async abandon(caller: Caller, ask: Ask, patience: number): Promise<Exchange> {
    const begin = this.tick();
    const abort = new AbortController();
    const timer = setTimeout(() => {
      abort.abort();
    }, patience);
    try {
      const answer = await caller.send({ ...ask, signal: abort.signal });
      return { begin, end: this.tick(), answer };
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
      return { begin, end: Infinity, answer: undefined };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Repeats an abandoned request with its key until it is answered. The whole is one operation. */
  async insist(caller: Caller, ask: Ask, abandoned: Exchange): Promise<Exchange> {
    if (abandoned.answer !== undefined) return abandoned;
    for (;;) {
      const { end, answer } = await this.send(caller, ask);
      if (answer.body?.error?.code !== 'IDEMPOTENCY_REQUEST_IN_PROGRESS') return { ...abandoned, end, answer };
      await pause(5);
    }
  }

  private tick(): number {
    this.now += 1;
    return this.now;
  }
}

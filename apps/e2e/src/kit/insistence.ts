import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './client.js';

/** Outcomes of requests, by the time of sending: `done` for a success, the error code for a refusal. */
export interface Told {
  /** Outcomes of requests that were answered before the change was requested. */
  readonly before: readonly string[];
  /** Outcomes of requests that were sent more than a second after the answer to the change. */
  readonly late: readonly string[];
}

/** How many requests there are of each kind at least. */
const ENOUGH = 10;
const SECOND = 1_000;
/** Milliseconds between two requests: many within a second, and time left for others. */
const BREATH = 10;

/** Sends the requests in turn, again and again, while access changes under way; goes on until enough of them are late. */
export async function insistWhile(
  asks: readonly (() => Promise<Answer>)[],
  change: () => Promise<unknown>,
): Promise<Told> {
  const sent: { readonly at: number; readonly told: string }[] = [];
  let answered = Infinity;
  const patience = new AbortController();
  const late = (): typeof sent => sent.filter(({ at }) => at > answered + SECOND);

  const insisting = (async () => {
    for (let turn = 0; !patience.signal.aborted && late().length < ENOUGH; turn += 1) {
      const at = performance.now();
      const { status, body } = await asks[turn % asks.length]!();
      sent.push({ at, told: status < 300 ? 'done' : String(body?.error?.code) });
      await pause(BREATH);
    }
  })();
  // What goes wrong while the change is under way is told below, where it is waited for.
  insisting.catch(() => undefined);
  try {
    while (sent.length < ENOUGH) await Promise.race([pause(BREATH), insisting]);
    const before = sent.map(({ told }) => told);
    await change();
    answered = performance.now();
    await insisting;
    return { before, late: late().map(({ told }) => told) };
  } finally {
    patience.abort();
  }
}

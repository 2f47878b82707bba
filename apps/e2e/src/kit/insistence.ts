import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './client.js';

/** Outcomes of requests, by the time of sending: `done` for a success, the error code for a refusal. */
export interface Outcomes {
  /** Outcomes of requests that were answered before the change was requested. */
  readonly before: readonly string[];
  /** Outcomes of requests that were sent more than a second after the answer to the change. */
  readonly late: readonly string[];
}

/** The least number of requests before the change, and of late ones. */
const ENOUGH = 10;
const SECOND = 1_000;
/** Milliseconds between two requests: enough requests in a second, and time for other work. */
const BREATH = 10;

/** Sends the requests in index, again and again, while `change` runs, until enough of them were sent late. */
export async function insistWhile(
  asks: readonly (() => Promise<Answer>)[],
  change: () => Promise<unknown>,
): Promise<Outcomes> {
  const sent: { readonly at: number; readonly outcome: string }[] = [];
  let answered = Infinity;
  const patience = new AbortController();
  const late = (): typeof sent => sent.filter(({ at }) => at > answered + SECOND);

  const insisting = (async () => {
    for (let index = 0; !patience.signal.aborted && late().length < ENOUGH; index += 1) {
      const at = performance.now();
      const { status, body } = await asks[index % asks.length]!();
      sent.push({ at, outcome: status < 300 ? 'done' : String(body?.error?.code) });
      await pause(BREATH);
    }
  })();
  // Awaited below; this prevents an unhandledRejection until then.
  insisting.catch(() => undefined);
  try {
    while (sent.length < ENOUGH) await Promise.race([pause(BREATH), insisting]);
    const before = sent.map(({ outcome }) => outcome);
    await change();
    answered = performance.now();
    await insisting;
    return { before, late: late().map(({ outcome }) => outcome) };
  } finally {
    patience.abort();
  }
}

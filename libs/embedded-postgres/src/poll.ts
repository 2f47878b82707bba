import { setTimeout as sleep } from 'node:timers/promises';

/** How often a state of another process is looked at, in milliseconds: it cannot tell us itself. */
const INTERVAL = 20;

/** Asks again and again until there is an answer; `undefined` when `milliseconds` have passed without one. */
export async function poll<Answer>(
  milliseconds: number,
  ask: () => Answer | undefined | Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() >= end) return undefined;
    await sleep(INTERVAL);
  }
}

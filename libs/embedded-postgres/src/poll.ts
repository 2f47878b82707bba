import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at the state of another process, which cannot notify us. */
const INTERVAL = 20;

/** Calls again and again until there is an answer; `undefined` when `milliseconds` have passed without one. */
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

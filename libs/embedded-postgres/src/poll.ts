import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two checks of the state of another process, which cannot notify us. */
const INTERVAL = 20;

/** Calls `ask` until it returns a value, and returns that; `undefined` when `milliseconds` have passed without one. */
export async function poll<Result>(
  milliseconds: number,
  ask: () => Result | undefined | Promise<Result | undefined>,
): Promise<Result | undefined> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const result = await ask();
    if (result !== undefined) return result;
    if (performance.now() >= end) return undefined;
    await sleep(INTERVAL);
  }
}

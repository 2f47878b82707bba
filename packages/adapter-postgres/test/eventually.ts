import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds after which what has not happened will not. */
const LONG_ENOUGH = 4_000;

/** Asks again and again until the answer is `true`. Throws when it never is. */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const start = performance.now(); !(await isSo());) {
    if (performance.now() - start > LONG_ENOUGH) throw new Error('What was waited for did not happen.');
    await delay(5);
  }
}

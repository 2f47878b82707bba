import { setTimeout as delay } from 'node:timers/promises';

/** Maximum milliseconds to wait: only for what never happens. A machine with other work takes seconds for what takes milliseconds alone. */
const LONG_ENOUGH = 30_000;

/** Calls `isSo` repeatedly until it returns `true`. Throws when it does not do so in time. */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const start = performance.now(); !(await isSo());) {
    if (performance.now() - start > LONG_ENOUGH) throw new Error('What was waited for did not happen.');
    await delay(5);
  }
}

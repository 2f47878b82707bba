import type { Page } from 'playwright-core';

/** Runs in the page: notes each element that moves without an act of the user. */
export function noteMoves(): void {
  const moves: string[] = [];
  Object.assign(globalThis, { moves });
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: readonly { node?: Node }[] })[]) {
      for (const { node } of sources) moves.push(`${node?.nodeName}: ${(node?.textContent ?? '').slice(0, 40)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The elements that have moved in a page since it was opened. */
export const movesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { moves: string[] }).moves);

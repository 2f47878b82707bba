import type { Browser, Page } from 'playwright-core';
import { median } from '../load.js';

/** Fresh contexts in which each page is opened. */
export const ROUNDS = 9;
const INTERACTIONS = 20;

/** A page to open, and the text by which its content is recognised. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Selector of the content: the page is complete when it is seen. */
  readonly content: string;
}

/** The cost of one page in one fresh context. */
export interface PageCost {
  readonly requests: number;
  /** Bytes of JavaScript and CSS as they were sent. */
  readonly codeBytes: number;
  /** Bytes of all answers, as they were sent. */
  readonly bytes: number;
  /** Milliseconds from the navigation. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly layoutShift: number;
}

/** Opens contexts that are signed in, and have no cache. */
export class Visitor {
  constructor(
    private readonly browser: Browser,
    readonly origin: string,
    private readonly secret: string,
  ) {}

  async visit<T>(work: (page: Page) => Promise<T>): Promise<T> {
    const context = await this.browser.newContext({ baseURL: this.origin, viewport: { width: 1280, height: 800 } });
    await context.addCookies([{ name: 'worktrack', value: this.secret, url: this.origin, httpOnly: true }]);
    try {
      return await work(await context.newPage());
    } finally {
      await context.close();
    }
  }
}

/** Opens a page in fresh contexts. Returns the median of each figure. */
export async function costOf(visitor: Visitor, { path, content }: MeasuredPage): Promise<PageCost> {
  const costs: PageCost[] = [];
  // The first round warms the server up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const cost = await visitor.visit(async (page) => {
      await page.goto(path);
      await page.locator(content).first().waitFor();
      await page.waitForLoadState('networkidle');
      return page.evaluate(costHere);
    });
    if (round > 0) costs.push(cost);
  }
  const middle = (figure: keyof PageCost): number => median(costs.map((cost) => cost[figure]));
  return {
    requests: middle('requests'),
    codeBytes: middle('codeBytes'),
    bytes: middle('bytes'),
    firstPaint: middle('firstPaint'),
    largestPaint: middle('largestPaint'),
    layoutShift: middle('layoutShift'),
  };
}

/** Runs in the page. */
async function costHere(): Promise<PageCost> {
  const recorded = <Entry extends PerformanceEntry>(type: string): Promise<readonly Entry[]> =>
    new Promise((answer) => {
      const found: Entry[] = [];
      const observer = new PerformanceObserver((list) => found.push(...(list.getEntries() as Entry[])));
      observer.observe({ type, buffered: true });
      setTimeout(() => {
        observer.disconnect();
        answer(found);
      }, 50);
    });
  const [paints, shifts] = await Promise.all([
    recorded('largest-contentful-paint'),
    recorded<PerformanceEntry & { readonly value: number }>('layout-shift'),
  ]);
  const answers = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const sum = (some: readonly PerformanceResourceTiming[]): number =>
    some.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  return {
    requests: answers.length,
    codeBytes: sum(answers.filter(({ name }) => /\.(js|css)$/.test(name))),
    bytes: sum(answers),
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestPaint: paints.at(-1)?.startTime ?? Number.NaN,
    layoutShift: shifts.reduce((total, { value }) => total + value, 0),
  };
}

/** Opens and closes the palette, types in it and moves in its list. Returns the 95th percentile of milliseconds to the next paint. */
export function slowestInteractions(visitor: Visitor, { path, content }: MeasuredPage): Promise<number> {
  return visitor.visit(async (page) => {
    await page.goto(path);
    await page.locator(content).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const durations: number[] = [];
      Object.assign(globalThis, { durations });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
          if (entry.interactionId > 0) durations.push(entry.duration);
        }
      }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
    });
    let presses = 0;
    const press = async (key: string): Promise<void> => {
      await page.keyboard.press(key);
      presses += 1;
      await page.waitForTimeout(50);
    };
    for (let round = 0; round < INTERACTIONS; round += 1) {
      for (const key of ['Control+k', 'r', 'e', 'ArrowDown', 'ArrowDown', 'Escape']) await press(key);
    }
    const seen = await page.evaluate(() => (globalThis as unknown as { durations: number[] }).durations);
    // Entries shorter than the threshold are not recorded: the remaining presses took less than 16 ms.
    const all = [...seen, ...Array<number>(Math.max(0, presses - seen.length)).fill(16)].sort((a, b) => a - b);
    return all[Math.floor(all.length * 0.95)] ?? Number.NaN;
  });
}

import type { Browser, Page } from 'playwright-core';

/** Fresh contexts in which each page is opened. */
export const ROUNDS = 9;

/** A page to open, and the element by which its content is recognised. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Selector of the content: the page is complete when there is such an element. */
  readonly content: string;
}

/** The cost of one page in one fresh context. */
export interface PageCost {
  /** Requests for code, styles, fonts and the page, and requests for data, until the content is there. */
  readonly files: number;
  readonly exchanges: number;
  /** Bytes of JavaScript and CSS as they were sent. */
  readonly codeBytes: number;
  /** Bytes of all answers, as they were sent. */
  readonly bytes: number;
  /** Milliseconds from the navigation. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Milliseconds until the frame with the content. */
  readonly complete: number;
  readonly layoutShift: number;
}

/** Opens contexts that are signed in, and have no cache. */
export class Visitor {
  constructor(
    private readonly browser: Browser,
    readonly origin: string,
    private readonly secret: string,
  ) {}

  /** Opens a page in a context of its own, and does `work` when its content is there and no request is under way. */
  async visit<T>({ path, content }: MeasuredPage, work: (page: Page) => Promise<T>): Promise<T> {
    const context = await this.browser.newContext({ baseURL: this.origin, viewport: { width: 1280, height: 800 } });
    await context.addCookies([{ name: 'worktrack', value: this.secret, url: this.origin, httpOnly: true }]);
    try {
      const page = await context.newPage();
      await page.addInitScript(noteContent, content);
      await page.goto(path);
      await page.locator(content).first().waitFor();
      await page.waitForLoadState('networkidle');
      return await work(page);
    } finally {
      await context.close();
    }
  }
}

/** Opens a page in fresh contexts. Returns the cost of each. */
export async function costsOf(visitor: Visitor, page: MeasuredPage): Promise<readonly PageCost[]> {
  const costs: PageCost[] = [];
  // The first round warms the server up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const cost = await visitor.visit(page, (opened) => opened.evaluate(costHere));
    if (round > 0) costs.push(cost);
  }
  return costs;
}

/** The instant that `noteContent` notes. */
interface Noted {
  completeAt?: number;
}

/** Runs in the page before its own code. */
function noteContent(content: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(content)) return;
    observer.disconnect();
    requestAnimationFrame((at) => {
      (globalThis as Noted).completeAt = at;
    });
  });
  observer.observe(document, { childList: true, subtree: true });
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
  const complete = (globalThis as Noted).completeAt ?? Number.NaN;
  const answers = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const sum = (some: readonly PerformanceResourceTiming[]): number =>
    some.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  // The icon and the manifest are requests of the browser.
  const before = answers.filter(({ name, startTime }) => startTime < complete && !/\.(svg|webmanifest)$/.test(name));
  const isExchange = ({ name }: PerformanceEntry): boolean => name.includes('/api/');
  return {
    files: before.filter((one) => !isExchange(one)).length,
    exchanges: before.filter(isExchange).length,
    codeBytes: sum(answers.filter(({ name }) => /\.(js|css)$/.test(name))),
    bytes: sum(answers),
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestPaint: paints.at(-1)?.startTime ?? Number.NaN,
    complete,
    layoutShift: shifts.reduce((total, { value }) => total + value, 0),
  };
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AxeResults, RunOnly, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { FIREFOX_CONTEXT, firefoxOptions, isFirefox } from './firefox.js';
import type { KeptContext } from './shared-browser.js';
import { sharedServer } from './run.js';
import { type OpenedSession, openSession } from './session.js';
import type { World } from './world.js';

const ROOT = path.resolve(__dirname, '../../../..');
/** Folder of what failed tests leave: the picture and the document of each page. */
const LEFT = path.join(ROOT, 'test-results', 'browser');

/** Rules that every page keeps: WCAG 2.2 AA and good practice. */
const RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules that depend on colours: the only ones that another colour scheme can break. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** The rules that colours and sizes can break. */
const LOOKS_RULES: RunOnly = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
};
const SCHEMES = ['light', 'dark'] as const;
const WIDE = { width: 1280, height: 800 };
/** The narrowest window on which nothing may be lost (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };

/** The words of Chromium and of Firefox for a request that its page gave up. */
const ABORTED: ReadonlySet<string> = new Set(['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'NS_ERROR_ABORT']);

/** The program to start and the environment variables that it needs. */
interface FoundBrowser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

let found: FoundBrowser | undefined;

/** Finds the browser, or installs it. */
function foundBrowser(): FoundBrowser {
  const script = path.join(ROOT, 'libs/toolchain/browser.mjs');
  return (found ??= JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as FoundBrowser);
}

/** The options of every browser context. A visit can have others, too. Tests do not see the requests of a service worker. */
const USUAL: BrowserContextOptions = {
  viewport: WIDE,
  reducedMotion: 'reduce',
  locale: 'en-GB',
  timezoneId: 'UTC',
  serviceWorkers: 'block',
};

/**
 * Returns the browser of this worker. It resolves no name, so that no request leaves this machine. All pages of a context share a process,
 * which need not compile again what it has compiled for an earlier visit.
 */
function theBrowser(): Promise<Browser> {
  if (isFirefox()) return LOADED_ONCE.sharedBrowser().theBrowser(firefoxOptions());
  const { executablePath, env } = foundBrowser();
  return LOADED_ONCE.sharedBrowser().theBrowser({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--font-render-hinting=none',
      '--process-per-site',
      '--renderer-process-limit=1',
      // A test runs most functions of a page for a moment only: to optimise them costs more than it saves.
      '--js-flags=--no-opt',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    env: { PATH: process.env.PATH, ...env, HOME: tmpdir(), TMPDIR: tmpdir() },
  });
}

/** An answer with a status of 400 or more that a test is about. */
interface ExpectedRefusal {
  readonly status: number;
  readonly path: RegExp;
  seen: boolean;
}

/** A fault that a test is about. */
interface ExpectedFault {
  readonly says: RegExp;
  seen: boolean;
}

export interface VisitWish extends BrowserContextOptions {
  /** The server to visit; by default the shared one. */
  readonly origin?: string;
  /** True: a browser context that no visit had before. A visit with any other wish has such a context too. */
  readonly isFirst?: boolean;
}

/** One test's visit: a page of its own without cookies and storage, and all that went wrong in it. */
export class Visit {
  private readonly faults: string[] = [];
  private readonly refusals: ExpectedRefusal[] = [];
  private readonly expectedFaults: ExpectedFault[] = [];
  private readonly foreign = new Set<string>();
  private mayLoseRequests = false;
  private permitted: readonly number[] = [];
  private readonly listeners: (() => unknown)[] = [];

  private constructor(
    readonly origin: string,
    readonly context: BrowserContext,
    readonly page: Page,
    /** The context is another visit's afterwards. */
    private readonly kept: KeptContext | undefined,
  ) {}

  static async begin({ origin: own, isFirst = false, ...wish }: VisitWish): Promise<Visit> {
    const origin = own ?? sharedServer().baseUrl;
    // Only the debugger of Chromium can empty a context.
    const isUsual = !isFirefox() && own === undefined && !isFirst && Object.keys(wish).length === 0;
    const kept = isUsual ? await keptContext(origin) : undefined;
    const context = kept?.context ?? (await newContext(origin, wish));
    const visit = new Visit(origin, context, await context.newPage(), kept);
    visit.watch();
    return visit;
  }

  /** Ends the visit: closes its pages, and leaves nothing of it to a later one. */
  async end(): Promise<void> {
    const { context, kept } = this;
    if (!kept) return context.close();
    const listeners = this.listeners.splice(0);
    for (const stop of listeners) await stop();
    try {
      for (const page of this.pages()) await page.close();
      await Promise.all([
        context.clearCookies(),
        context.clearPermissions(),
        context.setOffline(false),
        kept.session.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes: 'all' }),
      ]);
      kept.isFree = true;
    } catch {
      // The browser has crashed, or the test has closed the context: the next visit gets another one.
      await LOADED_ONCE.sharedBrowser().leaveContext();
    }
  }

  /** The pages that are open in this visit. */
  private pages(): Page[] {
    return this.context.pages().filter((page) => page !== this.kept?.keeper);
  }

  /** Gives this visit a session of the user, as signing in does. */
  async enter(world: World, user: string): Promise<OpenedSession> {
    const opened = await openSession(world, user);
    const cookie = { name: 'worktrack', value: opened.browser.secret ?? '', url: this.origin };
    await this.context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    return opened;
  }

  /** Opens a path of the server. */
  async open(target: string): Promise<void> {
    await this.page.goto(target);
  }

  /** Expects an answer of this status to a path; the test fails when there is none. All other refusals fail the test. */
  expectRefusal(status: number, target: RegExp): void {
    this.refusals.push({ status, path: target, seen: false });
  }

  /** Expects faults with this text, such as a violation of the policy; the test fails when there is none. All others fail the test. */
  expectFault(says: RegExp): void {
    this.expectedFaults.push({ says, seen: false });
  }

  /** Answers every request to another origin with a page of that origin: the test follows a link there. */
  async permitOrigin(other: string): Promise<void> {
    this.foreign.add(other);
    const title = `<!doctype html><html lang="en"><title>${other}</title></html>`;
    await this.context.route(`${other}/**`, (route) => route.fulfill({ contentType: 'text/html', body: title }));
    this.listeners.push(() => this.context.unroute(`${other}/**`));
  }

  /** Lets pages open another origin, where a server of the test answers. */
  admitOrigin(other: string): void {
    this.foreign.add(other);
  }

  /**
   * From now on, requests may fail without an answer: the test interrupts the connection. They may also have an answer of these statuses,
   * such as that of a request whose first attempt is still under way.
   */
  permitLostRequests(...statuses: readonly number[]): void {
    this.mayLoseRequests = true;
    this.permitted = statuses;
  }

  /** Takes pictures of the page in light and dark, wide and narrow, when WORKTRACK_SHOTS names a folder. */
  async shot(name: string): Promise<void> {
    if (!process.env.WORKTRACK_SHOTS) return;
    const folder = path.resolve(ROOT, process.env.WORKTRACK_SHOTS);
    await mkdir(folder, { recursive: true });
    for (const viewport of [NARROW, WIDE]) {
      await this.page.setViewportSize(viewport);
      for (const colorScheme of SCHEMES) {
        await this.page.emulateMedia({ colorScheme });
        await settled(this.page);
        const file = path.join(folder, `${name}-${colorScheme}-${viewport.width}.png`);
        await this.page.screenshot({ path: file, fullPage: true });
      }
    }
    await this.page.emulateMedia({ colorScheme: null });
  }

  /** Takes one picture of the page as it is, when WORKTRACK_SHOTS names a folder. */
  async picture(name: string): Promise<void> {
    if (!process.env.WORKTRACK_SHOTS) return;
    const folder = path.resolve(ROOT, process.env.WORKTRACK_SHOTS);
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`) });
  }

  /** Returns the findings of axe on the page as it is, by the rules that depend on its looks. */
  async findings(): Promise<string[]> {
    await settled(this.page);
    await loadAxe(this.page);
    return findingsOf(this.page, LOOKS_RULES);
  }

  /** Returns all that went wrong: what the pages did, and what they look like at the end. */
  async reckoning(): Promise<string[]> {
    const missing = this.refusals
      .filter(({ seen }) => !seen)
      .map(({ status, path: target }) => `no answer ${status} to ${String(target)} was seen`);
    for (const { says, seen } of this.expectedFaults) if (!seen) missing.push(`no fault ${String(says)} was seen`);
    const appearance: string[] = [];
    for (const page of this.pages()) {
      if (await isOurs(page, this.origin)) appearance.push(...(await appearanceOf(page)));
    }
    return [...this.faults, ...missing, ...appearance];
  }

  /** Leaves the picture and the document of each page in a folder, and returns its path. */
  async leave(test: string): Promise<string> {
    const folder = path.join(LEFT, test.replace(/[^\w.-]+/g, '-').slice(0, 150));
    await mkdir(folder, { recursive: true });
    for (const [index, page] of this.pages().entries()) {
      const file = path.join(folder, `page-${index + 1}`);
      // A page that crashed has no picture.
      await page.screenshot({ path: `${file}.png`, fullPage: true, timeout: 5_000 }).catch(() => undefined);
      const content = await page.content().catch(() => '');
      await writeFile(`${file}.html`, `<!-- ${page.url().replaceAll('--', '')} -->\n${content}`);
    }
    return path.relative(ROOT, folder);
  }

  private watch(): void {
    const { origin } = this;
    const add = (fault: string): void => {
      const expected = this.expectedFaults.find(({ says }) => says.test(fault));
      if (expected) expected.seen = true;
      else this.faults.push(fault);
    };
    this.listen('console', (message) => {
      // Refused and failed requests have their own rules below.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource:')) return;
      add(`console error: ${message.text()} (${message.location().url})`);
    });
    this.listen('weberror', (error) => {
      add(`page error: ${error.error().stack ?? error.error().message}`);
    });
    const watchPage = (page: Page): unknown =>
      page.on('crash', () => {
        add(`crash of ${page.url()}`);
      });
    this.pages().forEach(watchPage);
    this.listen('page', watchPage);
    this.listen('request', (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (/^https?:/.test(protocol) && asked !== origin && !this.foreign.has(asked))
        add(`request to another origin: ${request.url()}`);
    });
    this.listen('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'no reason';
      // A page that is left aborts its requests; so does a search that was typed over.
      if (this.mayLoseRequests || ABORTED.has(reason)) return;
      add(`request without an answer: ${request.method()} ${request.url()} (${reason})`);
    });
    this.listen('response', (response) => {
      const status = response.status();
      if (status < 400 || this.permitted.includes(status)) return;
      const { pathname } = new URL(response.url());
      const expected = this.refusals.find((one) => one.status === status && one.path.test(pathname));
      if (expected) expected.seen = true;
      else add(`answer ${status}: ${response.request().method()} ${response.url()}`);
    });
  }

  /** Listens to the context until the visit ends. */
  private readonly listen: BrowserContext['on'] = (event: any, listener: any) => {
    const { context } = this;
    this.listeners.push(() => context.off(event, listener));
    return context.on(event, listener);
  };
}

/** Returns the context that visits without a wish have one after the other, or undefined while a visit has it. */
async function keptContext(origin: string): Promise<KeptContext | undefined> {
  const browser = await theBrowser();
  return LOADED_ONCE.sharedBrowser().takeContext(browser, origin, () => newContext(origin));
}

/** Opens a new context in the browser of this worker. */
async function newContext(origin: string, wish: BrowserContextOptions = {}): Promise<BrowserContext> {
  const browser = await theBrowser();
  const context = await browser.newContext({ baseURL: origin, ...USUAL, ...(isFirefox() && FIREFOX_CONTEXT), ...wish });
  context.setDefaultTimeout(15_000);
  return context;
}

/**
 * Makes a test with a visit of its own. It fails on a console error, a page error, a violation of the content security policy, a
 * refusal that it does not expect, a request to another origin, a finding of axe in light or dark, and content wider than 320 px.
 */
export const inBrowser =
  (test: (visit: Visit) => Promise<void>, wish: VisitWish = {}): (() => Promise<void>) =>
  async () => {
    const visit = await Visit.begin(wish);
    try {
      let failure: { readonly error: unknown } | undefined;
      await test(visit).catch((error: unknown) => (failure = { error }));
      // The pages of a failed test are left as they are for the picture.
      const place = failure && (await visit.leave(currentTest()));
      const faults = await visit.reckoning();
      if (!failure && faults.length === 0) return;
      const left = place ?? (await visit.leave(currentTest()));
      throw new Error([...faults, `The pages are in ${left}.`].join('\n'), failure && { cause: failure.error });
    } finally {
      await visit.end();
    }
  };

/**
 * Makes a test as `inBrowser` does, in a browser context that no visit had before: nothing is cached. For tests that count requests or bytes,
 * slow the network down, or set the clock.
 */
export const onFirstVisit = (test: (visit: Visit) => Promise<void>): (() => Promise<void>) =>
  inBrowser(test, { isFirst: true });

const currentTest = (): string => expect.getState().currentTestName ?? 'test';

/** True for a page of the server that has a document of its own. */
async function isOurs(page: Page, origin: string): Promise<boolean> {
  if (page.isClosed() || !page.url().startsWith(`${origin}/`)) return false;
  return page.evaluate(() => document.contentType === 'text/html').catch(() => false);
}

/** Returns the findings of axe in each colour scheme, and content that does not fit into the narrow window. */
async function appearanceOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  await loadAxe(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const findings = await findingsOf(page, colorScheme === 'light' ? RULES : COLOUR_RULES);
    found.push(...findings.map((finding) => `axe, ${colorScheme}: ${finding}`));
  }
  await page.setViewportSize(NARROW);
  await settled(page);
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? scrollWidth : undefined;
  });
  if (tooWide !== undefined) found.push(`${page.url()} is ${tooWide} px wide in a window of ${NARROW.width} px`);
  return found;
}

/** Waits until two frames were painted and every animation that ends has ended. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((painted) => requestAnimationFrame(painted));
    await frame();
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
    await frame();
  });
}

declare const axe: {
  run(context: Document, options: Pick<RunOptions, 'runOnly' | 'resultTypes'>): Promise<AxeResults>;
};

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Loads axe into the page. The debugger evaluates it: the content security policy of the page would refuse it as a script. */
async function loadAxe(page: Page): Promise<void> {
  if (isFirefox()) return void (await page.evaluate(AXE));
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
}

/** Runs axe, which `loadAxe` has loaded, and returns its findings. */
async function findingsOf(page: Page, rules: RunOnly): Promise<string[]> {
  // Only what is wrong: axe would describe every element that is right too, and the debugger would send it all.
  const violations = await page.evaluate(async (runOnly) => {
    const results = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return results.violations;
  }, rules);
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`);
    return `${id} (${help}) at ${places.join('; ')} on ${page.url()}`;
  });
}

afterAll(() => LOADED_ONCE.sharedBrowser().leaveBrowser());

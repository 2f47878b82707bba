import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { inBrowser, onFirstVisit } from '../kit/browser.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { isDeep } from '../kit/tier.js';
import { World } from '../kit/world.js';
import { movesOf, noteMoves } from './moves.js';

const world = new World('web-budgets');

/** Bytes with gzip. */
const FIRST_CODE = 70_000;
const ONE_CHUNK = 40_000;
/** Every screen, dialog and editor is loaded when it is opened, so this sum says what the browser keeps, not what anybody waits for. */
const ALL_CODE = 340_000;
/** Shell, JavaScript, CSS, font, data. The icon and the manifest are requests of the browser. */
const MOST_REQUESTS = 5;

beforeAll(async () => {
  await givenWorkItem(world.owner, world.project(), { title: 'Paint the door' });
});

const isCode = (request: Request): boolean => /\.(js|css)$/.test(new URL(request.url()).pathname);
const isOfTheBrowser = (request: Request): boolean => ['other', 'manifest'].includes(request.resourceType());

/** Collects the requests of a page with the bytes of the body of each answer. */
function listening(page: Page): {
  readonly requests: readonly Request[];
  readonly bytesOf: (some: readonly Request[]) => Promise<number>;
} {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  return {
    requests,
    bytesOf: async (some) => {
      const sizes = await Promise.all(some.map((request) => request.sizes()));
      return sizes.reduce((total, { responseBodySize }) => total + responseBodySize, 0);
    },
  };
}

describe('The first page', () => {
  it(
    'comes with few requests and little code, compressed and kept by the browser',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      const { requests, bytesOf } = listening(page);
      await visit.open(`/o/${world.slug}/WEB`);
      await page.getByRole('link', { name: 'Paint the door' }).waitFor();
      const code = requests.filter(isCode);
      expect(code.length).toBeGreaterThan(0);
      expect(await bytesOf(code)).toBeLessThanOrEqual(FIRST_CODE);
      const counted = requests.filter((request) => !isOfTheBrowser(request)).map((request) => request.url());
      const ofData = counted.filter((url) => url.includes('/api/'));
      // The Project, its Work Items, and the Projects and pins of the sidebar.
      expect(ofData.length).toBeLessThanOrEqual(4);
      expect(counted.length - ofData.length).toBeLessThanOrEqual(MOST_REQUESTS - 1);
      for (const request of code) {
        const headers = (await request.response())?.headers() ?? {};
        expect(headers['content-encoding']).toMatch(/^(br|gzip)$/);
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      }
    }),
  );

  it(
    'asks for no code a second time',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      await visit.open('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { requests } = listening(page);
      await page.goto(`/o/${world.slug}/WEB`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const sent = await Promise.all(
        requests.filter(isCode).map(async (request) => (await request.response())?.fromServiceWorker() ?? true),
      );
      const transferred = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => /\.(js|css)$/.test(name))
          .reduce((total, { transferSize }) => total + transferSize, 0),
      );
      expect(sent.every((one) => !one)).toBe(true);
      expect(transferred).toBe(0);
    }),
  );
});

describe('The code', () => {
  it(
    'has no chunk over 40 KB but the first, and is 280 KB together',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      await visit.open('/');
      const first = new Set(
        await page.evaluate(() =>
          [...document.scripts, ...document.querySelectorAll('link')].map((one) =>
            one instanceof HTMLScriptElement ? one.src : one.href,
          ),
        ),
      );
      const sizes = await sizesOfAllCode(
        page,
        [...first].filter((url) => /\.(js|css)$/.test(url)),
      );
      const ofTheFirst = [...sizes].filter(([url]) => first.has(url));
      expect(ofTheFirst.reduce((total, [, size]) => total + size, 0)).toBeLessThanOrEqual(FIRST_CODE);
      const lazy = [...sizes].filter(([url]) => !first.has(url));
      expect(lazy.length).toBeGreaterThan(0);
      expect(lazy.filter(([, size]) => size > ONE_CHUNK)).toEqual([]);
      expect([...sizes.values()].reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(ALL_CODE);
    }),
  );
});

/** Follows the names of chunks from file to file. Returns the bytes of each as they are sent. */
async function sizesOfAllCode(page: Page, entries: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const open = [...entries];
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    if (sizes.has(url)) continue;
    const base = url;
    const answer = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.status()).toBe(200);
    sizes.set(url, Number(answer.headers()['content-length']));
    for (const [, name = ''] of (await answer.text()).matchAll(
      /["'`](?:\.{0,2}\/)?((?:assets\/)?[\w.-]+\.(?:js|css))["'`]/g,
    )) {
      open.push(new URL(/^(?:assets\/|service-worker\.)/.test(name) ? `/${name}` : name, base).href);
    }
  }
  return sizes;
}

/** Milliseconds by which an answer is held back: all others of the page come before it, and the page has stopped waiting for the font. */
const HELD_BACK = 500;

describe('A page that is being read', () => {
  let project: string;

  beforeAll(async () => {
    const { key } = await givenProject(world.owner, world.org(), { description: 'Doors, windows and walls' });
    project = `/o/${world.slug}/${key}`;
    await givenWorkItem(world.owner, world.project(key), { title: 'Oil the hinges', status: 'in_progress' });
  });

  /** Each page is opened again for each of its answers: two pages are enough outside of the deep tier. */
  const pages: readonly [string, () => string][] = [
    ['a Project', () => project],
    ['a report', () => `${project}/reports/ageing-wip`],
    ['My Work', () => '/'],
    ['an Organization', () => `/o/${world.slug}`],
  ];

  it.each(isDeep ? pages : pages.slice(0, 2))('has nothing that moves, whichever answer is the last: %s', (_, pathOf) =>
    inBrowser(async (visit) => {
      const { page } = visit;
      const paths = new Set<string>();
      let last: string | undefined;
      await visit.enter(world, 'owner');
      await page.route(/\/api\/|\.woff2$/, async (route) => {
        const { pathname } = new URL(route.request().url());
        paths.add(pathname);
        if (pathname === last) await pause(HELD_BACK);
        await route.continue();
      });
      await page.addInitScript(noteMoves);
      const movesOfPage = async (): Promise<readonly string[]> => {
        await visit.open(pathOf());
        await page.waitForLoadState('networkidle');
        return movesOf(page);
      };
      expect(await movesOfPage()).toEqual([]);
      expect(paths.size).toBeGreaterThan(1);
      for (const path of [...paths]) {
        last = path;
        expect({ last, moved: await movesOfPage() }).toEqual({ last, moved: [] });
      }
    })(),
  );
});

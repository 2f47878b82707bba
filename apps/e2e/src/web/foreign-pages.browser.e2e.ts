import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request, Response } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { created, givenWorkItem } from '../kit/given.js';
import { greyPng } from '../kit/png.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const world = new World('foreign-pages');

const SCRIPT = 'globalThis.stolen = 1; export const stolen = 1;';
const STYLE = '* { visibility: hidden }';

/** An id that nothing has. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

/** A document of the server that has no policy. */
const WITHOUT_POLICY = '/robots.txt';

/** The paths of uploaded files as the application names them. */
let script: string;
let style: string;
let picture: string;
let missing: string;
/** The path of an export. */
let report: string;
let itemKey: string;

/** The page of another origin, and of another site. */
let foreign: Server;
let otherOrigin: string;
let otherSite: string;

beforeAll(async () => {
  const item = await givenWorkItem(world.owner, world.project());
  itemKey = item.key;
  const attachments = `${world.item(itemKey)}/attachments`;
  const upload = async (content: string | Buffer, contentType: string, fileName: string) => {
    const file = uploadOf(content, { contentType, fileName });
    return `/app${attachments}/${(await created(world.member.post(attachments, file))).id}`;
  };
  script = await upload(SCRIPT, 'text/javascript', 'evil.js');
  style = await upload(STYLE, 'text/css', 'evil.css');
  picture = await upload(greyPng(2, 2), 'image/png', 'picture.png');
  report = `${world.project().replace('/v1/', '/')}/reports/velocity.csv`;
  missing = `/app${attachments}/${NOTHING}`;

  foreign = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<!doctype html><p>Foreign'));
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const { port } = foreign.address() as AddressInfo;
  otherOrigin = `http://127.0.0.1:${port}`;
  otherSite = `http://localhost:${port}`;
});
afterAll(() => {
  foreign.close();
  foreign.closeAllConnections();
});

/** The ways in which a page makes code, a frame or an object of an address. */
const AS_CODE = ['import', 'script', 'style', 'worker', 'frame', 'object', 'embed'] as const;
/** The other ways in which a page reads. */
const AS_DATA = ['image', 'fetch'] as const;
type Way = (typeof AS_CODE)[number] | (typeof AS_DATA)[number];

/** Lets the page ask for an address in this way. Resolves when the browser has decided, to true when it says that the address was loaded. */
function ask(page: Page, way: Way, url: string): Promise<boolean> {
  const loaded = (name: string, attributes: object): Promise<boolean> =>
    page.evaluate(
      ([element, given]) =>
        new Promise<boolean>((done) => {
          const one = Object.assign(document.createElement(element), given);
          one.addEventListener('load', () => {
            done(true);
          });
          one.addEventListener('error', () => {
            done(false);
          });
          document.documentElement.append(one);
        }),
      [name, attributes] as const,
    );
  // As text: the compiler would turn the import into another function.
  const settled = (expression: string): Promise<boolean> =>
    page.evaluate<boolean>(`${expression}.then(() => true, () => false)`);
  switch (way) {
    case 'import':
      return settled(`import(${JSON.stringify(url)})`);
    case 'fetch':
      return settled(`fetch(${JSON.stringify(url)}, { mode: 'no-cors', credentials: 'include' })`);
    case 'worker':
      return settled(
        `new Promise((done, failed) => {
          const worker = new Worker(${JSON.stringify(url)});
          worker.onerror = failed;
          worker.onmessage = done;
        })`,
      );
    case 'script':
      return loaded('script', { src: url });
    case 'style':
      return loaded('link', { rel: 'stylesheet', href: url });
    case 'image':
      return loaded('img', { src: url });
    case 'frame':
      return loaded('iframe', { src: url });
    case 'object':
      return loaded('object', { type: 'text/html', data: url });
    case 'embed':
      return loaded('embed', { type: 'text/html', src: url });
  }
}

/** Outcome of a request: the status of its response, or the reason why the browser shows none. */
type Outcome = number | string;

/** Does something, and returns what became of its first request for the address. */
async function outcomeOf({ context }: Visit, url: string, act: () => Promise<unknown>): Promise<Outcome> {
  const stop = new AbortController();
  const outcome = new Promise<Outcome>((done) => {
    const onResponse = (response: Response): void => {
      if (response.url() === url) done(response.status());
    };
    const onFailure = (request: Request): void => {
      if (request.url() === url) done(request.failure()?.errorText ?? 'failed');
    };
    context.on('response', onResponse).on('requestfailed', onFailure);
    stop.signal.addEventListener('abort', () => {
      context.off('response', onResponse).off('requestfailed', onFailure);
    });
  });
  const [first] = await Promise.all([outcome, act()]);
  stop.abort();
  return first;
}

const isChanged = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'stolen' in globalThis || getComputedStyle(document.documentElement).visibility === 'hidden');

describe('A file that a member uploaded', () => {
  it.each(['/', '/api/docs'])('is no script and no style of the page %s, by its policy', (place) =>
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.permitLostRequests();
      visit.expectFault(/violates the following Content Security Policy directive/);
      await visit.enter(world, 'member');
      await visit.open(place);
      await page.waitForLoadState('networkidle');
      const responses: string[] = [];
      page.on('response', (response) => responses.push(response.url()));
      for (const [way, url] of [
        ['import', script],
        ['style', style],
      ] as const) {
        expect({ way, isLoaded: await ask(page, way, url) }).toEqual({ way, isLoaded: false });
      }
      expect(await isChanged(page)).toBe(false);
      expect(responses.filter((url) => url.includes('/attachments/'))).toEqual([]);
    })(),
  );

  it(
    'is no script, style, worker, frame or object of a page without a policy either',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.permitLostRequests();
      visit.expectRefusal(403, /\/attachments\//);
      await visit.enter(world, 'member');
      visit.expectFault(/^console error: Refused to/);
      for (const way of AS_CODE) {
        await visit.open(WITHOUT_POLICY);
        const url = visit.origin + (way === 'style' ? style : script);
        const outcome = await outcomeOf(visit, url, () => ask(page, way, url));
        // The browser shows no response that it did not take for a style.
        expect({ way, outcome }).toEqual({ way, outcome: way === 'style' ? 'net::ERR_ABORTED' : 403 });
        expect(await isChanged(page)).toBe(false);
      }
    }),
  );

  it(
    'is shown in the page, and downloaded by a link of the page and by its address',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(WITHOUT_POLICY);
      expect(await ask(page, 'image', picture)).toBe(true);
      await visit.open(`/o/${world.slug}/items/${itemKey}`);
      await page.getByRole('img', { name: 'picture.png' }).waitFor();
      const byClick = page.waitForEvent('download');
      await page.getByRole('link', { name: 'evil.js' }).click();
      expect((await byClick).suggestedFilename()).toBe('evil.js');
      const byAddress = page.waitForEvent('download');
      await expect(page.goto(script)).rejects.toThrow('Download is starting');
      expect((await byAddress).suggestedFilename()).toBe('evil.js');
    }),
  );
});

describe('A page', () => {
  const foreigners: [string, () => string][] = [
    ['another site', () => otherSite],
    ['another origin of this site, to which the browser sends the cookie', () => otherOrigin],
  ];

  /** Begins a visit of a signed-in member to a foreign page. */
  async function visitForeign(visit: Visit): Promise<void> {
    visit.permitLostRequests();
    visit.expectFault(/^request to another origin: /);
    await visit.enter(world, 'member');
  }

  it.each(foreigners)('of %s does not learn in any way whether a file exists', (_, origin) =>
    inBrowser(async (visit) => {
      const { page } = visit;
      await visitForeign(visit);
      visit.expectRefusal(403, /\/attachments\//);
      // Modules are asked for by CORS.
      visit.expectFault(/has been blocked by CORS policy/);
      // A browser makes no worker of another origin's script: it does not even ask for it.
      for (const way of [...AS_CODE, ...AS_DATA].filter((one) => one !== 'worker')) {
        const learned: unknown[] = [];
        for (const url of [script, missing].map((target) => visit.origin + target)) {
          await visit.open(origin());
          let isLoaded: boolean | undefined;
          const outcome = await outcomeOf(visit, url, async () => (isLoaded = await ask(page, way, url)));
          learned.push({ way, isLoaded, outcome });
        }
        expect(learned[0]).toEqual(learned[1]);
      }
    })(),
  );

  it.each(foreigners)('of %s that opens a window starts no download', (_, origin) =>
    inBrowser(async (visit) => {
      const { page, context } = visit;
      await visitForeign(visit);
      visit.expectRefusal(403, /\/(?:attachments|reports)\//);
      for (const target of [script, missing, report, report.replace('WEB', 'NONE')]) {
        await visit.open(origin());
        const [response] = await Promise.all([
          context.waitForEvent('response', (one) => one.url() === visit.origin + target),
          page.evaluate((url) => void window.open(url), visit.origin + target),
        ]);
        const { error } = (await response.json()) as { error: { code: string } };
        expect({ target, status: response.status(), code: error.code }).toEqual({
          target,
          status: 403,
          code: 'FORBIDDEN',
        });
        expect(response.headers()['content-disposition']).toBeUndefined();
      }
      for (const window of context.pages().filter((one) => one.url().includes('/api/'))) await window.close();
    })(),
  );

  it.each(foreigners)('of %s leads to the application by a link', (_, origin) =>
    inBrowser(async (visit) => {
      const { page } = visit;
      await visitForeign(visit);
      await visit.open(origin());
      await page.evaluate((url) => {
        document.body.append(Object.assign(document.createElement('a'), { href: url, textContent: 'Worktrack' }));
      }, `${visit.origin}/o/${world.slug}/items/${itemKey}`);
      await page.getByRole('link', { name: 'Worktrack' }).click();
      await page.getByRole('heading', { level: 1, name: 'An item', exact: true }).waitFor();
      await page.getByRole('img', { name: 'picture.png' }).waitFor();
    })(),
  );
});

it('The application works at another name of the server than that of BASE_URL', () =>
  inBrowser(
    async (visit) => {
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/items/${itemKey}`);
      await visit.page.getByRole('heading', { level: 1, name: 'An item', exact: true }).waitFor();
      await visit.page.getByRole('img', { name: 'picture.png' }).waitFor();
    },
    { origin: world.baseUrl.replace('127.0.0.1', 'localhost') },
  )());

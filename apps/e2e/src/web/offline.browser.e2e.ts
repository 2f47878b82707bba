import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-offline');
const WITH_WORKER = { serviceWorkers: 'allow' } as const;

let key: string;

beforeAll(async () => {
  ({ key } = await givenWorkItem(world.owner, world.project(), { title: 'Paint the door', description: 'Twice.' }));
});

/** The addresses that the browser keeps, by the names of the caches. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const addresses = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname)] as const;
    });
    return Object.fromEntries(await Promise.all(addresses));
  });

const seenBy = (user: string): string => `worktrack.seen.${world.user(user).publicId}`;

/** Waits until the browser keeps a response that the address ends with. */
const untilKept = (page: Page, user: string, end: string) =>
  eventually(`${end} in the cache of ${user}`, async () => {
    const { [seenBy(user)]: seen = [] } = await kept(page);
    return seen.find((path) => path.endsWith(end));
  });

/** Enters and waits until what the first page shows is kept. */
async function entered(visit: Visit, user: string, target: string): Promise<void> {
  await visit.enter(world, user);
  await visit.open(target);
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
}

/** Interrupts the connection of a browser, of its service worker too, which `setOffline` does not reach. */
async function interrupt({ context }: Visit): Promise<void> {
  await context.route('**/*', (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
}

async function mend({ context }: Visit): Promise<void> {
  await context.unroute('**/*');
  await context.setOffline(false);
}

const banner = (page: Page) => page.getByText('No connection. What you see may be old');

describe('Without a connection', () => {
  it(
    'a reload opens the page that was seen last, of the first visit too, and says that it may be old',
    inBrowser(async (visit) => {
      const { page } = visit;
      await entered(visit, 'owner', `/o/${world.slug}/items/${key}`);
      await page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
      await untilKept(page, 'owner', `/work-items/${key}`);
      visit.permitLostRequests();
      await interrupt(visit);
      const response = await page.reload();
      expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
      await page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
      await page.getByText('Twice.').waitFor();
      await banner(page).waitFor();
      await visit.shot('offline');
      expect(await visit.findings()).toEqual([]);
      await mend(visit);
      await page.getByRole('link', { name: 'My Work' }).first().click();
      await banner(page).waitFor({ state: 'detached' });
    }, WITH_WORKER),
    60_000,
  );

  it(
    'what was kept is of one user alone, has no token, session or file, and is gone after the sign-out',
    inBrowser(async (visit) => {
      const { page } = visit;
      await entered(visit, 'owner', '/settings/tokens');
      await untilKept(page, 'owner', '/');
      await page.getByRole('link', { name: 'My Work' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'My Work' }).waitFor();
      await untilKept(page, 'owner', '/my/work');
      const { [seenBy('owner')]: seen = [], ...files } = await kept(page);
      expect(seen).toContain('/');
      expect(seen.filter((path) => /token|session|invitation|join-link|content|email/.test(path))).toEqual([]);
      expect(Object.keys(files)).toEqual([expect.stringMatching(/^worktrack\.files\.[0-9a-f]{12}$/)]);
      const [paths = []] = Object.values(files);
      expect(paths.every((path) => path.startsWith('/assets/'))).toBe(true);

      // Another user signs in on this browser.
      await entered(visit, 'member', '/');
      await untilKept(page, 'member', '/');
      expect(Object.keys(await kept(page))).not.toContain(seenBy('owner'));

      await page.getByRole('button', { name: world.user('member').email }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(Object.keys(await kept(page)).filter((name) => name.startsWith('worktrack.seen.'))).toEqual([]);
      visit.permitLostRequests();
      await interrupt(visit);
      await expect(page.goto('/')).rejects.toThrow('ERR_');
      await mend(visit);
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    }, WITH_WORKER),
    60_000,
  );

  it(
    'the files of an earlier release are not kept when the page of the next one was loaded',
    inBrowser(async (visit) => {
      const { page } = visit;
      await entered(visit, 'owner', '/');
      await untilKept(page, 'owner', '/');
      await page.evaluate(async () => {
        const cache = await caches.open('worktrack.files.000000000000');
        await cache.put(
          '/assets/earlier-1a2b3c4d.js',
          new Response('', { headers: { 'content-type': 'text/javascript' } }),
        );
      });
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      const names = Object.keys(await kept(page)).filter((name) => name.startsWith('worktrack.files.'));
      expect(names).toHaveLength(1);
      expect(names).not.toContain('worktrack.files.000000000000');
    }, WITH_WORKER),
    60_000,
  );
});

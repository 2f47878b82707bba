import { inBrowser, onFirstVisit } from '../kit/browser.js';
import { World } from '../kit/world.js';

const world = new World('web-releases');

const SCREEN = /\/assets\/backlog-screen-[^/]+\.js$/;

describe('A file of a screen that cannot be loaded', () => {
  it(
    'is asked for again, and the screen is shown when it comes',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      let refused = 0;
      visit.permitLostRequests();
      await page.route(SCREEN, (route) => {
        refused += 1;
        return refused <= 1 ? route.abort() : route.continue();
      });
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/WEB/board`);
      await page.getByRole('link', { name: 'Backlog' }).first().click();
      await page.getByRole('heading', { level: 1, name: /Backlog/ }).waitFor();
      expect(refused).toBeGreaterThan(1);
    }),
  );

  it(
    'is said when it does not come, with a button that loads the page again',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      visit.permitLostRequests();
      await page.route(SCREEN, (route) => route.abort());
      // The server cannot be reached: to load the page again would lose it.
      await page.route('**/robots.txt', (route) => route.abort());
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/WEB/board`);
      await page.getByRole('link', { name: 'Backlog' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'This screen could not be loaded' }).waitFor();
      await visit.shot('not-loaded');
      expect(await visit.findings()).toEqual([]);
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Load again' }).click();
      await page.getByRole('heading', { level: 1, name: /Backlog/ }).waitFor();
    }),
  );
});

describe('After a deployment', () => {
  it(
    'an open page loads the new release with the next address, and keeps its drafts',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/WEB/board`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => Object.assign(globalThis, { isEarlierPage: true }));
      const isEarlierPage = () => page.evaluate(() => 'isEarlierPage' in globalThis);
      await page.getByRole('link', { name: 'My Work' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'My Work' }).waitFor();
      expect(await isEarlierPage()).toBe(true);
      await page.route(/\/api\//, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), 'worktrack-release': 'another' } });
      });
      await page.getByRole('link', { name: 'Website' }).first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByRole('link', { name: 'My Work' }).first().click();
      await page.waitForFunction(() => !('isEarlierPage' in globalThis));
      await page.getByRole('heading', { level: 1, name: 'My Work' }).waitFor();
    }),
  );
});

import type { Page } from 'playwright-core';
import { inBrowser, onFirstVisit } from '../kit/browser.js';
import { givenWorkItem } from '../kit/given.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('web-network');
const PASSWORD = 'a long walk by the river';
const ITEMS = '**/work-items/table?*';

beforeAll(async () => {
  await givenWorkItem(world.owner, world.project(), { title: 'Paint the door' });
  await taskResult(['user:password', '--email', world.user('member').email], {
    databaseUrl: world.databaseUrl,
    input: PASSWORD,
  });
});

const banner = (page: Page) => page.getByText('No connection.', { exact: false });
const item = (page: Page) => page.getByRole('link', { name: 'Paint the door' });

describe('Without a connection', () => {
  it(
    'a banner says so until the connection is back; what was loaded stays',
    inBrowser(async (visit) => {
      const { page, context } = visit;
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/WEB`);
      await item(page).waitFor();
      visit.permitLostRequests();
      await context.setOffline(true);
      await banner(page).waitFor();
      await visit.shot('offline');
      expect(await item(page).isVisible()).toBe(true);
      await context.setOffline(false);
      await banner(page).waitFor({ state: 'detached' });
    }),
  );
});

describe('A server that is not there for a moment', () => {
  it(
    'answers with a page that says so, and the button on it tries again',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      visit.expectRefusal(503, /^\/o\//);
      let isAway = true;
      // The server answers so when it cannot read the session: web.spec.ts of adapter-http has the answer.
      await page.route('**/o/**', async (route) => {
        if (!isAway) return route.continue();
        const answer = await route.fetch();
        const failed = JSON.stringify({ session: null, version: 'x', failedRequest: 'a-request-id' });
        const body = (await answer.text()).replace(/(id="boot">).*(<\/script>)/, `$1${failed}$2`);
        return route.fulfill({ response: answer, status: 503, body });
      });
      await visit.open(`/o/${world.slug}/WEB`);
      await page.getByRole('heading', { level: 1, name: 'Worktrack is not available' }).waitFor();
      expect(await page.title()).toBe('Worktrack is not available · Worktrack');
      await page.getByText('Request a-request-id').waitFor();
      await visit.shot('unavailable');
      isAway = false;
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await item(page).waitFor();
    }),
  );

  it(
    'that stays away: a sentence and a button to try again',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      visit.expectRefusal(500, /work-items\/table$/);
      const fails = (route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> =>
        route.fulfill({
          status: 500,
          headers: { 'x-request-id': 'req-of-this-test' },
          json: { error: { code: 'INTERNAL_ERROR', message: 'Internal error.', requestId: 'req-of-this-test' } },
        });
      await page.route(ITEMS, fails);
      await visit.open(`/o/${world.slug}/WEB`);
      await page.getByRole('alert').getByText('req-of-this-test').first().waitFor();
      await visit.shot('server-failed');
      await page.unroute(ITEMS, fails);
      await page.getByRole('button', { name: 'Try again' }).click();
      await item(page).waitFor();
    }),
  );
});

describe('A slow line', () => {
  it(
    'shows a change at once, makes it once, and lets the next page come',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Sand the floor', status: 'todo' });
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/WEB/board`);
      const floor = page.getByRole('link', { name: 'Sand the floor', exact: true });
      await floor.waitFor();
      await page.waitForLoadState('networkidle');
      // A third-generation mobile network: 50 KB a second, and 400 ms until an answer begins.
      const line = await page.context().newCDPSession(page);
      const throughput = { downloadThroughput: 50_000, uploadThroughput: 50_000 };
      await line.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...throughput });
      let answered = false;
      page.on('response', (response) => {
        if (response.url().endsWith('/transitions')) answered = true;
      });
      await floor.focus();
      await page.keyboard.press(']');
      await page
        .getByRole('list', { name: 'In progress', exact: true })
        .getByRole('link', { name: 'Sand the floor', exact: true })
        .waitFor();
      expect(answered).toBe(false);
      await page.getByText(`${key} is In progress now.`).waitFor({ state: 'attached' });
      expect((await world.owner.get(world.item(key))).body).toMatchObject({ status: 'in_progress', revision: 2 });
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Sand the floor' }).waitFor();
      const comment = page.getByRole('textbox', { name: 'Comment', exact: true });
      await comment.fill('By hand?');
      await comment.press('Control+Enter');
      await page.getByRole('article').getByText('By hand?').waitFor();
      expect((await world.owner.get(`${world.item(key)}/comments`)).body.items).toHaveLength(1);
    }),
    90_000,
  );
});

describe('An answer that takes a moment', () => {
  it(
    'leaves the frame of its page and says what is being read, on every screen',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Oil the hinges' });
      await visit.enter(world, 'member');
      const dataPaths = /\/api\/.*\/(?:cards|sprints|work-items|users)(?:[/?]|$)/;
      for (const [name, target, label] of [
        ['board', `${world.slug}/WEB/board`, 'Loading the board'],
        ['backlog', `${world.slug}/WEB/backlog`, 'Loading the Sprints'],
        ['work-item', `${world.slug}/items/${key}`, 'Loading the Work Item'],
        ['project', `${world.slug}/WEB`, 'Loading Work Items'],
        ['sprints', `${world.slug}/WEB/sprints`, 'Loading the Sprints'],
        ['people', `${world.slug}/people`, 'Loading the people'],
      ] as const) {
        let answer = (): void => undefined;
        const held = new Promise<void>((go) => (answer = go));
        await page.route(dataPaths, async (route) => {
          await held;
          await route.continue();
        });
        await page.goto(`/o/${target}`);
        await page.getByText(label, { exact: true }).waitFor({ state: 'attached' });
        await page.getByRole('navigation').first().waitFor();
        // Not by `shot`, which waits until everything is read.
        const folder = process.env.WORKTRACK_SHOTS;
        if (folder) await page.screenshot({ path: `${folder}/${name}-loading.png` });
        answer();
        await page.getByText(label, { exact: true }).waitFor({ state: 'detached' });
        await page.unroute(dataPaths);
      }
    }),
    60_000,
  );
});

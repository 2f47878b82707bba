import type { Page } from 'playwright-core';
import { inBrowser, onFirstVisit } from '../kit/browser.js';
import { World } from '../kit/world.js';
import { movesOf, noteMoves } from './moves.js';

const world = new World('web-slow-line');

/** Bytes a second, and milliseconds before each answer. */
const SLOW = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 100 };

/** Bytes of bodies on the wire that come before the cards are seen: five seconds of a slow line. */
const MOST_BYTES = 250_000;

const CARDS = 1_000;
const WORDS = ['door', 'window', 'hinge', 'wall', 'roof', 'stair', 'garden', 'kitchen', 'lamp', 'fence'];

beforeAll(async () => {
  const people = ['owner', 'admin', 'member'].map((user) => world.user(user).publicId);
  for (let from = 0; from < CARDS; from += 50) {
    const operations = Array.from({ length: 50 }, (_, at) => ({
      projectKey: 'WEB',
      title: `${WORDS[at % 10] ?? ''} ${from + at}: paint it and oil the ${WORDS[(from + at * 7) % 10] ?? ''}`,
      priority: ['low', 'medium', 'high', 'urgent'][at % 4],
      storyPoints: (at % 8) + 1,
      assigneePublicId: people[at % people.length],
      dueDate: `2027-01-${String((at % 28) + 1).padStart(2, '0')}T23:59:59.999Z`,
    }));
    const { status } = await world.owner.post(`${world.org()}/bulk-work-items`, { operations });
    expect(status).toBe(200);
  }
}, 120_000);

/** Makes the line of a page slow until `end` is called, and counts the bytes that come over it. */
async function slowed(page: Page): Promise<{ readonly bytes: () => number; readonly end: () => Promise<unknown> }> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  return { bytes: () => bytes, end: () => session.detach() };
}

describe('On a slow line', () => {
  it(
    'a board of 1,000 cards is seen after at most 250 KB, on the first visit of a browser',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      const line = await slowed(page);
      await page.goto(`/o/${world.slug}/WEB/board`, { waitUntil: 'commit' });
      await page.locator('[data-item]').first().waitFor();
      const bytes = line.bytes();
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
      await line.end();
      // Few cards are left for axe, which would read 1,000 for most of a minute.
      await visit.open(`/o/${world.slug}/WEB/board?squeakql=${encodeURIComponent('title ~ "door 990"')}`);
      await page.locator('[data-item]').first().waitFor();
    }),
    120_000,
  );
});

const ORGANIZATION = `/o/${world.slug}`;
const PROJECT = `${ORGANIZATION}/WEB`;

/** The screens that read something before they can be shown. */
const SCREENS = [
  '/',
  ORGANIZATION,
  `${ORGANIZATION}/settings`,
  `${ORGANIZATION}/settings/members`,
  `${ORGANIZATION}/settings/invitations`,
  `${ORGANIZATION}/people`,
  `${ORGANIZATION}/people/${world.user('member').publicId}`,
  `${ORGANIZATION}/search?q=priority+%3D+high`,
  `${ORGANIZATION}/items/WEB-1`,
  PROJECT,
  `${PROJECT}/activity`,
  `${PROJECT}/settings`,
  `${PROJECT}/labels`,
  `${PROJECT}/board`,
  `${PROJECT}/backlog`,
  `${PROJECT}/sprints`,
  `${PROJECT}/reports`,
  `${PROJECT}/reports/created-vs-resolved`,
  '/settings/security',
  '/settings/tokens',
];

/** Their first part is as high as what the user has saved or made, which nobody knows before: what is below it moves. */
const OF_UNKNOWN_HEIGHT = [`${PROJECT}/reports`, '/settings/security'];

const skeleton = (page: Page) => page.locator('main [aria-busy=true] [data-shown]').first();

describe('A screen', () => {
  it(
    'shows its skeleton while its data come, and nothing moves when they are there',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      let release: () => void = () => undefined;
      let held = Promise.resolve();
      await page.route(/\/api\//, async (route) => {
        await held;
        await route.continue();
      });
      await page.addInitScript(noteMoves);
      const without: string[] = [];
      const moved: Record<string, readonly string[]> = {};
      for (const path of SCREENS) {
        held = new Promise((resolve) => (release = resolve));
        await visit.open(path);
        await page.locator('main').waitFor();
        await skeleton(page)
          .waitFor({ timeout: 3_000 })
          .catch(() => without.push(path));
        release();
        await page.waitForLoadState('networkidle');
        await skeleton(page).waitFor({ state: 'detached' });
        const moves = await movesOf(page);
        if (moves.length > 0 && !OF_UNKNOWN_HEIGHT.includes(path)) moved[path] = moves;
      }
      expect({ without, moved }).toEqual({ without: [], moved: {} });
    }),
    180_000,
  );

  it(
    'shows a skeleton while its file comes, and the focus is never lost',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      await visit.open(PROJECT);
      await page.getByRole('heading', { level: 1 }).waitFor();
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(/backlog-screen-[^/]+\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.locator('main').getByRole('link', { name: 'Backlog' }).click();
      await skeleton(page).waitFor();
      await visit.shot('screen-skeleton');
      expect(await visit.findings()).toEqual([]);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Loading');
      release();
      await page.getByRole('heading', { level: 1, name: 'Backlog' }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    }),
  );
});

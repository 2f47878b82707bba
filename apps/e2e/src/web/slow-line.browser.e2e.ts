import type { Page } from 'playwright-core';
import { onFirstVisit } from '../kit/browser.js';
import { World } from '../kit/world.js';

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
      await visit.open(`/o/${world.slug}/WEB/board?squeakql=${encodeURIComponent('title ~ "door 1:"')}`);
      await page.locator('[data-item]').first().waitFor();
    }),
    120_000,
  );
});

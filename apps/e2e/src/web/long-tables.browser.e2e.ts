import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenProject } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-long-tables');
const COUNT = 450;
let list: string;

beforeAll(async () => {
  const { key } = await givenProject(world.owner, world.org(), { name: 'Mill', key: 'MILL' });
  list = `/o/${world.slug}/${key}`;
  for (let from = 1; from <= COUNT; from += 50) {
    const operations = Array.from({ length: 50 }, (_, at) => ({
      projectKey: key,
      title: `Grain ${String(from + at).padStart(3, '0')}`,
    }));
    const { status } = await world.owner.post(`${world.org()}/bulk-work-items`, { operations });
    expect(status).toBe(200);
  }
});

const rows = (page: Page) => page.locator('tr[data-item]');
const main = (page: Page) => page.locator('main');
const scroll = (page: Page) => main(page).evaluate((element) => element.scrollTop);

/** Goes to the end again and again, until the table has this many rows. */
async function loadAll(page: Page, count: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const scroller = document.querySelector('main')!;
    scroller.scrollTo({ top: scroller.scrollHeight, behavior: 'instant' });
    return document.querySelectorAll('tr[data-item]').length === wanted;
  }, count);
}

it(
  'A long list is read while the user scrolls; rows out of sight are their titles',
  inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'owner');
    const sizes: number[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/work-items/table'))
        sizes.push(Number(request.postDataJSON()?.limit ?? new URL(request.url()).searchParams.get('limit')));
    });
    await visit.open(list);
    await rows(page).nth(99).waitFor();
    await loadAll(page, COUNT);
    await page.getByText('Loading more …').waitFor({ state: 'detached' });
    expect(sizes).toEqual([100, 100, 100, 100, 100]);
    expect(new Set(await rows(page).locator('a').allTextContents()).size).toBe(COUNT);

    // The first 200 are complete, and those near the window.
    const bare = page.locator('tr[data-item]:not(:has(input))');
    await main(page).evaluate((element) => {
      element.scrollTop = 0;
    });
    await page.waitForFunction(() => document.querySelectorAll('tr[data-item]:not(:has(input))').length >= 200);
    const far = await bare.last().locator('a').textContent();
    await bare.last().evaluate((row) => {
      row.scrollIntoView();
    });
    await page.locator('tr[data-item]:has(input)').filter({ hasText: far! }).waitFor();
    expect(await scroll(page)).toBeGreaterThan(5_000);
  }),
  120_000,
);

it(
  'Back brings back the place in a long list, and the row with the focus, without reading the list again',
  inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'owner');
    await visit.open(list);
    await rows(page).nth(99).waitFor();
    await loadAll(page, COUNT);
    const link = rows(page).nth(400).locator('a');
    const title = (await link.textContent())!;
    await link.scrollIntoViewIfNeeded();
    await page.locator('tr[data-item]:has(input)').filter({ hasText: title }).waitFor();
    const before = await scroll(page);
    let read = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/work-items/table')) read += 1;
    });
    await page.keyboard.press('Escape');
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.goBack();
    await page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, title);
    await page.waitForFunction((top) => Math.abs(document.querySelector('main')!.scrollTop - top) < 40, before);
    expect(read).toBe(0);
    expect(await rows(page).count()).toBe(COUNT);
  }),
  120_000,
);

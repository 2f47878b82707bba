import type { Locator, Page } from 'playwright-core';
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

const head = (page: Page) => page.locator('thead');
const edges = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

it(
  'The head of a long table stays in sight, and the row with the focus is never under it',
  inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'owner');
    await visit.open(list);
    await rows(page).nth(99).waitFor();
    await main(page).evaluate((element) => {
      element.scrollTop = 1_500;
    });
    await page.waitForFunction(
      () =>
        document.querySelector('thead')!.getBoundingClientRect().top ===
        document.querySelector('main')!.getBoundingClientRect().top,
    );
    const { bottom } = await edges(head(page));
    // No row is cut by the head: a target of which half is seen is too small.
    await main(page).evaluate((element, least) => {
      const tops = [...document.querySelectorAll('tr[data-item]')].map((row) => row.getBoundingClientRect().top);
      element.scrollTop += tops.find((top) => top >= least)! - least;
    }, bottom);
    await visit.shot('table-scrolled');
    const first = await rows(page).evaluateAll(
      (all, least) => all.findIndex((one) => one.getBoundingClientRect().top >= least),
      bottom,
    );
    await rows(page).nth(first).locator('a').focus();
    const focusedRow = page.locator('tr[data-item]:focus-within');
    for (const key of ['k', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'k', 'ArrowUp']) {
      await page.keyboard.press(key);
      await page.waitForFunction(
        () => {
          const row = document.querySelector('tr[data-item]:focus-within');
          return (
            row &&
            row.getBoundingClientRect().top >= document.querySelector('thead')!.getBoundingClientRect().bottom - 1
          );
        },
        undefined,
        { timeout: 10_000 },
      );
    }
    // The bar of the selection is in sight, too, and not over the row with the focus.
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: 'Selected Work Items' });
    await bar.waitFor();
    expect((await edges(bar)).bottom).toBeLessThanOrEqual((await edges(main(page))).bottom);
    for (let count = 0; count < 25; count += 1) await page.keyboard.press('j');
    expect((await edges(focusedRow)).bottom).toBeLessThanOrEqual((await edges(bar)).top + 1);
    await head(page).getByRole('button', { name: 'Title' }).click();
    await page.getByRole('columnheader', { name: 'Title' }).and(page.locator('[aria-sort=ascending]')).waitFor();

    await page.setViewportSize({ width: 390, height: 800 });
    await main(page).evaluate((element) => {
      element.scrollTop = 1_500;
    });
    expect((await edges(head(page))).bottom).toBeLessThan(0);
  }),
  120_000,
);

it(
  'Columns that do not fit are scrolled to, and their names stay above them',
  inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'owner');
    await page.addInitScript(() => {
      const columns =
        'key,title,type,status,priority,assignee,reporter,sprint,parent,labels,storyPoints,dueDate,createdAt';
      localStorage.setItem('worktrack.table.project', new URLSearchParams({ columns, order: 'key asc' }).toString());
    });
    await visit.open(list);
    await rows(page).nth(99).waitFor();
    const places = (column: string) =>
      Promise.all(
        ['thead th', 'tr[data-item] td'].map(
          async (cell) => (await edges(page.locator(`${cell}[data-column=${column}]`).first())).left,
        ),
      );
    const body = page.locator('thead + div');
    await body.evaluate((element) => {
      element.scrollLeft = 400;
    });
    await page.waitForFunction(() => document.querySelector('thead')!.scrollLeft === 400);
    for (const column of ['key', 'title', 'createdAt']) {
      const [name, cell] = await places(column);
      expect(Math.abs(name! - cell!)).toBeLessThan(1);
    }
    await visit.shot('table-wide');
    // The focus on the name of a column brings it into sight, and its column with it.
    await page.locator('thead button').first().focus();
    await page.waitForFunction(() => document.querySelector('thead + div')!.scrollLeft < 400);
    await page.locator('thead button').last().focus();
    await page.waitForFunction(() => {
      const [one, other] = [document.querySelector('thead')!, document.querySelector('thead + div')!];
      return one.scrollLeft > 0 && one.scrollLeft === other.scrollLeft;
    });
  }),
  120_000,
);

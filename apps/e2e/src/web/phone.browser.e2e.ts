import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { hasFocus, heading } from './by-keyboard.js';

const world = new World('web-phone');
const HOME = `/o/${world.slug}`;
const WINDOW = { width: 390, height: 844 };
const PHONE = { hasTouch: true, isMobile: true, viewport: WINDOW };

const bar = (page: Page): Locator => page.getByRole('navigation', { name: 'Shortcuts' });
const way = (page: Page, name: string): Locator => bar(page).getByRole('link', { name, exact: true });
const thumb = (page: Page, key: string, name: string): Locator =>
  page.getByRole('region', { name: `Change ${key}` }).getByRole('button', { name });

let key: string;

beforeAll(async () => {
  ({ key } = await givenWorkItem(world.owner, world.project(), {
    title: 'Paint the door',
    description: 'Two coats of paint.',
    status: 'todo',
  }));
  await givenWorkItem(world.owner, world.project(), { title: 'Sharpen the saw', status: 'in_progress' });
});

/** The edges of an element in the window. */
const edges = (element: Locator) =>
  element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  });

const openItem = async (visit: Visit): Promise<void> => {
  await visit.enter(world, 'member');
  await visit.open('/');
  await heading(visit.page, 'My Work').waitFor();
  await visit.open(`${HOME}/items/${key}`);
  await thumb(visit.page, key, 'To do').waitFor();
};

/** Goes back as the button of the browser does, when it is inside the document. */
const goBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    history.back();
  });

/** Drags the handle of a sheet down with a finger. */
async function dragDown(visit: Visit, sheet: Locator, by: number): Promise<void> {
  const { top, left, right } = await edges(sheet);
  const finger = await visit.context.newCDPSession(visit.page);
  const at = (down: number) => [{ x: (left + right) / 2, y: top + 12 + down }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  // It rests at the end: the browser takes a tap after a swift move as the stop of it.
  for (const part of [0.3, 0.6, 1, 1, 1]) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(by * part) });
    await visit.page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

describe('The bar at the bottom of a phone', () => {
  it(
    'leads to My Work, the board of the current or the last Project, and the search, and creates',
    inBrowser(async (visit) => {
      const { page } = visit;
      await givenProject(world.owner, world.org(), { name: 'Aardvark', key: 'AAA' });
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/WEB`);
      await way(page, 'Board').tap();
      await heading(page, 'Board').waitFor();
      expect(new URL(page.url()).pathname).toBe(`${HOME}/WEB/board`);
      expect(await way(page, 'Board').getAttribute('aria-current')).toBe('page');
      await way(page, 'My Work').tap();
      await heading(page, 'My Work').waitFor();
      expect(await way(page, 'Board').getAttribute('aria-current')).toBeNull();
      expect(await way(page, 'Board').getAttribute('href')).toBe(`${HOME}/WEB/board`);
      expect(await way(page, 'Search').getAttribute('href')).toBe(`${HOME}/search`);
      // The header has none of it, and the sidebar is one step away.
      expect(await page.getByRole('banner').getByRole('button').count()).toBe(1);
      await page.getByRole('button', { name: 'Navigation' }).tap();
      await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'People' }).tap();
      await heading(page, 'People').waitFor();
      await bar(page).getByRole('button', { name: 'Create' }).tap();
      await page.getByRole('dialog', { name: 'Create a Work Item' }).getByLabel('Title').fill('Engine');
      await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).tap();
      const notices = page.getByRole('region', { name: 'Notices' });
      await notices.getByText(/is created/).waitFor();
      expect((await edges(notices)).bottom).toBeLessThan((await edges(bar(page))).top);
    }, PHONE),
    60_000,
  );

  it(
    'goes while a field has the focus, and ends the content, which it never covers',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/people`);
      await bar(page).waitFor();
      const { bottom } = await edges(page.getByRole('main'));
      expect(bottom).toBeLessThanOrEqual((await edges(bar(page))).top);
      expect((await edges(bar(page))).bottom).toBe(WINDOW.height);
      await page.getByLabel('Find by name or username').tap();
      await bar(page).waitFor({ state: 'detached' });
      await heading(page, 'People').tap();
      await bar(page).waitFor();
    }, PHONE),
  );

  it(
    'is not there in a wide window',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/people`);
      await heading(page, 'People').waitFor();
      expect(await bar(page).count()).toBe(0);
    }),
  );
});

describe('On a phone, a sheet', () => {
  const status = (page: Page): Locator => page.getByRole('dialog', { name: `Status of ${key}` });
  const actions = (page: Page): Locator => page.getByRole('menu', { name: `Actions of ${key}` });

  const sheets = [
    ['a picker', (page: Page) => thumb(page, key, 'To do'), status],
    ['a menu', (page: Page) => page.getByRole('main').getByRole('button', { name: `Actions of ${key}` }), actions],
  ] as const;

  it.each(sheets)(
    'comes from the bottom over the whole width; Back, a drag and a tap next to it close it: %s',
    (name, button, sheet) =>
      inBrowser(async (visit) => {
        const { page } = visit;
        await openItem(visit);
        const open = async (): Promise<void> => {
          await button(page).tap();
          await sheet(page).waitFor();
        };
        const isClosed = async (): Promise<void> => {
          await sheet(page).waitFor({ state: 'detached' });
          await page.waitForFunction(() => document.activeElement !== document.body);
          expect(new URL(page.url()).pathname).toBe(`${HOME}/items/${key}`);
        };
        await open();
        const { left, right, top, bottom } = await edges(sheet(page));
        expect({ left, right, bottom }).toEqual({ left: 0, right: WINDOW.width, bottom: WINDOW.height });
        expect(top).toBeGreaterThanOrEqual(WINDOW.height * 0.1 - 1);
        await visit.picture(`sheet-${name}`);
        await goBack(page);
        await isClosed();
        await open();
        await dragDown(visit, sheet(page), 30);
        expect(await sheet(page).count()).toBe(1);
        expect((await edges(sheet(page))).bottom).toBe(WINDOW.height);
        await dragDown(visit, sheet(page), 120);
        await isClosed();
        await open();
        // A link of the page is there.
        const link = await edges(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first());
        await page.touchscreen.tap((link.left + link.right) / 2, (link.top + link.bottom) / 2);
        await isClosed();
        // Back leaves the page as ever.
        await visit.page.getByRole('link', { name: 'Search' }).tap();
        await heading(page, 'Search').waitFor();
        await goBack(page);
        await heading(page, 'Paint the door').waitFor();
      }, PHONE)(),
  );

  it(
    'with a text that was typed asks before Back closes it',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      await visit.open(`${HOME}/WEB/sprints`);
      await page.getByRole('button', { name: 'Create Sprint' }).tap();
      const dialog = page.getByRole('dialog', { name: 'Create a Sprint' });
      const field = dialog.getByLabel('Name');
      await field.fill('Sprint of the phone');
      expect(await field.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))).toBeGreaterThanOrEqual(16);
      await visit.picture('sheet-a form');
      await goBack(page);
      const keep = dialog.getByRole('button', { name: 'Keep editing' });
      await keep.waitFor();
      expect((await edges(keep)).bottom).toBeLessThanOrEqual(WINDOW.height);
      await keep.tap();
      expect(await hasFocus(field)).toBe(true);
      expect(await field.inputValue()).toBe('Sprint of the phone');
      await dragDown(visit, dialog, 120);
      await dialog.getByRole('button', { name: 'Discard' }).tap();
      await dialog.waitFor({ state: 'detached' });
    }, PHONE),
  );

  it(
    'in a sheet is closed by Back alone',
    inBrowser(async (visit) => {
      const { page } = visit;
      await openItem(visit);
      await bar(page).getByRole('button', { name: 'Create' }).tap();
      const form = page.getByRole('dialog', { name: 'Create a Work Item' });
      await form.getByRole('button', { name: /^Parent/ }).tap();
      const parent = page.getByRole('dialog', { name: 'Parent of the new Work Item' });
      await parent.waitFor();
      await goBack(page);
      await parent.waitFor({ state: 'detached' });
      expect(await form.isVisible()).toBe(true);
      await goBack(page);
      await form.waitFor({ state: 'detached' });
    }, PHONE),
  );
});

describe('The page of a Work Item on a phone', () => {
  it(
    'has the title, the description, the fields, then the comments, and what is done most under the thumb',
    inBrowser(async (visit) => {
      const { page } = visit;
      await openItem(visit);
      const parts = [
        heading(page, 'Paint the door'),
        page.getByText('Two coats of paint.'),
        page.getByRole('main').getByText('Reporter', { exact: true }),
        page.getByLabel('Comment', { exact: true }),
      ];
      const tops: number[] = [];
      for (const part of parts) tops.push((await edges(part)).top);
      expect(tops).toEqual([...tops].sort((one, other) => one - other));
      const comment = thumb(page, key, 'Comment');
      expect((await edges(comment)).bottom).toBeLessThanOrEqual((await edges(bar(page))).top);
      expect((await edges(comment)).bottom).toBeGreaterThan(WINDOW.height - 120);
      await visit.picture('work-item-phone');
      await comment.tap();
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
      await comment.waitFor({ state: 'detached' });
    }, PHONE),
  );
});

describe('The board on a phone', () => {
  it(
    'stops at one column after the other, whose name stays in sight',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/WEB/board`);
      await page.getByRole('link', { name: 'Sharpen the saw' }).waitFor();
      const board = page.getByRole('group', { name: 'Cards by status' });
      const column = (name: string): Locator => board.getByRole('heading', { level: 2, name, exact: true });
      const { left } = await edges(column('Backlog'));
      // A little more than half a column: it goes on to the edge of the next one.
      await board.evaluate((one) => {
        one.scrollBy({ left: 200 });
      });
      await eventually('the next column', async () =>
        Math.abs((await edges(column('To do'))).left - left) < 3 ? true : undefined,
      );
      expect((await edges(column('Backlog'))).right).toBeLessThan(0);
      await visit.picture('board-phone');
    }, PHONE),
  );
});

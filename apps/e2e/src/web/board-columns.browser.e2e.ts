import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { hasFocus, press } from './by-keyboard.js';
import { movesOf, noteMoves } from './moves.js';

const world = new World('web-board-columns');

const column = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
const link = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });
const titles = (list: Locator): Promise<string[]> => list.getByRole('link').allTextContents();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const head = (page: Page, status: string): Locator => page.locator(`div[data-status=${status}]`);

/** Opens the board of a fresh Project with these cards. Returns its key. */
async function givenBoard(items: Readonly<Record<string, string>>): Promise<string> {
  const { key } = await givenProject(world.owner, world.org(), { name: 'Quay' });
  for (const [title, status] of Object.entries(items)) {
    await givenWorkItem(world.owner, world.project(key), { title, status });
  }
  return key;
}

describe('A column of the board', () => {
  it(
    'is collapsed and expanded, stays so in this browser for its Project, takes dropped cards and is skipped by keys',
    inBrowser(async (visit) => {
      const { page } = visit;
      const key = await givenBoard({ Permit: 'backlog', Crane: 'todo', Pier: 'in_progress', Buoy: 'in_review' });
      const other = await givenBoard({ Mole: 'in_progress' });
      await page.addInitScript(noteMoves);
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/${key}/board`);
      await link(page, 'Pier').waitFor();

      await button(page, 'Collapse In progress').press('Enter');
      await link(page, 'Pier').waitFor({ state: 'detached' });
      expect(await hasFocus(button(page, 'Expand In progress'))).toBe(true);
      expect((await head(page, 'in_progress').boundingBox())?.width).toBeLessThan(60);
      expect(await head(page, 'in_progress').innerText()).toMatch(/In progress\s*1/);
      const name = await page.getByRole('heading', { level: 2, name: 'In progress', exact: true }).boundingBox();
      expect(name!.width).toBeLessThan(40);
      expect(name!.height).toBeGreaterThan(40);
      await link(page, 'Crane').focus();
      await press(page, 'l');
      expect(await hasFocus(link(page, 'Buoy'))).toBe(true);
      await visit.shot('board-collapsed');
      await page.setViewportSize({ width: 1280, height: 800 });

      await page.reload();
      await link(page, 'Crane').waitFor();
      await button(page, 'Expand In progress').waitFor();
      expect(await link(page, 'Pier').count()).toBe(0);
      expect(await movesOf(page)).toEqual([]);

      // A card that is moved there leaves the focus on the board.
      const at = { sourcePosition: { x: 60, y: 40 }, targetPosition: { x: 20, y: 200 } };
      await link(page, 'Crane').locator('xpath=..').dragTo(column(page, 'In progress'), at);
      await link(page, 'Crane').waitFor({ state: 'detached' });
      await page.getByText(/ is In progress now\.$/).waitFor({ state: 'attached' });
      await link(page, 'Buoy').focus();
      await press(page, '[');
      await link(page, 'Buoy').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
      expect(await head(page, 'in_progress').innerText()).toMatch(/In progress\s*3/);
      await button(page, 'Grouping: No grouping').click();
      await page.getByRole('menuitemradio', { name: 'Group by parent' }).click();
      await page.getByRole('region', { name: 'Without a parent' }).waitFor();
      await visit.shot('board-collapsed-lanes');
      await page.setViewportSize({ width: 1280, height: 800 });
      await button(page, 'Expand In progress').click();
      await link(page, 'Pier').waitFor();
      expect((await titles(column(page, 'In progress'))).sort()).toEqual(['Buoy', 'Crane', 'Pier']);

      // Another Project has its own columns.
      await button(page, 'Collapse Backlog').click();
      await link(page, 'Permit').waitFor({ state: 'detached' });
      await visit.open(`/o/${world.slug}/${other}/board`);
      await link(page, 'Mole').waitFor();
      expect(await button(page, 'Collapse Backlog').count()).toBe(1);
    }),
    120_000,
  );

  it(
    'is not collapsed on a phone, where one fills the window',
    inBrowser(
      async (visit) => {
        const { page } = visit;
        const key = await givenBoard({ Crane: 'todo' });
        await visit.enter(world, 'member');
        await visit.open(`/o/${world.slug}/${key}/board`);
        await button(page, 'Collapse To do').click();
        await link(page, 'Crane').waitFor({ state: 'detached' });
        await page.setViewportSize({ width: 390, height: 844 });
        await link(page, 'Crane').waitFor();
        await eventually('a column without its button', async () =>
          (await page.getByRole('button', { name: /^(Collapse|Expand) / }).count()) === 0 ? true : undefined,
        );
      },
      { viewport: { width: 1024, height: 768 }, hasTouch: true },
    ),
    60_000,
  );
});

describe('A limit of work in progress', () => {
  it(
    'is set on the settings of the Project, shown over its column, and said when a move goes over it',
    inBrowser(async (visit) => {
      const { page } = visit;
      const key = await givenBoard({ Crane: 'todo', Pier: 'in_progress', Buoy: 'in_progress' });
      await visit.enter(world, 'admin');
      await visit.open(`/o/${world.slug}/${key}/settings`);
      const field = page.getByRole('spinbutton', { name: 'In progress' });
      await field.fill('1000');
      await button(page, 'Save the limits').click();
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.rangeOverflow)).toBe(true);
      await field.fill('2');
      await page.getByRole('spinbutton', { name: 'To do' }).fill('9');
      // Somebody else changes the name meanwhile: both are kept.
      await world.owner.patch(world.project(key), { name: 'Wharf' }, { ifMatch: '*' });
      visit.expectRefusal(412, /work-limits$/);
      await button(page, 'Save the limits').click();
      const notices = page.getByRole('region', { name: 'Notices' });
      await notices.getByText('Saved, together with a change by somebody else.').waitFor();
      await visit.shot('limits-settings');
      await page.setViewportSize({ width: 1280, height: 800 });
      const limits = world.project(key).replace('/v1/', '/x/') + '/work-limits';
      expect((await world.owner.get(limits)).body).toMatchObject({ todo: 9, in_progress: 2, in_review: null });
      expect((await world.owner.get(world.project(key))).body.name).toBe('Wharf');

      await visit.open(`/o/${world.slug}/${key}/board`);
      const shown = (text: RegExp) => head(page, 'in_progress').filter({ hasText: text }).waitFor();
      await shown(/In progress\s*2 \/ 2 cards, the limit is 2/);
      expect(await head(page, 'in_progress').getByRole('img', { name: 'Over the limit' }).count()).toBe(0);
      await link(page, 'Crane').focus();
      await press(page, ']');
      await page
        .getByText(/ is In progress now, with 3 Work Items where the limit is 2\.$/)
        .waitFor({ state: 'attached' });
      await shown(/3 \/ 2/);
      expect(await head(page, 'in_progress').getByRole('img', { name: 'Over the limit' }).count()).toBe(1);
      await visit.shot('board-limits');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.locator('div[data-status=done]').innerText()).not.toContain('/');

      // Some of the cards are not what the limit is about.
      await page.getByRole('button', { name: /^Priority/ }).click();
      await page.getByRole('option', { name: 'Medium' }).click();
      await head(page, 'in_progress').filter({ hasNotText: '/' }).waitFor();
      await button(page, 'Clear').click();
      await shown(/3 \/ 2/);
    }),
    120_000,
  );
});

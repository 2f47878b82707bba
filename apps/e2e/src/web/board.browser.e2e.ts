import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenComment, givenLabel, givenLink, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { World } from '../kit/world.js';
import { crumb, hasFocus } from './by-keyboard.js';

const world = new World('web-board');

interface Place {
  /** The path of the Project in the public API. */
  readonly project: string;
  /** The path of its board. */
  readonly board: string;
}

const place = async (): Promise<Place> => {
  const { key } = await givenProject(world.owner, world.org(), { name: 'Rocket' });
  return { project: world.project(key), board: `/o/${world.slug}/${key}/board` };
};

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const column = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
const card = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const titles = (cards: Locator): Promise<string[]> => cards.getByRole('link').allTextContents();

/** Presses one key after the other. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The title of the card that has the focus. */
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.closest('[data-item]')?.querySelector('a')?.textContent);

/** A Project with cards in all columns but one, with everything that a card can show. */
async function givenRocket(): Promise<Place> {
  const { owner } = world;
  const here = await place();
  const { project } = here;
  const give = (members: object): Promise<any> => givenWorkItem(owner, project, members);
  const mine = { assigneePublicId: world.user('member').publicId };
  const { id: label } = await givenLabel(owner, project, 'motor', '#c2410c');
  await givenLabel(owner, project, 'window', '#0e7490');
  const dates = { startDate: '2030-03-02T09:00:00Z', endDate: '2030-03-13T17:00:00Z' };
  const { id: sprintId } = await givenSprint(owner, project, { name: 'Sprint 7', ...dates });
  const launch = await give({ title: 'Launch', type: 'epic', status: 'in_progress', storyPoints: 8 });
  const engine = await give({
    ...{ title: 'Engine that burns hydrogen and oxygen', type: 'bug', status: 'todo', priority: 'urgent' },
    ...{ storyPoints: 5, dueDate: '2026-01-02T12:00:00Z', parentId: launch.key, sprintId, ...mine },
  });
  await owner.post(`${world.item(engine.key)}/labels`, { labelId: label }, { ifMatch: '*' });
  await givenComment(owner, world.item(engine.key));
  const permit = await give({ title: 'Permit', status: 'backlog', type: 'story' });
  await givenLink(owner, world.item(permit.key), engine.key, 'blocks');
  await give({ title: 'Tank', status: 'todo', storyPoints: 3, parentId: launch.key, sprintId });
  await give({ title: 'Window', status: 'done', parentId: launch.key, ...mine });
  await moved(owner, `${project}/sprints/${sprintId}`, 'active');
  return here;
}

describe('The board', () => {
  it(
    'shows the cards by status, is walked by keys, filtered in its address and cut into lanes',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { board } = await givenRocket();
      await visit.enter(world, 'member');
      await visit.open(board.replace('/board', ''));
      await crumb(page, 'Rocket').waitFor();
      await press(page, 'g', 'b');
      await heading(page, 'Board').waitFor();
      const engine = 'Engine that burns hydrogen and oxygen';
      await card(page, engine).waitFor();
      expect(await titles(column(page, 'To do'))).toEqual([engine, 'Tank']);
      expect(await titles(column(page, 'In review'))).toEqual([]);
      expect(await page.locator('[data-status=todo]').first().innerText()).toMatch(/To do\s*2.*\s*8 pt/s);
      const shown = await card(page, engine).textContent();
      for (const part of ['Blocked', 'motor', '5 story points']) expect(shown).toContain(part);
      expect(await card(page, engine).getByRole('img', { name: 'Overdue' }).count()).toBe(1);
      expect(await card(page, 'Launch').textContent()).toContain('1/3');

      // Nothing has the focus yet: the first key leads to the first card.
      await press(page, 'j');
      expect(await focused(page)).toBe('Permit');
      const walk = [
        ['l', engine],
        ['j', 'Tank'],
        ['j', 'Tank'],
        ['ArrowRight', 'Launch'],
        ['ArrowRight', 'Window'],
        ['h', 'Launch'],
        ['ArrowLeft', engine],
        ['End', 'Tank'],
        ['Home', engine],
        ['ArrowDown', 'Tank'],
        ['k', engine],
      ] as const;
      for (const [key, title] of walk) {
        await press(page, key);
        expect({ key, title: await focused(page) }).toEqual({ key, title });
      }
      await visit.shot('board');
      await press(page, 'Enter');
      await heading(page, engine).waitFor();
      await page.goBack();
      await card(page, engine).waitFor();

      await press(page, '/');
      await page.keyboard.type('tank jk');
      await press(page, 'Backspace', 'Backspace', 'Backspace');
      await page.waitForURL(/\?q=tank$/);
      await card(page, engine).waitFor({ state: 'detached' });
      expect(await page.locator('[data-item]').count()).toBe(1);
      await page.reload();
      await card(page, 'Tank').waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('tank');
      await page.getByRole('button', { name: 'Clear' }).click();
      await card(page, engine).waitFor();

      await page.getByRole('switch', { name: 'Only my work' }).click();
      await card(page, 'Tank').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Label' }).click();
      await page.getByRole('option', { name: 'window' }).click();
      await page.getByText('No card matches.').waitFor();
      await visit.shot('board-nothing-matches');
      await page.getByRole('button', { name: 'Show all cards' }).click();
      await card(page, 'Tank').waitFor();

      await page.getByRole('button', { name: 'Sprint: All work' }).click();
      await page.getByRole('menuitemradio', { name: 'Active Sprint' }).click();
      await card(page, 'Permit').waitFor({ state: 'detached' });
      expect(page.url()).toContain('sprint=active');
      expect((await titles(column(page, 'To do'))).length).toBe(2);
      await page.getByRole('button', { name: 'Sprint: Active Sprint' }).click();
      await page.getByRole('menuitemradio', { name: 'All work' }).click();
      await card(page, 'Permit').waitFor();

      await page.getByRole('button', { name: 'Grouping: No grouping' }).click();
      await page.getByRole('menuitemradio', { name: 'Group by parent' }).click();
      const lane = page.getByRole('region', { name: /Launch/ });
      await lane.waitFor();
      expect((await titles(lane.getByRole('list'))).sort()).toEqual([engine, 'Tank', 'Window']);
      expect(await page.getByRole('region', { name: 'Without a parent' }).locator('[data-item]').count()).toBe(2);
      await visit.shot('board-lanes');
    }),
    120_000,
  );

  it(
    'says that it is empty, that it is not there, and why it could not be loaded',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { board } = await place();
      await visit.enter(world, 'member');
      await visit.open(board);
      await page.getByText('This Project has no open Work Item.').waitFor();
      await visit.shot('board-empty');
      visit.expectRefusal(400, /\/cards$/);
      await visit.open(`${board}?sprint=next`);
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
      visit.expectRefusal(404, /./);
      await visit.open(`/o/${world.slug}/NONE/board`);
      await heading(page, 'Not found').waitFor();
    }),
    60_000,
  );

  it(
    'is filtered by a query, which completes names, shows its errors and stands in the address',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { board } = await givenRocket();
      await visit.enter(world, 'member');
      await visit.open(board);
      await card(page, 'Tank').waitFor();
      const open = page.getByRole('button', { name: 'Query', exact: true });
      await open.press('Enter');
      const field = page.getByRole('textbox', { name: 'Query' });
      await field.waitFor();
      const errors = page.getByRole('list', { name: 'Errors of the query' }).getByRole('listitem');
      await eventually('the focus in the query', async () => ((await hasFocus(field)) ? true : undefined));
      await page.keyboard.type('label = mo');
      await page.getByRole('option', { name: 'motor' }).waitFor();
      await press(page, 'Tab');
      expect(await field.inputValue()).toBe('label = motor ');
      await page.keyboard.type('AND points >= 3');
      await press(page, 'Escape', 'Enter');
      await card(page, 'Tank').waitFor({ state: 'detached' });
      expect(await page.locator('[data-item]').count()).toBe(1);
      expect(new URL(page.url()).searchParams.get('squeakql')).toBe('label = motor AND points >= 3');
      await visit.shot('board-query');
      await page.setViewportSize({ width: 1280, height: 800 });

      await page.reload();
      await field.waitFor();
      await page.locator('[data-item]').first().waitFor();
      expect(await page.locator('[data-item]').count()).toBe(1);
      // It is not asked while it is wrong.
      await field.fill('points > many');
      await press(page, 'Enter');
      await errors.first().waitFor();
      await visit.shot('board-query-wrong');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.locator('[data-item]').count()).toBe(1);
      await page.getByRole('button', { name: 'Clear' }).click();
      await card(page, 'Tank').waitFor();
      expect(await field.count()).toBe(0);
      expect(new URL(page.url()).search).toBe('');

      // An address that somebody wrote by hand may be wrong too.
      visit.expectRefusal(400, /\/cards$/);
      const answered = page.waitForResponse((answer) => answer.status() === 400);
      await page.goto(`${board}?squeakql=points+%3E`);
      await field.waitFor();
      await answered;
      await errors.first().waitFor();
      expect(await field.inputValue()).toBe('points >');
    }),
    120_000,
  );

  it(
    'has 1,000 cards, all in one column, and keys reach the last one',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { project, board } = await place();
      const bulk = async (from: number): Promise<void> => {
        const operations = Array.from({ length: 50 }, (_, at) => ({
          ...{ projectKey: project.split('/').at(-1), title: `Card ${from + at}`, status: 'todo' },
        }));
        const { status } = await world.owner.post(`${world.org()}/bulk-work-items`, { operations });
        expect(status).toBe(200);
      };
      for (let from = 1; from <= 1_000; from += 50) await bulk(from);
      await visit.enter(world, 'member');
      await visit.open(board);
      const cards = column(page, 'To do').locator('[data-item]');
      await cards.nth(999).waitFor({ state: 'attached' });
      expect(new Set(await titles(column(page, 'To do'))).size).toBe(1_000);
      await press(page, 'j', 'End');
      const last = await cards.nth(999).getByRole('link').textContent();
      expect(await focused(page)).toBe(last);
      // Few cards are left for axe, which would read 1,000 for most of a minute.
      await visit.open(`${board}?squeakql=${encodeURIComponent('title ~ "Card 1000"')}`);
      await cards.first().waitFor();
      expect(await titles(column(page, 'To do'))).toEqual(['Card 1000']);
    }),
    120_000,
  );
});

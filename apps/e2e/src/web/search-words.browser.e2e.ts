import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-search-words');
const screen = `/o/${world.slug}/search`;
const asking = (text: string, rest = ''): string => `${screen}?q=${encodeURIComponent(text)}${rest}`;

/** A Project with a login form, its page, and a note that mentions the form's key. */
let project: string;

beforeAll(async () => {
  const { owner } = world;
  ({ key: project } = await givenProject(owner, world.org(), { name: 'Website' }));
  const path = world.project(project);
  const due = (day: string) => ({ dueDate: `2030-03-${day}T12:00:00Z` });
  await givenWorkItem(owner, path, { title: 'The login form', priority: 'high', status: 'todo', ...due('07') });
  await givenWorkItem(owner, path, { title: 'Form of the page', description: 'After LOGIN.', ...due('05') });
  await givenWorkItem(owner, path, { title: 'Login page', status: 'done', ...due('06') });
  await givenWorkItem(owner, path, { title: `Like ${project}-1`, description: 'A note.' });
});

const field = (page: Page): Locator => page.getByRole('search').getByRole('textbox');
const titles = (page: Page): Promise<string[]> =>
  page.getByRole('main').locator('[data-item]').getByRole('link').allTextContents();
const found = (page: Page, count: string): Promise<void> =>
  page.getByRole('main').getByText(count, { exact: true }).waitFor();

describe('The search', () => {
  it(
    'finds by words in any order, in titles and descriptions, and says how it took the text',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(screen);
      await field(page).fill('form login');
      await page.getByText('Taken as words').waitFor();
      await page.keyboard.press('Enter');
      await found(page, '2 Work Items');
      expect((await titles(page)).sort()).toEqual(['Form of the page', 'The login form']);
      await visit.shot('search-words');

      // The other way writes the query that the words mean.
      await page.getByRole('link', { name: 'Search as SqueakQL' }).click();
      await page.getByText('Taken as SqueakQL').waitFor();
      expect(await field(page).inputValue()).toBe("text ~ 'form' AND text ~ 'login'");
      await found(page, '2 Work Items');
      await page.goBack();
      await page.getByText('Taken as words').waitFor();
      expect(await field(page).inputValue()).toBe('form login');
    }),
    60_000,
  );

  it(
    'finds a key in any case, first, then what mentions it',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(asking(`${project.toLowerCase()}-1`));
      await page.getByText(`Taken as the key ${project}-1`).waitFor();
      await found(page, '2 Work Items');
      expect(await titles(page)).toEqual(['The login form', `Like ${project}-1`]);
      await visit.shot('search-key');
    }),
    60_000,
  );

  it(
    'takes a condition as SqueakQL, also one with an error, and searches for its words when asked to',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(asking('login = page'));
      await page.getByText('Taken as SqueakQL').waitFor();
      await page.getByText('There is no field login').waitFor();
      await page.getByRole('link', { name: 'Search for the words' }).click();
      await page.getByText('No Work Item matches.').waitFor();
      expect(new URL(page.url()).searchParams.get('as')).toBe('words');
      expect(await page.getByRole('list', { name: 'Errors of the query' }).count()).toBe(0);
      // The page offers to make a Work Item that was not found.
      await page.getByRole('main').getByRole('button', { name: 'New Work Item' }).click();
      const form = page.getByRole('dialog', { name: 'Create a Work Item' });
      expect(await form.getByLabel('Title').inputValue()).toBe('login = page');
    }),
    60_000,
  );

  it(
    'says what it cannot search for, and asks nothing then',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      let searches = 0;
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.endsWith('/work-items/table')) searches += 1;
      });
      await visit.open(asking('word '.repeat(21)));
      await page.getByText('A search has at most 20 words; this one has 21.').waitFor();
      expect(searches).toBe(0);
    }),
    60_000,
  );

  it(
    'shows a table, whose columns write their order into the query',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(asking('login'));
      await found(page, '3 Work Items');
      await page.getByRole('link', { name: 'Table', exact: true }).click();
      const head = (name: string) => page.getByRole('columnheader', { name });
      await head('Due').getByRole('button').click();
      await page.locator('th[aria-sort="ascending"]').waitFor();
      expect(await field(page).inputValue()).toBe("text ~ 'login' ORDER BY due");
      await found(page, '3 Work Items');
      expect(await titles(page)).toEqual(['Form of the page', 'Login page', 'The login form']);
      await head('Due').getByRole('button').click();
      await page.locator('th[aria-sort="descending"]').waitFor();
      await page.getByRole('row', { name: /The login form/ }).waitFor();
      expect(await titles(page)).toEqual(['The login form', 'Login page', 'Form of the page']);
      expect(await head('Assignee').getByRole('button').count()).toBe(0);
      await visit.shot('search-table');
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
      }
      await page.getByRole('link', { name: 'The login form' }).click();
      await page.waitForURL(`**/items/${project}-1`);
    }),
    60_000,
  );
});

describe('The palette', () => {
  it(
    'finds by words and by key, the key first, and leads to the search',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      const options = page.getByRole('option');
      const text = page.getByRole('combobox', { name: 'Search or jump to' });
      await text.fill('form login');
      await options.filter({ hasText: 'The login form' }).waitFor();
      await options.filter({ hasText: 'Form of the page' }).waitFor();
      expect(await options.filter({ hasText: 'Login page' }).count()).toBe(0);
      await visit.shot('palette-words');
      await text.fill(`${project.toLowerCase()}-1`);
      await options.filter({ hasText: 'The login form' }).waitFor();
      await options.filter({ hasText: `Like ${project}-1` }).waitFor();
      expect(await options.first().textContent()).toContain('The login form');
      await text.fill('form login');
      await options.filter({ hasText: 'Search for “form login”' }).click();
      await found(page, '2 Work Items');
    }),
    60_000,
  );
});

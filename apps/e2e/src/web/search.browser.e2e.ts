import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenLabel, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { crumb } from './by-keyboard.js';

const world = new World('web-search');
const screen = `/o/${world.slug}/search`;
const asking = (query: string): string => `${screen}?q=${encodeURIComponent(query)}`;

/** A Project with an open bug, an open task and a done one. */
let project: string;
let bug: { key: string };

beforeAll(async () => {
  const { owner } = world;
  const { key } = await givenProject(owner, world.org(), { name: 'Harbour' });
  project = key;
  const path = world.project(key);
  await givenLabel(owner, path, 'quay');
  await givenSprint(owner, path, { name: 'High tide' });
  bug = await givenWorkItem(owner, path, { title: 'Crane squeaks', type: 'bug', status: 'todo', storyPoints: 3 });
  await givenWorkItem(owner, path, { title: 'Paint the crane', status: 'in_progress', storyPoints: 2 });
  await givenWorkItem(owner, path, { title: 'Order the paint', status: 'done', storyPoints: 1 });
});

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Query' });
const options = (page: Page): Locator => page.getByRole('listbox').getByRole('option');
const results = (page: Page): Locator => page.getByRole('table', { name: 'Results' });
const titles = (page: Page): Promise<string[]> => results(page).getByRole('link').allTextContents();
const errors = (page: Page): Locator => page.getByRole('list', { name: 'Errors of the query' }).getByRole('listitem');

/** Presses one key after the other. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The completions that are offered behind the text. */
async function offeredBehind(page: Page, text: string): Promise<string[]> {
  await field(page).fill(text);
  await press(page, 'Control+ ');
  await options(page).first().waitFor();
  return options(page).locator('span:first-child').allTextContents();
}

/** Counts the searches that the page sends. */
function countSearches(page: Page): { count: number } {
  const sent = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/work-items/table')) sent.count += 1;
  });
  return sent;
}

describe('The field of the search', () => {
  it(
    'offers at every place of the grammar what may stand there, with the names of the Organization',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(screen);
      const places: [text: string, offered: readonly string[]][] = [
        ['', ['key', 'status', 'assignee', 'sprint.state', 'hasLink(', 'blocked()', 'NOT', '(']],
        ['NOT ', ['title', 'wasIn(', '(']],
        ['(', ['due', 'changed(', 'NOT']],
        ['sta', ['status']],
        ['storyP', ['storyPoints']],
        ['status ', ['=', '!=', '<', '<=', '>', '>=', 'IN (', 'NOT IN (']],
        ['description ', ['~', '!~', 'IS NULL', 'IS NOT NULL']],
        ['status NOT ', ['IN (']],
        ['status IN ', ['(']],
        ['status = ', ['backlog', 'todo', 'in_progress', 'in_review', 'done']],
        ['status IN (todo, ', ['in_review']],
        ['status IN (todo ', [',', ')']],
        ['parent IS ', ['NULL', 'NOT NULL']],
        ['parent IS NOT ', ['NULL']],
        ['overdue = ', ['TRUE', 'FALSE']],
        ['points > ', ['1', '8']],
        ['due < ', ['today()', 'startOfWeek()', '7d', 'today']],
        ['due < 3', ['3d', '3w']],
        ['assignee = ', ['me()', world.user('member').name]],
        ['sprint = ', ['activeSprint()', "'High tide'"]],
        ['sprint IN (', ['activeSprint()', 'futureSprints()']],
        ['label = ', ['quay']],
        ['project = ', ['Harbour']],
        ['key = crane', ['Crane squeaks', 'Paint the crane']],
        ["title ~ 'cra", ["'cra'"]],
        ['hasLink(', ['blocks', 'blocked_by', 'relates']],
        ['commentedBy(', ['me()']],
        ['wasIn(', ['done']],
        ['changed(', ['status', 'parent']],
        ['changed(due ', [',']],
        ['changed(due, ', ['-7d']],
        ['changed(due, -7d ', [')']],
        ['blocked() ', ['AND', 'OR', 'ORDER BY']],
        ['(blocked() ', ['AND', 'OR', ')']],
        ['blocked() ORDER ', ['BY']],
        ['blocked() ORDER BY ', ['key', 'due', 'updated']],
        ['blocked() ORDER BY due ', ['ASC', 'DESC', ',']],
        ['blocked() ORDER BY due, ', ['priority']],
      ];
      for (const [text, expected] of places) {
        // Names come with an answer of the server.
        for (let tries = 0; ; tries += 1) {
          const offered = await offeredBehind(page, text);
          const missing = expected.filter((one) => !offered.includes(one));
          if (missing.length === 0) break;
          if (tries === 50) expect({ text, offered }).toEqual({ text, offered: expect.arrayContaining([...expected]) });
          await page.waitForTimeout(100);
        }
      }
      await field(page).fill('status = ');
      await press(page, 'Control+ ', 'ArrowDown');
      await visit.shot('search-completing');
    }),
    120_000,
  );

  it(
    'is written, run and left by keys alone, and the results are walked by keys',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/${project}`);
      await crumb(page, 'Harbour').waitFor();
      await press(page, 'g', 's');
      await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
      await page.keyboard.type('proj');
      // One word is no query yet: Tab completes it, and Enter would search for it.
      await press(page, 'Tab');
      expect(await field(page).inputValue()).toBe('project ');
      await press(page, 'ArrowDown', 'Tab');
      expect(await field(page).inputValue()).toBe('project = ');
      await page.keyboard.type('harb');
      await options(page).filter({ hasText: 'Harbour' }).waitFor();
      await press(page, 'Enter');
      expect(await field(page).inputValue()).toBe(`project = ${project} `);
      await press(page, 'Escape', 'Escape');
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('TEXTAREA');
      await press(page, '/', 'End');
      await page.keyboard.type('ORDER BY points');
      await press(page, 'Escape', 'Enter');
      await results(page).waitFor();
      expect(await titles(page)).toEqual(['Order the paint', 'Paint the crane', 'Crane squeaks']);
      await press(page, 'Escape', 'j', 'j', 'j', 'k');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Paint the crane');
      await press(page, 'j', 'Enter');
      await page.getByRole('heading', { level: 1, name: 'Crane squeaks' }).waitFor();
      await page.goBack();
      await results(page).waitFor();
      expect(await field(page).inputValue()).toBe(`project = ${project} ORDER BY points`);
      await press(page, '/');
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    }),
    60_000,
  );

  it(
    'shows the place of every error, says it politely, and sends no query that has one',
    inBrowser(async (visit) => {
      const { page } = visit;
      const sent = countSearches(page);
      await visit.enter(world, 'member');
      await visit.open(asking('statuz = done AND points > many'));
      await errors(page).nth(1).waitFor();
      expect(await errors(page).count()).toBe(2);
      expect(await errors(page).first().textContent()).toContain(
        'Go to 1:1 There is no field statuz; did you mean status?',
      );
      expect(await page.locator('[data-fault]').allTextContents()).toEqual(['statuz', 'many']);
      expect(await field(page).getAttribute('aria-invalid')).toBe('true');
      const described = await field(page).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).getAttribute('role')).toBe('status');
      await visit.shot('search-errors');

      await field(page).focus();
      await press(page, 'Enter');
      const selected = () =>
        field(page).evaluate((one: HTMLTextAreaElement) => one.value.slice(one.selectionStart, one.selectionEnd));
      expect(await selected()).toBe('statuz');
      await page.getByRole('button', { name: 'Go to 1:28' }).click();
      expect(await selected()).toBe('many');
      await page.getByRole('button', { name: 'Write status' }).click();
      expect(await field(page).inputValue()).toBe('status = done AND points > many');
      await errors(page).nth(1).waitFor({ state: 'detached' });
      expect(sent.count).toBe(0);

      // A query that is not finished is no error before it is sent.
      await field(page).fill('status = ');
      await page.waitForTimeout(700);
      expect(await errors(page).count()).toBe(0);
      await press(page, 'Escape', 'Enter');
      await errors(page).first().waitFor();
      expect(sent.count).toBe(0);
    }),
    60_000,
  );

  it(
    'shows the errors that the server finds, and other refusals with a way to try again',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      const diagnostic = { code: 'SQUEAKQL_INVALID_VALUE', message: 'This is new here.', token: 'bug' };
      const refusals = [
        [400, 'VALIDATION_ERROR', { diagnostics: [{ ...diagnostic, line: 1, column: 8, endLine: 1, endColumn: 10 }] }],
        [403, 'ORGANIZATION_SUSPENDED', {}],
      ] as const;
      let next = 0;
      await page.route(/\/work-items\/table\?/, async (route) => {
        const refusal = refusals[next++];
        if (!refusal) return route.continue();
        const [status, code, details] = refusal;
        return route.fulfill({ status, json: { error: { code, message: 'No.', fieldErrors: {}, details } } });
      });
      visit.expectRefusal(400, /table/);
      visit.expectRefusal(403, /table/);
      await visit.open(asking('type = bug'));
      await errors(page).first().waitFor();
      expect(await errors(page).allTextContents()).toEqual(['Go to 1:8 This is new here.']);
      expect(await page.locator('[data-fault]').allTextContents()).toEqual(['bug']);
      await field(page).fill('type = bug ');
      await press(page, 'Escape', 'Enter');
      await page.getByRole('alert').getByText('This Organization is suspended').waitFor();
      await visit.shot('search-refused');
      await page.getByRole('button', { name: 'Try again' }).click();
      await results(page).waitFor();
    }),
    60_000,
  );

  it(
    'stays fluid with the longest legal query: one letter touches a few nodes',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(screen);
      const part = "title ~ 'crane' OR ";
      const times = Math.floor(4_000 / part.length);
      // The most fields and operands are 200.
      const long = `${part.repeat(Math.min(times, 98))}text ~ '`.concat('x'.repeat(4_000 - 98 * part.length));
      await field(page).fill(long);
      await field(page).press('Control+End');
      await page.evaluate(() => {
        const touched = { nodes: 0 };
        new MutationObserver((records) => {
          for (const { addedNodes, removedNodes } of records)
            touched.nodes += 1 + addedNodes.length + removedNodes.length;
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
        Object.assign(globalThis, { touched });
      });
      await page.keyboard.type('y');
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      const touched = await page.evaluate(
        () => (globalThis as unknown as { touched: { nodes: number } }).touched.nodes,
      );
      expect(await field(page).inputValue()).toBe(`${long}y`);
      expect(touched).toBeGreaterThan(0);
      expect(touched).toBeLessThanOrEqual(20);
    }),
    60_000,
  );
});

describe('The results', () => {
  it(
    'are a table or a board; the address has the query and the view',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(asking(`project = ${project} ORDER BY points`));
      await results(page).waitFor();
      await page.getByText('3 Work Items', { exact: true }).first().waitFor();
      await visit.shot('search-results');
      await page.getByRole('link', { name: 'Board', exact: true }).click();
      await page.getByRole('region', { name: 'To do' }).getByRole('link', { name: 'Crane squeaks' }).waitFor();
      expect(new URL(page.url()).searchParams.get('view')).toBe('board');
      expect(await page.getByRole('region', { name: 'Done' }).getByRole('link').allTextContents()).toEqual([
        'Order the paint',
      ]);
      await visit.shot('search-board');
      await page.reload();
      await page.getByRole('region', { name: 'In progress' }).getByRole('link', { name: 'Paint the crane' }).waitFor();
      await page.getByRole('region', { name: 'To do' }).getByRole('link', { name: 'Crane squeaks' }).click();
      await page.waitForURL(`**/items/${bug.key}`);
      await page.goBack();
      await page.getByRole('region', { name: 'To do' }).waitFor();

      await page.getByRole('link', { name: 'Table', exact: true }).click();
      await field(page).fill("title = 'nothing is called so'");
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('No Work Item matches.').waitFor();
      await visit.shot('search-none');
    }),
    60_000,
  );

  it(
    'come page by page',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org(), { name: 'Sand' });
      for (const [from, to] of [
        [1, 50],
        [51, 100],
        [101, 105],
      ] as const) {
        const grains = Array.from({ length: to - from + 1 }, (_, at) => `Grain ${from + at}`);
        const operations = grains.map((title) => ({ projectKey: key, title }));
        await world.owner.post(`${world.org()}/bulk-work-items`, { operations });
      }
      await visit.enter(world, 'member');
      await visit.open(asking(`project = ${key} ORDER BY key`));
      // All are counted before they are shown.
      await page.getByText('105 Work Items', { exact: true }).first().waitFor();
      expect((await titles(page)).slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, at) => `Grain ${at + 1}`));
      await page.locator('main').evaluate((main) => {
        main.scrollTop = main.scrollHeight;
      });
      await results(page).getByRole('link', { name: 'Grain 105' }).waitFor();
      expect(await titles(page)).toEqual(Array.from({ length: 105 }, (_, at) => `Grain ${at + 1}`));
    }),
    60_000,
  );
});

describe('The questions to begin with', () => {
  it(
    'are twenty valid queries with the keys of the Organization, and one click asks them',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(screen);
      const questions = page.getByRole('region', { name: 'Questions to begin with' }).getByRole('link');
      await page.getByText('project IN').waitFor();
      expect(await questions.count()).toBe(20);
      for (const query of await questions.locator('code').allTextContents()) {
        const { status } = await world.owner.post(`${world.org()}/work-items/search`, { query }, { key: null });
        expect({ query, status }).toEqual({ query, status: 200 });
      }
      await questions.filter({ hasText: 'Which open bugs does nobody look after?' }).click();
      await results(page).getByRole('link', { name: 'Crane squeaks' }).waitFor();
      expect(await field(page).inputValue()).toBe(
        'type = bug AND assignee IS NULL AND status != done ORDER BY created',
      );
      await page.goBack();
      await questions.first().waitFor();
      expect(await field(page).inputValue()).toBe('');
    }),
    60_000,
  );
});

describe('A report', () => {
  it(
    'is filtered by the same field, which offers no order there',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/${project}/reports/distribution`);
      await page.getByRole('region', { name: 'Rows', exact: true }).waitFor();
      expect(await offeredBehind(page, 'type = bug ')).toEqual(['AND', 'OR']);
      const answer = page.waitForResponse(/distribution\.json\?squeakql=/);
      await press(page, 'Escape', 'Enter');
      const { items } = (await (await answer).json()) as { items: { key: string; value: number }[] };
      const counted = items.filter(({ value }) => value > 0).map(({ key: status, value }) => ({ status, value }));
      expect(counted).toEqual([{ status: 'todo', value: 1 }]);
      await page.waitForURL(/squeakql=type(\+|%20)%3D(\+|%20)bug$/);
      await field(page).fill('type = bug ORDER BY due');
      await field(page).blur();
      await errors(page).first().waitFor();
      expect(await errors(page).first().textContent()).toContain('The order cannot be chosen here.');
      await field(page).fill(`title ~ '${'x'.repeat(2_000)}'`);
      await field(page).blur();
      await errors(page).getByText('A query has at most 2,000 characters here').waitFor();
      expect(page.url()).toMatch(/squeakql=type(\+|%20)%3D(\+|%20)bug$/);
    }),
    60_000,
  );
});

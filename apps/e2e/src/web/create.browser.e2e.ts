import type { Locator, Page, Route } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenLabel, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-create');

const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
const form = (page: Page): Locator => page.getByRole('dialog', { name: 'Create a Work Item' });
const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notices' });
const valueOf = (page: Page, label: string): Promise<string> =>
  form(page).getByLabel(label, { exact: true }).inputValue();
const given = async (): Promise<string> => (await givenProject(world.owner, world.org(), { name: 'Rocket' })).key;
const itemOf = async (key: string): Promise<any> => (await world.owner.get(world.item(key))).body;
const titlesIn = async (project: string): Promise<string[]> => {
  const { body } = await world.owner.get(`${world.project(project)}/work-items?limit=100&scope=all`);
  return (body.items as { key: string; title: string }[])
    .sort((one, other) => Number(one.key.split('-')[1]) - Number(other.key.split('-')[1]))
    .map(({ title }) => title);
};

async function open(visit: Visit, path: string): Promise<void> {
  await visit.enter(world, 'member');
  await visit.open(`/o/${world.slug}/${path}`);
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
}

/** Pastes a text into a field, as Ctrl+V does. */
const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element: HTMLInputElement, pasted) => {
    element.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Waits until the focus is on something: it never falls to the body. */
const hasFocus = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body);

describe('A new Work Item', () => {
  it(
    'has a button in the sidebar, on a phone in the bar at the bottom, and none where there is no Organization',
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = await given();
      await open(visit, `${project}/sprints`);
      await button(page, 'New Work Item').click();
      expect(await valueOf(page, 'Project')).toBe(project);
      expect(await valueOf(page, 'Status')).toBe('backlog');
      await page.keyboard.press('Escape');
      await form(page).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(' New Work Item');

      await page.setViewportSize({ width: 390, height: 800 });
      await button(page.getByRole('navigation', { name: 'Shortcuts' }), 'Create').click();
      await form(page).getByLabel('Title').fill('Engine');
      await button(form(page), 'Create').click();
      await notices(page).getByText(`${project}-1 is created.`).waitFor();
      await hasFocus(page);
      // From the navigation of a phone too, which closes.
      await page.getByRole('button', { name: 'Navigation' }).click();
      await button(page.getByRole('dialog', { name: 'Navigation' }), 'New Work Item').click();
      await form(page).waitFor();
      expect(await page.getByRole('dialog', { name: 'Navigation' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await hasFocus(page);
    }),
    120_000,
  );

  it(
    "of a column of the board has the column's status and the values of the filter",
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = await given();
      const path = world.project(project);
      const label = await givenLabel(world.owner, path, 'quay');
      const sprint = await givenSprint(world.owner, path, { name: 'Sprint 1' });
      const assigneePublicId = world.user('member').publicId;
      const item = { title: 'Tank', type: 'bug', assigneePublicId, sprintId: sprint.id };
      const { key } = await givenWorkItem(world.owner, path, item);
      await world.owner.post(`${world.item(key)}/labels`, { labelId: label.id }, { ifMatch: '*' });
      // The names of the labels come late: the form has the filter's values nevertheless.
      const held: Route[] = [];
      await page.route('**/labels?*', (route) => {
        held.push(route);
      });
      await open(visit, `${project}/board?sprint=${sprint.id}&assignee=me&label=${label.id}&type=bug`);
      await page.getByRole('link', { name: 'Tank' }).waitFor();
      await visit.shot('create-board');
      await page.setViewportSize({ width: 1280, height: 800 });
      await button(page, 'New Work Item in In review').click();
      await Promise.all(held.map((route) => route.continue()));
      expect(await valueOf(page, 'Status')).toBe('in_review');
      expect(await form(page).getByLabel('quay').isChecked()).toBe(true);
      await form(page).getByLabel('Title').fill('Engine');
      await visit.shot('create-from-column');
      await page.setViewportSize({ width: 1280, height: 800 });
      await button(form(page), 'Create').click();
      await page.getByRole('list', { name: 'In review' }).getByRole('link', { name: 'Engine' }).waitFor();
      expect(await itemOf(`${project}-2`)).toMatchObject({
        ...{ status: 'in_review', type: 'bug', assignee: { name: world.user('member').name } },
        ...{ sprint: { name: 'Sprint 1' }, labels: [{ name: 'quay' }] },
      });
    }),
    120_000,
  );

  it(
    'of a section of the backlog is planned into its Sprint',
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = await given();
      await givenSprint(world.owner, world.project(project), { name: 'Sprint 1' });
      await open(visit, `${project}/backlog`);
      await button(page, 'New Work Item in Sprint 1').click();
      await form(page).getByLabel('Title').fill('Engine');
      await button(form(page), 'Create').click();
      await page.getByRole('region', { name: 'Sprint 1' }).getByRole('link', { name: 'Engine' }).waitFor();
      await button(page, 'New Work Item in the backlog').click();
      expect(await valueOf(page, 'Sprint')).toBe('');
    }),
    120_000,
  );

  it(
    'is offered where there is none: on a board, in a Project, in My Work; the focus stays on the page',
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = await given();
      const main = page.getByRole('main');
      await open(visit, `${project}/board?type=bug`);
      await button(main, 'Show all cards').waitFor();
      await button(main, 'New Work Item').click();
      expect(await valueOf(page, 'Type')).toBe('bug');
      await page.keyboard.press('Escape');
      await visit.open('/?tab=commented');
      await button(main, 'New Work Item').waitFor();
      await visit.open(`/o/${world.slug}/${project}`);
      await button(main, 'New Work Item').click();
      expect(await valueOf(page, 'Project')).toBe(project);
      await form(page).getByLabel('Title').fill('Engine');
      await button(form(page), 'Create').click();
      await main.getByRole('link', { name: 'Engine' }).waitFor();
      await button(main, 'New Work Item').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    }),
    120_000,
  );
});

describe('Several lines that are pasted', () => {
  it(
    'become Work Items in their order after a question, with the values of the form',
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = await given();
      await givenLabel(world.owner, world.project(project), 'quay');
      await open(visit, `${project}/board`);
      await button(page, 'New Work Item').first().click();
      await form(page).getByLabel('Priority').selectOption('high');
      await form(page).getByLabel('Status').selectOption('todo');
      await form(page).getByLabel('quay').check();
      await paste(form(page).getByLabel('Title'), '- Engine\n- Tank\n\n- Door\n');
      const question = page.getByRole('dialog', { name: 'Make 3 Work Items?' });
      expect(await question.getByRole('listitem').allTextContents()).toEqual(['Engine', 'Tank', 'Door']);
      await visit.shot('create-paste');
      await page.setViewportSize({ width: 1280, height: 800 });
      await button(question, 'Make 3 Work Items').click();
      await notices(page).getByText('3 Work Items are created.').waitFor();
      await form(page).waitFor({ state: 'detached' });
      expect(await titlesIn(project)).toEqual(['Engine', 'Tank', 'Door']);
      expect(await itemOf(`${project}-3`)).toMatchObject({
        ...{ priority: 'high', status: 'todo', labels: [{ name: 'quay' }] },
      });
      await page.getByRole('list', { name: 'To do' }).getByRole('link', { name: 'Door' }).waitFor();
      await hasFocus(page);
    }),
    120_000,
  );

  it(
    'can be one title; those that are refused say why, and the others are made; too many are refused before',
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = await given();
      await open(visit, `${project}/board`);
      await page.keyboard.press('c');
      const title = form(page).getByLabel('Title');
      await paste(title, 'Engine\nTank');
      await button(page, 'Paste as one title').click();
      expect(await title.inputValue()).toBe('Engine Tank');
      await title.fill('');
      await paste(title, Array.from({ length: 201 }, (_, at) => `Bolt ${at}`).join('\n'));
      const tooMany = page.getByRole('dialog', { name: 'Too many lines' });
      await tooMany.getByText('The text has 201 lines. At most 200 Work Items are made together').waitFor();
      await page.keyboard.press('Escape');
      await tooMany.waitFor({ state: 'detached' });

      await paste(title, `Engine\n${'x'.repeat(501)}\nDoor`);
      await button(page, 'Make 3 Work Items').click();
      const outcome = page.getByRole('dialog', { name: '1 of 3 were not created' });
      await outcome.waitFor();
      const rows = await outcome.getByRole('listitem').allInnerTexts();
      expect(rows).toHaveLength(3);
      expect(rows[0]).toContain('xxx');
      expect(rows[0]).toContain('Title must have 1 to 500 characters.');
      expect(rows[1]).toContain(`${project}-1 Engine`);
      await visit.shot('create-paste-outcome');
      await page.setViewportSize({ width: 1280, height: 800 });
      await button(outcome, 'Leave them').click();
      await outcome.waitFor({ state: 'detached' });
      // The refused title is not lost.
      expect(await title.inputValue()).toBe('x'.repeat(501));
      expect(await titlesIn(project)).toEqual(['Engine', 'Door']);
    }),
    120_000,
  );

  it(
    'are made again where a request fails, in requests of fifty each; a line of the backlog has its signs',
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = await given();
      await givenSprint(world.owner, world.project(project), { name: 'Sprint 1' });
      await open(visit, `${project}/backlog`);
      let requests = 0;
      await page.route(/\/bulk-work-items$/, (route) => {
        requests += 1;
        const json = { error: { code: 'INTERNAL_ERROR', message: 'It failed.' } };
        return requests === 2 ? route.fulfill({ status: 500, json }) : route.continue();
      });
      visit.expectRefusal(500, /bulk-work-items$/);
      const lines = Array.from({ length: 53 }, (_, at) => `Bolt ${at + 1} !high 5p`);
      await paste(page.getByRole('combobox', { name: 'Add to Sprint 1' }), lines.join('\n'));
      await button(page, 'Make 53 Work Items').click();
      const outcome = page.getByRole('dialog', { name: '3 of 53 were not created' });
      await button(outcome, 'Try again').click();
      await notices(page).getByText('53 Work Items are created.').waitFor();
      expect(requests).toBe(3);
      await eventually('53 rows', async () =>
        (await page.getByRole('region', { name: 'Sprint 1' }).locator('[data-item]').count()) === 53 ? true : undefined,
      );
      expect(await itemOf(`${project}-53`)).toMatchObject({
        ...{ title: 'Bolt 53', priority: 'high', storyPoints: 5, sprint: { name: 'Sprint 1' } },
      });
      await hasFocus(page);
    }),
    120_000,
  );
});

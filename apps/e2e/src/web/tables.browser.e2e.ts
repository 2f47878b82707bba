import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenLabel, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-tables');
/** A Project with twelve open Work Items. */
let project: string;
let list: string;

const PRIORITIES = ['low', 'urgent', 'medium', 'high'];

beforeAll(async () => {
  const { owner } = world;
  const { key } = await givenProject(owner, world.org(), { name: 'Harbour', key: 'PIER' });
  project = key;
  list = `/o/${world.slug}/${key}`;
  const path = world.project(key);
  const label = await givenLabel(owner, path, 'quay');
  const sprint = await givenSprint(owner, path, { name: 'High tide' });
  const epic = await givenWorkItem(owner, path, { title: 'Rebuild the pier', type: 'epic', priority: 'low' });
  for (let at = 1; at < 12; at += 1) {
    const { key: item } = await givenWorkItem(owner, path, {
      title: `Plank ${String(at).padStart(2, '0')}`,
      status: ['todo', 'in_progress'][at % 2]!,
      priority: PRIORITIES[at % 4]!,
      storyPoints: at,
      ...(at % 3 === 0 && { sprintId: sprint.id, parentId: epic.key }),
      ...(at % 2 === 0 && { assigneePublicId: world.user('member').publicId, dueDate: '2026-03-04T12:00:00.000Z' }),
    });
    if (at % 4 === 0) await owner.post(`${world.item(item)}/labels`, { labelId: label.id }, { ifMatch: '*' });
  }
});

const table = (page: Page, name = 'Work Items'): Locator => page.getByRole('table', { name, exact: true });
const titles = (page: Page, name?: string): Promise<string[]> =>
  table(page, name).locator('tr [data-column=title] a').allTextContents();
const row = (page: Page, title: string): Locator => table(page).getByRole('row').filter({ hasText: title });
const heading = (page: Page, name: string): Locator => table(page).getByRole('columnheader', { name, exact: true });
const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected Work Items' });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const cell = activeElement?.closest<HTMLElement>('[data-cell]')?.dataset.cell;
    return `${activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item ?? 'nothing'} ${cell ?? activeElement?.tagName}`;
  });

async function openList(visit: Parameters<Parameters<typeof inBrowser>[0]>[0]): Promise<Page> {
  await visit.enter(world, 'owner');
  await visit.open(list);
  await row(visit.page, 'Plank 11').waitFor();
  return visit.page;
}

/** Waits until the titles are these: the server sorts. */
async function waitForFirst(page: Page, title: string): Promise<void> {
  await table(page).getByRole('row').nth(1).filter({ hasText: title }).waitFor();
}

it(
  'The name of a column sorts, at the server, and this browser keeps order, columns and groups',
  inBrowser(async (visit) => {
    const page = await openList(visit);
    expect(await heading(page, 'Priority').getAttribute('aria-sort')).toBe('descending');
    await button(page, 'Title').click();
    await waitForFirst(page, 'Plank 01');
    expect(await heading(page, 'Title').getAttribute('aria-sort')).toBe('ascending');
    expect(await heading(page, 'Priority').getAttribute('aria-sort')).toBe('none');
    expect(await heading(page, 'Assignee').getAttribute('aria-sort')).toBeNull();
    await button(page, 'Title').click();
    await waitForFirst(page, 'Rebuild the pier');
    expect(await titles(page)).toEqual([...(await titles(page))].sort().reverse());

    await button(page, 'Columns').click();
    await page.getByRole('checkbox', { name: 'Labels' }).check();
    await page.getByRole('checkbox', { name: 'Sprint' }).check();
    await page.getByRole('checkbox', { name: 'Priority' }).uncheck();
    await button(page, 'Move Sprint up').click();
    expect(await focused(page)).toBe('nothing BUTTON');
    await visit.shot('table-columns');
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('sprint');
    await button(page, 'Done').click();
    await page.getByRole('rowheader', { name: 'High tide 3' }).waitFor();
    await page.getByRole('rowheader', { name: 'No Sprint 9' }).waitFor();
    const headings = () => table(page).getByRole('columnheader').allTextContents();
    const chosen = ['Key', 'Title', 'Status', 'Assignee', 'Due', 'Sprint', 'Labels'];
    expect((await headings()).slice(1)).toEqual(chosen);
    await visit.shot('table-grouped');

    await page.reload();
    await page.getByRole('rowheader', { name: 'High tide 3' }).waitFor();
    expect((await headings()).slice(1)).toEqual(chosen);
    expect(await heading(page, 'Title').getAttribute('aria-sort')).toBe('descending');
    await button(page, 'Columns · by sprint').click();
    await button(page, 'As usual').click();
    await button(page, 'Done').click();
    await page.getByRole('rowheader').first().waitFor({ state: 'detached' });
  }),
);

it(
  'A cell is changed in its place, by mouse and by keys, and the focus stays there',
  inBrowser(async (visit) => {
    const page = await openList(visit);
    const { key } = await givenWorkItem(world.owner, world.project(project), { title: 'Nail', priority: 'urgent' });
    await page.reload();
    await row(page, 'Nail').waitFor();
    const cell = row(page, 'Nail').locator('[data-cell=priority]');
    const { x, y } = (await cell.boundingBox())!;
    await cell.click();
    const dialog = page.getByRole('dialog', { name: `Priority of ${key}` });
    await dialog.getByRole('option', { name: 'Low' }).waitFor();
    const place = (await dialog.boundingBox())!;
    expect([Math.abs(place.x - x) < 4, Math.abs(place.y - y) < 4]).toEqual([true, true]);
    await dialog.getByRole('option', { name: 'Low' }).click();
    await cell.filter({ hasText: 'Low' }).waitFor();
    expect(await focused(page)).toBe(`${key} priority`);

    // By keys: from the title to the status, and F2.
    await row(page, 'Nail').getByRole('link').focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe(`${key} status`);
    await page.keyboard.press('F2');
    await page
      .getByRole('dialog', { name: `Status of ${key}` })
      .getByRole('option', { name: 'To do' })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe(`${key} status`);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('option', { name: 'To do' }).click();
    await row(page, 'Nail').locator('[data-cell=status]').filter({ hasText: 'To do' }).waitFor();
    // Down and up stay in the column.
    await page.keyboard.press('k');
    expect(await focused(page)).toMatch(/ status$/);
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toMatch(/ A$/);
    const { body } = await world.owner.get(world.item(key));
    expect(body).toMatchObject({ priority: 'low', status: 'todo' });
    await world.owner.delete(world.item(key), { ifMatch: '*' });
  }),
);

it(
  'Rows are selected one by one, as ranges and all together, and the bar changes them',
  inBrowser(async (visit) => {
    const page = await openList(visit);
    await button(page, 'Title').click();
    await waitForFirst(page, 'Plank 01');
    const box = (title: string) => row(page, title).getByRole('checkbox');
    const selectedTitles = () => table(page).locator('tr[data-selected] a').allTextContents();
    await box('Plank 02').click();
    await bar(page).getByText('1 selected').waitFor();
    await box('Plank 05').click({ modifiers: ['Shift'] });
    await bar(page).getByText('4 selected').waitFor();
    expect(await selectedTitles()).toEqual(['Plank 02', 'Plank 03', 'Plank 04', 'Plank 05']);
    await visit.shot('table-selected');
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });

    await row(page, 'Plank 03').getByRole('link').focus();
    await page.keyboard.press('x');
    await row(page, 'Plank 06').getByRole('link').focus();
    await page.keyboard.press('X');
    await bar(page).getByText('4 selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('5 selected').waitFor();
    expect((await selectedTitles()).at(-1)).toBe('Plank 07');
    await page.keyboard.press('Control+a');
    await bar(page).getByText('12 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: 'Select all that are loaded' }).click();
    await bar(page).getByText('12 selected').waitFor();
    await page.keyboard.press('Escape');
    await box('Plank 01').click();
    await box('Plank 02').click();
    await bar(page).getByText('2 selected').waitFor();
    await bar(page).getByRole('button', { name: 'Priority …' }).click();
    await page
      .getByRole('dialog', { name: 'Priority of 2 Work Items' })
      .getByRole('option', { name: 'Urgent' })
      .click();
    await page.getByRole('region', { name: 'Notices' }).getByText('2 Work Items changed.').waitFor();
    for (const title of ['Plank 01', 'Plank 02']) {
      await row(page, title).locator('[data-cell=priority]').filter({ hasText: 'Urgent' }).waitFor();
    }
  }),
);

it(
  'On a phone a row is a card of two lines, and nothing is wider than the window',
  inBrowser(async (visit) => {
    const page = await openList(visit);
    await page.setViewportSize({ width: 360, height: 740 });
    const first = row(page, 'Plank 02');
    const { height } = (await first.boundingBox())!;
    expect(height).toBeLessThanOrEqual(80);
    const title = (await first.getByRole('link').boundingBox())!;
    const status = (await first.locator('[data-cell=status]').boundingBox())!;
    expect(status.y).toBeGreaterThanOrEqual(title.y + title.height - 1);
    expect(status.height).toBeGreaterThanOrEqual(24);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await visit.shot('table');
  }),
);

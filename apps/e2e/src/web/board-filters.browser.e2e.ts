import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-board-filters');

const card = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const parameter = (page: Page, name: string): readonly string[] => new URL(page.url()).searchParams.getAll(name);

/** Opens the list of a filter and chooses a value in it. */
async function choose(page: Page, filter: RegExp, value: string): Promise<void> {
  await page.getByRole('button', { name: filter }).click();
  await page.getByRole('option', { name: value }).click();
}

const focused = (page: Page): Promise<string | undefined> => page.evaluate(() => document.activeElement?.tagName);

/** Waits until the page shows what others have changed. It reads that when its window gets the focus, once it follows changes. */
const changed = (page: Page, what: string, isShown: () => Promise<boolean>): Promise<boolean> =>
  eventually(what, async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    return (await isShown()) || undefined;
  });

it(
  'The board is filtered by status and priority, several of each, in its address and in what is created there',
  inBrowser(async (visit) => {
    const { page } = visit;
    const { key } = await givenProject(world.owner, world.org(), { name: 'Harbor' });
    const give = (title: string, status: string, priority: string) =>
      givenWorkItem(world.owner, world.project(key), { title, status, priority });
    await give('Crane', 'todo', 'urgent');
    await give('Pier', 'todo', 'low');
    await give('Buoy', 'in_progress', 'high');
    await give('Light', 'done', 'urgent');
    await visit.enter(world, 'member');
    await visit.open(`/o/${world.slug}/${key}/board`);
    await card(page, 'Light').waitFor();

    await choose(page, /^Priority/, 'Urgent');
    await card(page, 'Pier').waitFor({ state: 'detached' });
    await choose(page, /^Priority: Urgent/, 'High');
    await card(page, 'Buoy').waitFor();
    await choose(page, /^Status/, 'To do');
    await card(page, 'Buoy').waitFor({ state: 'detached' });
    expect(await page.locator('[data-item] a').allTextContents()).toEqual(['Crane']);
    await choose(page, /^Status: To do/, 'In progress');
    await card(page, 'Buoy').waitFor();
    expect(parameter(page, 'priority')).toEqual(['urgent', 'high']);
    expect(parameter(page, 'status')).toEqual(['todo', 'in_progress']);
    await page.getByRole('button', { name: 'Priority: Urgent +1' }).waitFor();
    await visit.shot('board-filters');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await card(page, 'Buoy').waitFor();
    await page.getByRole('button', { name: 'Status: To do +1' }).waitFor();
    expect(await page.locator('[data-item]').count()).toBe(2);

    // A value that is chosen again is no longer of the filter; a new Work Item has the only one that is left.
    await choose(page, /^Priority: Urgent/, 'High');
    await card(page, 'Buoy').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New Work Item in In progress' }).click();
    await page.getByRole('dialog', { name: 'Create a Work Item' }).waitFor();
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('in_progress');
    expect(await page.getByLabel('Priority', { exact: true }).inputValue()).toBe('urgent');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // The focus stays on the board when its card leaves it, and on the page when the last card does.
    const { key: rope } = await give('Rope', 'todo', 'urgent');
    await choose(page, /^Status: To do/, 'In progress');
    await card(page, 'Rope').waitFor();
    await card(page, 'Crane').getByRole('link').focus();
    await page.keyboard.press(']');
    await page.getByText(/ is In progress now\.$/).waitFor({ state: 'attached' });
    await changed(page, 'a board without the card', async () => (await card(page, 'Crane').count()) === 0);
    expect(await focused(page)).not.toBe('BODY');
    await page.keyboard.press('j');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rope');
    await world.owner.post(`${world.item(rope)}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    await changed(page, 'an empty board', () => page.getByText('No card matches.').isVisible());
    expect(await focused(page)).not.toBe('BODY');

    await page.getByRole('button', { name: 'Clear' }).click();
    await card(page, 'Pier').waitFor();
    expect(new URL(page.url()).search).toBe('');
  }),
  120_000,
);

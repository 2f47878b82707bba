import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenLabel, givenSprint, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { hasFocus, heading, press } from './by-keyboard.js';

const world = new World('web-item-keys');
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

/** The days on which Work Items are due differ, as My Work is in their order. */
let days = 10;

/** Work Items of the user, one due after the other. */
async function given(...titles: readonly string[]): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const title of titles) {
    const members = {
      ...{ title, status: 'todo', dueDate: `2030-05-${String((days += 1))}T12:00:00Z` },
      assigneePublicId: world.user('member').publicId,
    };
    keys.push((await givenWorkItem(world.owner, world.project(), members)).key);
  }
  return keys;
}

/** Opens My Work, with the focus on one Work Item. */
async function onRow(visit: Visit, title: string): Promise<void> {
  await visit.enter(world, 'member');
  await visit.open('/');
  await visit.page.getByRole('link', { name: title, exact: true }).focus();
}

const itemOf = async (key: string): Promise<any> => (await world.owner.get(world.item(key))).body;
const becomes = (key: string, member: (item: any) => unknown, value: unknown): Promise<unknown> =>
  eventually(`${key} with ${String(value)}`, async () => (member(await itemOf(key)) === value ? true : undefined));

/** Presses a key, and chooses by text in the dialog that it opens. */
async function pick(page: Page, key: string, field: string, text: string): Promise<void> {
  await press(page, key);
  await page.getByRole('combobox', { name: field }).waitFor();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await press(page, 'Enter');
}

describe('A key on a row', () => {
  it(
    'changes status, assignee, labels, estimate, due date and Sprint',
    inBrowser(async (visit) => {
      const { page } = visit;
      const [key] = (await given('Paint the wall')) as [string];
      await givenSprint(world.owner, world.project(), { name: 'Sprint of keys' });
      await givenLabel(world.owner, world.project(), 'outdoors');
      await onRow(visit, 'Paint the wall');
      await pick(page, 's', `Status of ${key}`, 'In progress');
      await becomes(key, ({ status }) => status, 'in_progress');
      await pick(page, 'l', `Labels of ${key}`, 'outdoors');
      await becomes(key, ({ labels }) => labels[0]?.name, 'outdoors');
      await press(page, 'Escape', 'L');
      await page.getByRole('combobox', { name: `Labels of ${key}` }).waitFor();
      await press(page, 'Escape');
      await pick(page, 'e', `Story points of ${key}`, '13');
      await becomes(key, ({ storyPoints }) => storyPoints, 13);
      await press(page, 'd');
      const due = page.getByRole('textbox', { name: `Due of ${key}` });
      await due.fill('2030-06-07');
      await press(page, 'Enter');
      await becomes(key, ({ dueDate }) => dueDate, '2030-06-07T23:59:59.999Z');
      await pick(page, 'm', `Sprint of ${key}`, 'Sprint of keys');
      await becomes(key, ({ sprint }) => sprint?.name, 'Sprint of keys');
      const { name } = world.user('colleague');
      await pick(page, 'a', `Assignee of ${key}`, name);
      await becomes(key, ({ assignee }) => assignee?.name, name);
    }),
    120_000,
  );

  it(
    'moves to the next status and to the one before',
    inBrowser(async (visit) => {
      const { page } = visit;
      const [key] = (await given('Clean the brush')) as [string];
      await onRow(visit, 'Clean the brush');
      await press(page, ']');
      await becomes(key, ({ status }) => status, 'in_progress');
      await page.getByText(`${key} is In progress now.`).waitFor({ state: 'attached' });
      await press(page, '[');
      await becomes(key, ({ status }) => status, 'todo');
    }),
    60_000,
  );

  it(
    'copies the key and the link',
    inBrowser(async (visit) => {
      const { page } = visit;
      const [key] = (await given('Buy paint')) as [string];
      await onRow(visit, 'Buy paint');
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await press(page, '.');
      await page.getByText(`${key} is copied.`, { exact: true }).first().waitFor({ state: 'attached' });
      expect(await copied()).toBe(key);
      await press(page, 'Shift+Period');
      await page.getByText(`The link of ${key} is copied.`).first().waitFor({ state: 'attached' });
      expect(await copied()).toBe(`${new URL(page.url()).origin}/o/${world.slug}/items/${key}`);
    }, CLIPBOARD),
    60_000,
  );
});

describe('The Work Items beside one', () => {
  it(
    'come into the panel by keys and by its buttons, and Escape leads back to their row',
    inBrowser(async (visit) => {
      const { page } = visit;
      const [first, second, third] = (await given('Panel 1', 'Panel 2', 'Panel 3')) as [string, string, string];
      await onRow(visit, 'Panel 2');
      const panel = (key: string) => page.getByRole('complementary', { name: key, exact: true });
      await press(page, 'Space');
      await panel(second).getByRole('heading', { name: 'Panel 2' }).waitFor();
      await press(page, 'J');
      await panel(third).getByRole('heading', { name: 'Panel 3' }).waitFor();
      expect(await panel(second).count()).toBe(0);
      await press(page, 'K', 'K');
      await panel(first).getByRole('heading', { name: 'Panel 1' }).waitFor();
      await panel(first).getByRole('button', { name: 'Next Work Item of the list' }).click();
      await panel(second).getByRole('heading', { name: 'Panel 2' }).waitFor();
      await panel(second)
        .getByText(/^\d+ of \d+$/)
        .waitFor();
      await visit.shot('panel-neighbours');
      await press(page, 'Escape');
      expect(await hasFocus(page.getByRole('link', { name: 'Panel 2', exact: true }))).toBe(true);
    }),
    60_000,
  );

  it(
    'are opened by the same keys on the page of a Work Item',
    inBrowser(async (visit) => {
      const { page } = visit;
      await given('Page 1', 'Page 2');
      await onRow(visit, 'Page 1');
      await press(page, 'Enter');
      await heading(page, 'Page 1').waitFor();
      await press(page, 'J');
      await heading(page, 'Page 2').waitFor();
      await press(page, 'K');
      await heading(page, 'Page 1').waitFor();
    }),
    60_000,
  );
});

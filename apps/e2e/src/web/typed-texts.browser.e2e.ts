import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-typed-texts');

async function openedItem(visit: Visit, description: string | null = null): Promise<Page> {
  const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Paint the door', description });
  await visit.enter(world, 'owner');
  await visit.open(`/o/${world.slug}/items/${key}`);
  await visit.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
  return visit.page;
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard what you typed?' });
/** Asks the page whether it would keep a tab from being closed. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

describe('A text that is too long', () => {
  it(
    'is kept whole, counted, and not sent until it is short enough',
    inBrowser(async (visit) => {
      const page = await openedItem(visit);
      const comment = page.getByRole('textbox', { name: 'Comment' });
      await comment.fill('a'.repeat(2_450));
      expect(await comment.inputValue()).toHaveLength(2_450);
      await page.getByText('450 characters too many: at most 2000.').waitFor();
      await comment.press('Control+Enter');
      expect(await page.getByRole('article').count()).toBe(0);
      await visit.shot('too-long');
      expect(await visit.findings()).toEqual([]);
      await comment.fill('a'.repeat(1_990));
      await page.getByText('1990 of 2000 characters').waitFor();
      await comment.press('Control+Enter');
      await page.getByRole('article').waitFor();
    }),
  );

  it(
    'stays in a field of one line too, and its form says why it is not sent',
    inBrowser(async (visit) => {
      const { key } = await givenProject(world.owner, world.org());
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/${key}/settings`);
      const name = visit.page.getByRole('textbox', { name: 'Name' });
      await name.fill('n'.repeat(300));
      expect(await name.inputValue()).toHaveLength(300);
      await visit.page.getByText('45 characters too many: at most 255.').waitFor();
      expect(await name.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
        '45 characters too many: at most 255.',
      );
    }),
  );
});

describe('Escape', () => {
  it(
    'asks before it drops a description that was changed, keeps the draft, and closes one that was not',
    inBrowser(async (visit) => {
      const page = await openedItem(visit, 'As it was');
      const edit = page.getByRole('button', { name: 'Edit the description' });
      const text = page.getByRole('textbox', { name: 'Description' });
      await edit.click();
      await text.press('Escape');
      await edit.waitFor();
      await edit.click();
      await text.fill('As it shall be');
      await text.press('Escape');
      await question(page).waitFor();
      await visit.shot('discard-question');
      expect(await visit.findings()).toEqual([]);
      // Escape again keeps it, and the text has the focus.
      await page.keyboard.press('Escape');
      await question(page).waitFor({ state: 'detached' });
      expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await text.inputValue()).toBe('As it shall be');
      await text.press('Escape');
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await edit.waitFor();
      await page.getByText('As it was').waitFor();
    }),
  );

  it(
    'and a click outside ask before a dialog with a typed text closes',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org());
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/${key}/sprints`);
      const open = page.getByRole('button', { name: 'Create Sprint' }).first();
      await open.click();
      const dialog = page.getByRole('dialog', { name: 'Create a Sprint' });
      // Nothing is typed: a click outside closes it.
      await page.mouse.click(5, 5);
      await dialog.waitFor({ state: 'detached' });
      await open.click();
      const name = dialog.getByRole('textbox', { name: 'Name' });
      await name.fill('Sprint of the doors');
      for (const leave of [() => page.mouse.click(5, 5), () => page.keyboard.press('Escape')]) {
        await leave();
        await question(page).getByRole('button', { name: 'Keep editing' }).click();
        expect(await name.inputValue()).toBe('Sprint of the doors');
      }
      expect(await asksBeforeLeaving(page)).toBe(true);
      await page.mouse.click(5, 5);
      await visit.shot('discard-dialog');
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await asksBeforeLeaving(page)).toBe(false);
    }),
  );
});

describe('Settings that are not saved', () => {
  it(
    'are there again after the tab was closed, until they are saved or discarded',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org());
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/${key}/settings`);
      const name = page.getByRole('textbox', { name: 'Name' });
      const before = await name.inputValue();
      await name.fill('Renamed, not saved');
      await visit.open(`/o/${world.slug}/${key}/settings`);
      await name.waitFor();
      expect(await name.inputValue()).toBe('Renamed, not saved');
      await page.getByRole('button', { name: 'Discard the changes' }).click();
      expect(await name.inputValue()).toBe(before);
      await visit.open(`/o/${world.slug}/${key}/settings`);
      await name.waitFor();
      expect(await name.inputValue()).toBe(before);
    }),
  );
});

describe('A key of an input method', () => {
  it(
    'is no key of a field: the Enter that ends a composition in Safari sends nothing',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org());
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/${key}/backlog`);
      const line = page.getByRole('combobox', { name: 'Add to the backlog' });
      await line.fill('ドアを塗る');
      await line.evaluate((field) => {
        const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
        field.dispatchEvent(new KeyboardEvent('keydown', enter));
      });
      expect(await line.inputValue()).toBe('ドアを塗る');
      await line.press('Enter');
      await page.getByRole('link', { name: 'ドアを塗る' }).waitFor();
    }),
  );
});

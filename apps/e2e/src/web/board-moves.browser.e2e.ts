import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-board-moves');

const column = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
const link = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });
const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notices' });
const titles = (list: Locator): Promise<string[]> => list.getByRole('link').allTextContents();
/** The title of the card that has the focus. */
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.closest('[data-item]')?.querySelector('a')?.textContent);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the card is in the column. */
const arrived = (page: Page, title: string, name: string): Promise<void> =>
  column(page, name).getByRole('link', { name: title, exact: true }).waitFor();

type Status = 'backlog' | 'todo' | 'in_progress' | 'in_review' | 'done';

/** Opens the board of a fresh Project with these cards. Returns their keys by title. */
async function opened(
  visit: Visit,
  items: Readonly<Record<string, Status>>,
): Promise<Readonly<Record<string, string>>> {
  const { key } = await givenProject(world.owner, world.org(), { name: 'Rocket' });
  const keys: Record<string, string> = {};
  for (const [title, status] of Object.entries(items)) {
    ({ key: keys[title] } = await givenWorkItem(world.owner, world.project(key), { title, status, storyPoints: 3 }));
  }
  await visit.enter(world, 'member');
  await visit.open(`/o/${world.slug}/${key}/board`);
  await visit.page.locator('[data-item]').first().waitFor();
  return keys;
}

const statusOf = async (key: string | undefined): Promise<Status> =>
  (await world.owner.get(world.item(key!))).body.status;
const transition = (key: string | undefined, targetStatus: Status): Promise<unknown> =>
  world.owner.post(`${world.item(key!)}/transitions`, { targetStatus }, { ifMatch: '*' });

/** Counts the elements and texts of the document that change from now on; the returned function says how many. */
async function countingNodes(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const touched = new Set<Node>();
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes, removedNodes } of records) {
        touched.add(target);
        for (const node of [...addedNodes, ...removedNodes]) touched.add(node);
      }
    });
    observer.observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
    Object.assign(globalThis, { touched });
  });
  return () => page.evaluate(() => (globalThis as unknown as { touched: Set<Node> }).touched.size);
}

describe('Moves on the board', () => {
  it(
    'are made by keys, by the picker and by the menu, keep the focus and say what was achieved',
    inBrowser(async (visit) => {
      const { page } = visit;
      const keys = await opened(visit, { Engine: 'todo', Tank: 'todo', Launch: 'in_progress' });
      await link(page, 'Engine').focus();
      const touched = await countingNodes(page);
      await press(page, ']');
      await arrived(page, 'Engine', 'In progress');
      expect(await focused(page)).toBe('Engine');
      await page.getByText(`${keys.Engine} is In progress now.`).waitFor({ state: 'attached' });
      const nodes = await touched();
      expect(nodes).toBeGreaterThan(0);
      expect(nodes).toBeLessThanOrEqual(12);
      expect(await statusOf(keys.Engine)).toBe('in_progress');

      // Two keys without a pause: the second move waits for the first one, and builds on it.
      await press(page, ']', ']');
      await arrived(page, 'Engine', 'Done');
      await page.getByText(`${keys.Engine} is Done now.`).waitFor({ state: 'attached' });
      expect(await statusOf(keys.Engine)).toBe('done');
      expect(await focused(page)).toBe('Engine');
      await press(page, '[');
      await arrived(page, 'Engine', 'In progress');
      expect(await titles(column(page, 'In progress'))).toEqual(['Engine', 'Launch']);

      await press(page, 's');
      const picker = page.getByRole('combobox', { name: `Status of ${keys.Engine}` });
      await picker.waitFor();
      const offered = (await page.getByRole('option').allInnerTexts()).map((text) => text.trim());
      expect(offered).toEqual(['Backlog', 'To do', 'In progress', 'In review', 'Done']);
      await page.keyboard.type('rev');
      await press(page, 'Enter');
      await arrived(page, 'Engine', 'In review');
      expect(await focused(page)).toBe('Engine');

      // The card under the pointer is the one that keys are about.
      await link(page, 'Tank').hover();
      await press(page, 's', 'Escape');
      expect(await focused(page)).toBe('Engine');
      await page.getByRole('button', { name: `Actions of ${keys.Tank}` }).click();
      await visit.shot('board-menu');
      await page.setViewportSize({ width: 1280, height: 800 });
      if ((await page.getByRole('menu').count()) === 0) {
        await page.getByRole('button', { name: `Actions of ${keys.Tank}` }).click();
      }
      expect(await page.getByRole('menuitem', { name: /Move to/ }).allInnerTexts()).toEqual([
        'Move to Backlog',
        'Move to In progress',
        'Move to Done',
        'Move to the top',
        'Move to the bottom',
      ]);
      await page.getByRole('menuitem', { name: 'Move to Done' }).click();
      await arrived(page, 'Tank', 'Done');
      await page.getByText(`${keys.Tank} is Done now.`).waitFor({ state: 'attached' });
      expect(await focused(page)).toBe('Tank');
      expect(await statusOf(keys.Tank)).toBe('done');
      await page.reload();
      await arrived(page, 'Tank', 'Done');
      expect(await titles(column(page, 'In review'))).toEqual(['Engine']);
    }),
    120_000,
  );

  it(
    'are made by dragging, but not into a column that the status does not lead to, which says so before the drop',
    inBrowser(async (visit) => {
      const { page } = visit;
      const keys = await opened(visit, { Engine: 'todo', Launch: 'in_progress' });
      const at = { sourcePosition: { x: 60, y: 40 }, targetPosition: { x: 60, y: 60 } };
      await link(page, 'Engine').locator('xpath=..').dragTo(column(page, 'Done'), at);
      await arrived(page, 'Engine', 'Done');
      await page.getByText(`${keys.Engine} is Done now.`).waitFor({ state: 'attached' });
      expect(await statusOf(keys.Engine)).toBe('done');

      const card = (await link(page, 'Engine').locator('xpath=..').boundingBox())!;
      const target = (await column(page, 'In review').boundingBox())!;
      await page.mouse.move(card.x + 60, card.y + 40);
      await page.mouse.down();
      await page.mouse.move(target.x + 40, target.y + 40, { steps: 8 });
      await page.getByText('Only from In progress').waitFor();
      expect(await page.locator('[data-status=in_review][data-refused]').count()).toBe(2);
      if (process.env.WORKTRACK_SHOTS) await page.screenshot({ path: `${process.env.WORKTRACK_SHOTS}/board-drag.png` });
      // Changes of others wait until the drag has ended.
      await transition(keys.Launch, 'done');
      await page.mouse.up();
      await page.getByText('Only from In progress').waitFor({ state: 'detached' });
      expect(await titles(column(page, 'In review'))).toEqual([]);
      expect(await statusOf(keys.Engine)).toBe('done');
    }),
    120_000,
  );

  it(
    'are taken back by u, where the state machine permits it',
    inBrowser(async (visit) => {
      const { page } = visit;
      const keys = await opened(visit, { Engine: 'todo', Tank: 'in_review' });
      await link(page, 'Engine').focus();
      await press(page, ']');
      await page.getByText(`${keys.Engine} is In progress now.`).waitFor({ state: 'attached' });
      await press(page, 'u');
      await arrived(page, 'Engine', 'To do');
      await page.getByText(`${keys.Engine} is To do now.`).waitFor({ state: 'attached' });
      expect(await statusOf(keys.Engine)).toBe('todo');

      await link(page, 'Tank').focus();
      await press(page, ']');
      await page.getByText(`${keys.Tank} is Done now.`).waitFor({ state: 'attached' });
      await press(page, 'u');
      const reason = `${keys.Tank} is Done and cannot go back to In review. It can move to: Backlog, To do, In progress.`;
      await page.getByText(reason).waitFor({ state: 'attached' });
      expect(await statusOf(keys.Tank)).toBe('done');
    }),
    120_000,
  );

  it(
    'are shown with an Undo to click, are taken back several steps, and made again',
    inBrowser(async (visit) => {
      const { page } = visit;
      const keys = await opened(visit, { Engine: 'backlog', Tank: 'todo' });
      await link(page, 'Engine').focus();
      await press(page, ']');
      await page.getByText(`${keys.Engine} moved to To do.`).waitFor();
      await press(page, 'n');
      await page.getByText(`${keys.Engine} moved to In progress.`).waitFor();
      await link(page, 'Tank').focus();
      await press(page, ']');
      await page.getByText(`${keys.Tank} moved to In progress.`).waitFor();
      await press(page, 'u');
      await arrived(page, 'Tank', 'To do');
      await press(page, 'u');
      await arrived(page, 'Engine', 'To do');
      await press(page, 'u');
      await arrived(page, 'Engine', 'Backlog');
      await press(page, 'U');
      await arrived(page, 'Engine', 'To do');
      const notice = page.getByRole('region', { name: 'Notices' }).getByText(`${keys.Engine} moved to To do.`).last();
      await notice.locator('..').getByRole('button', { name: 'Undo' }).click();
      await arrived(page, 'Engine', 'Backlog');
      await visit.shot('board-undo');
    }),
    120_000,
  );

  it(
    'join the changes of others, or are taken back and say why',
    inBrowser(async (visit) => {
      const { page } = visit;
      const keys = await opened(visit, { Title: 'todo', Status: 'todo', Gone: 'todo', Review: 'in_progress' });
      const owner = world.user('owner').name;
      visit.expectRefusal(412, /transitions$/);

      // Somebody else changed the title: the move is made on top of it.
      await world.owner.patch(world.item(keys.Title!), { storyPoints: 5 });
      await link(page, 'Title').focus();
      await press(page, ']');
      await notices(page)
        .getByText(`${keys.Title} is In progress now, together with a change by somebody else.`)
        .waitFor();
      await arrived(page, 'Title', 'In progress');
      expect(await statusOf(keys.Title)).toBe('in_progress');

      // Somebody else changed the status: the card goes where it is, and the user decides.
      await transition(keys.Status, 'done');
      await link(page, 'Status').focus();
      await press(page, ']');
      await notices(page).getByText(`${keys.Status} was changed by ${owner} meanwhile and is Done now.`).waitFor();
      await arrived(page, 'Status', 'Done');
      expect(await focused(page)).toBe('Status');
      await visit.shot('board-conflict');
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: 'Move to In progress anyway' }).click();
      await arrived(page, 'Status', 'In progress');
      await page.getByText(`${keys.Status} is In progress now.`).waitFor({ state: 'attached' });
      expect(await statusOf(keys.Status)).toBe('in_progress');

      // Somebody else has changed the status, so that this move is illegal now.
      await transition(keys.Review, 'done');
      await link(page, 'Review').focus();
      await press(page, ']');
      await notices(page)
        .getByText('It cannot move to In review. It can move to: Backlog, To do, In progress.')
        .waitFor();
      await arrived(page, 'Review', 'Done');

      // It is not there any more.
      visit.expectRefusal(404, new RegExp(`/${keys.Gone!}`));
      await world.owner.delete(world.item(keys.Gone!), { ifMatch: '*' });
      await link(page, 'Gone').focus();
      await press(page, ']');
      await notices(page).getByText(`${keys.Gone} was not moved. It does not exist any more.`).waitFor();
      await link(page, 'Gone').waitFor({ state: 'detached' });
    }),
    120_000,
  );
});

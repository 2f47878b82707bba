import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-order');
const DATES = { startDate: '2030-03-04T09:00:00Z', endDate: '2030-03-15T17:00:00Z' };

const column = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
const link = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });
const card = (page: Page, title: string): Locator => page.locator('[data-item]', { has: link(page, title) });
const said = (page: Page, text: string): Promise<void> => page.getByText(text).waitFor({ state: 'attached' });
/** Waits until a list has these Work Items in this order. */
const shows = (page: Page, name: string, ...titles: readonly string[]): Promise<unknown> =>
  eventually(`${titles.join()} in ${name}`, async () =>
    (await column(page, name).locator('[data-item] a').allTextContents()).join() === titles.join() ? true : undefined,
  );

interface Given {
  readonly project: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** A Project with a Sprint and Work Items, in the order of their creation. */
async function given(items: readonly string[], members: object = {}): Promise<Given> {
  const { key: project } = await givenProject(world.owner, world.org(), { name: 'Rocket' });
  await givenSprint(world.owner, world.project(project), { name: 'Sprint 1', ...DATES });
  const keys: Record<string, string> = {};
  for (const title of items) {
    ({ key: keys[title] } = await givenWorkItem(world.owner, world.project(project), { title, ...members }));
  }
  return { project, keys };
}

async function open(visit: Visit, { project }: Given, screen: 'board' | 'backlog'): Promise<void> {
  await visit.enter(world, 'member');
  await visit.open(`/o/${world.slug}/${project}/${screen}`);
  await visit.page.locator('[data-item]').first().waitFor();
}

const positionsOf = (project: string) => `${world.project(project).replace('/api/v1/', '/api/x/')}/positions`;

/** Waits until the server has the Work Items of the Project in this order. */
const stored = ({ project, keys }: Given, ...titles: readonly string[]): Promise<unknown> =>
  eventually(`the order ${titles.join()}`, async () => {
    const { body } = await world.owner.get(`${positionsOf(project)}?limit=100`);
    const found = body.items.map(({ key }: { readonly key: string }) => key).join();
    return found === titles.map((title) => keys[title]).join() ? true : undefined;
  });

/** Drags by the mouse to a height of another card: 0.1 is near its top. Calls back before the drop. */
async function drag(page: Page, from: Locator, to: Locator, height: number, over?: () => Promise<void>): Promise<void> {
  const [source, target] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(source.x + 60, source.y + source.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + 70, target.y + target.height * height, { steps: 8 });
  // The column heads can grow when the drag begins: the target is looked up again.
  const now = (await to.boundingBox())!;
  await page.mouse.move(now.x + 72, now.y + now.height * height, { steps: 3 });
  await page.locator('[data-drop]').waitFor();
  await over?.();
  await page.mouse.up();
}

describe('The manual order', () => {
  it(
    'of a column is changed by keys, by the menu and by dragging, and u takes it back',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Engine', 'Tank', 'Door', 'Nose'], { status: 'todo' });
      await open(visit, plan, 'board');
      await shows(page, 'To do', 'Engine', 'Tank', 'Door', 'Nose');

      await link(page, 'Engine').focus();
      await page.keyboard.press('Alt+ArrowDown');
      await shows(page, 'To do', 'Tank', 'Engine', 'Door', 'Nose');
      await said(page, `${plan.keys.Engine} is now 2 of 4 in To do.`);
      await stored(plan, 'Tank', 'Engine', 'Door', 'Nose');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Engine');
      await page.keyboard.press('Alt+Shift+ArrowDown');
      await shows(page, 'To do', 'Tank', 'Door', 'Nose', 'Engine');
      await stored(plan, 'Tank', 'Door', 'Nose', 'Engine');
      await page.keyboard.press('u');
      await shows(page, 'To do', 'Tank', 'Engine', 'Door', 'Nose');
      await stored(plan, 'Tank', 'Engine', 'Door', 'Nose');

      await page.getByRole('button', { name: `Actions of ${plan.keys.Nose}` }).click();
      await page.getByRole('menuitem', { name: 'Move to the top' }).click();
      await stored(plan, 'Nose', 'Tank', 'Engine', 'Door');
      await shows(page, 'To do', 'Nose', 'Tank', 'Engine', 'Door');

      await drag(page, card(page, 'Door'), card(page, 'Tank'), 0.1, async () => {
        expect(await page.locator('[data-drop=before]').getAttribute('data-item')).toBe(plan.keys.Tank);
        if (process.env.WORKTRACK_SHOTS) await page.screenshot({ path: `${process.env.WORKTRACK_SHOTS}/order.png` });
      });
      await shows(page, 'To do', 'Nose', 'Door', 'Tank', 'Engine');
      expect(await page.locator('[data-drop]').count()).toBe(0);
      await stored(plan, 'Nose', 'Door', 'Tank', 'Engine');
      await page.reload();
      await shows(page, 'To do', 'Nose', 'Door', 'Tank', 'Engine');
    }),
    120_000,
  );

  it(
    'and the status change together when a card is dropped in another column',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Engine', 'Tank'], { status: 'in_progress' });
      const { key } = await givenWorkItem(world.owner, world.project(plan.project), { title: 'Door', status: 'todo' });
      await open(visit, plan, 'board');
      await drag(page, card(page, 'Door'), card(page, 'Tank'), 0.1);
      await shows(page, 'In progress', 'Engine', 'Door', 'Tank');
      await said(page, `${key} is In progress now.`);
      await stored({ ...plan, keys: { ...plan.keys, Door: key } }, 'Engine', 'Door', 'Tank');
      expect((await world.owner.get(world.item(key))).body.status).toBe('in_progress');
    }),
    120_000,
  );

  it(
    'of the backlog takes a selection as a block, also into a Sprint, and a refused move goes back and says why',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Engine', 'Tank', 'Door', 'Nose', 'Wing']);
      await open(visit, plan, 'backlog');
      await shows(page, 'Backlog', 'Engine', 'Tank', 'Door', 'Nose', 'Wing');
      await page.getByRole('checkbox', { name: `Select ${plan.keys.Door}`, exact: true }).check();
      await page.getByRole('checkbox', { name: `Select ${plan.keys.Wing}`, exact: true }).check();
      await page.keyboard.press('Alt+ArrowUp');
      await said(page, '2 Work Items are now 2 to 3 of 5 in Backlog.');
      await shows(page, 'Backlog', 'Engine', 'Door', 'Wing', 'Tank', 'Nose');
      await stored(plan, 'Engine', 'Door', 'Wing', 'Tank', 'Nose');
      await page.getByRole('button', { name: 'Move to the bottom' }).click();
      await stored(plan, 'Engine', 'Tank', 'Nose', 'Door', 'Wing');
      await drag(page, card(page, 'Wing'), card(page, 'Engine'), 0.9);
      await shows(page, 'Backlog', 'Engine', 'Door', 'Wing', 'Tank', 'Nose');
      await stored(plan, 'Engine', 'Door', 'Wing', 'Tank', 'Nose');
      await page.keyboard.press('Escape');

      // The neighbor is gone for others, and the page does not know it yet.
      visit.expectRefusal(400, /positions$/);
      await world.owner.delete(world.item(plan.keys.Nose!), { ifMatch: '*' });
      await link(page, 'Tank').focus();
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByRole('region', { name: 'Notices' }).getByText(`${plan.keys.Tank} was not moved.`).waitFor();
      await shows(page, 'Backlog', 'Engine', 'Door', 'Wing', 'Tank');
    }),
    120_000,
  );
});

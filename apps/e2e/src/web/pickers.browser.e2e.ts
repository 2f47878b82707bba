import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenLabel, givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { heading, press } from './by-keyboard.js';

const world = new World('web-pickers');
/** A Project of this suite. */
let project: string;

beforeAll(async () => {
  ({ key: project } = await givenProject(world.owner, world.org(), { name: 'Garden', key: 'GARDEN' }));
});

const given = (members: object): Promise<any> => givenWorkItem(world.owner, world.project(project), members);
const itemOf = async (key: string): Promise<any> => (await world.owner.get(world.item(key))).body;
const becomes = (key: string, member: (item: any) => unknown, value: unknown): Promise<unknown> =>
  eventually(`${key} with ${String(value)}`, async () => (member(await itemOf(key)) === value ? true : undefined));

const field = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });
const option = (page: Page, name: string): Locator => page.getByRole('option').filter({ hasText: name });
const searching = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Searching …' });

/** Holds back the responses to requests with such an address. Returns how to let them through. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return () => {
    release();
  };
}

describe('Enter in a picker', () => {
  it(
    'waits for the Work Items that this very text finds',
    inBrowser(async (visit) => {
      const { page } = visit;
      const child = await given({ title: 'Plant the roses' });
      const epic = await given({ title: 'Parent plants', type: 'epic' });
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/items/${child.key}`);
      await page.getByRole('button', { name: /^Parent:/ }).click();
      const parent = field(page, `Parent of ${child.key}`);
      await option(page, 'No parent').waitFor();
      const letThrough = await holdBack(page, /\/work-items\?.*q=parent/);
      // Until they are read, only “No parent” matches.
      await parent.fill('parent');
      await press(page, 'Enter');
      await searching(page).waitFor();
      expect(await page.getByText('Nothing matches').count()).toBe(0);
      expect((await itemOf(child.key)).parent).toBeNull();
      letThrough();
      await parent.waitFor({ state: 'detached' });
      await becomes(child.key, (item) => item.parent?.key, epic.key);
    }),
    60_000,
  );

  it(
    'takes nothing when the text finds nothing, and what a key has moved to without waiting',
    inBrowser(async (visit) => {
      const { page } = visit;
      const child = await given({ title: 'Mow the lawn' });
      const epic = await given({ title: 'Meadow', type: 'epic' });
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/items/${child.key}`);
      await page.getByRole('button', { name: /^Parent:/ }).click();
      const parent = field(page, `Parent of ${child.key}`);
      await parent.fill('neverland');
      await press(page, 'Enter');
      await page.getByText('Nothing matches “neverland”.').waitFor();
      await parent.fill('mead');
      await option(page, 'Meadow').waitFor();
      await holdBack(page, /\/work-items\?.*q=meadow/);
      await parent.fill('meadow');
      await press(page, 'ArrowDown', 'Enter');
      await becomes(child.key, (item) => item.parent?.key, epic.key);
    }),
    60_000,
  );

  it(
    'waits for labels that are still being read',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Water the beds' });
      await givenLabel(world.owner, world.project(project), 'daily');
      await givenLabel(world.owner, world.project(project), 'weekly');
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/items/${key}`);
      const letThrough = await holdBack(page, /\/labels\?/);
      await page.getByRole('button', { name: /^Labels:/ }).click();
      await searching(page).waitFor();
      await visit.shot('searching');
      await field(page, `Labels of ${key}`).fill('week');
      await press(page, 'Enter');
      letThrough();
      await becomes(key, (item) => item.labels[0]?.name, 'weekly');
    }),
    60_000,
  );
});

describe('Enter in the palette', () => {
  it(
    'waits for what this very text finds, but not for a command, which is before all that can be found',
    inBrowser(async (visit) => {
      const { page } = visit;
      await given({ title: 'Paint the greenhouse' });
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/${project}`);
      await page.getByRole('link', { name: 'Paint the greenhouse' }).waitFor();
      const letThrough = await holdBack(page, /\/work-items(\?|\/search)/);
      await press(page, 'Control+k');
      const text = field(page, 'Search or jump to');
      await text.fill('keyboard shortcuts');
      await press(page, 'Enter');
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      await press(page, 'Escape', 'Control+k');
      await text.fill('greenhouse');
      await press(page, 'Enter');
      await searching(page).waitFor();
      letThrough();
      await heading(page, 'Paint the greenhouse').waitFor();
    }),
    60_000,
  );
});

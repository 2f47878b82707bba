import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenLabel, givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { hasFocus, heading, press } from './by-keyboard.js';

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

/** The option that Enter takes. */
const active = (page: Page): Locator => page.getByRole('option', { selected: true });
const alert = (page: Page): Locator => page.getByRole('dialog').getByRole('alert');

/** Opens a Work Item on its page as a user, and the list of one of its fields. */
async function openField(visit: Visit, user: string, key: string, name: string): Promise<Locator> {
  await visit.enter(world, user);
  await visit.open(`/o/${world.slug}/items/${key}`);
  await visit.page.getByRole('button', { name: new RegExp(`^${name}:`) }).click();
  return field(visit.page, `${name} of ${key}`);
}

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

describe('A person is chosen', () => {
  const own = () => world.user('colleague').name;

  it(
    'for a Work Item: the user is the first one, and is found by “me” before a name that begins so',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Rake the leaves', assigneePublicId: world.user('member').publicId });
      const assignee = await openField(visit, 'colleague', key, 'Assignee');
      await active(page)
        .filter({ hasText: world.user('member').name })
        .waitFor();
      expect(await page.getByRole('option').first().textContent()).toContain(own());
      await visit.shot('assignee');
      await assignee.fill('me');
      await active(page).filter({ hasText: own() }).waitFor();
      await press(page, 'Enter');
      await becomes(key, (item) => item.assignee?.name, own());
    }),
    60_000,
  );

  it(
    'for a new Work Item, which is created for the user',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'colleague');
      await visit.open(`/o/${world.slug}/${project}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await press(page, 'c');
      const form = page.getByRole('dialog', { name: 'Create a Work Item' });
      await form.getByLabel('Title').fill('Trim the hedge');
      await form.getByRole('button', { name: 'Assignee Nobody' }).click();
      await field(page, 'Assignee of the new Work Item').fill('me');
      await press(page, 'Enter');
      await form.getByRole('button', { name: `Assignee ${own()}` }).waitFor();
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('link', { name: 'Trim the hedge' }).waitFor();
      const { items } = (await world.owner.get(`${world.org()}/work-items?q=hedge`)).body;
      expect(items[0].assignee.name).toBe(own());
    }),
    60_000,
  );

  it(
    'for the filter of the board, which is then the switch “Only my work”',
    inBrowser(async (visit) => {
      const { page } = visit;
      await given({ title: 'Weed the path', assigneePublicId: world.user('colleague').publicId });
      await visit.enter(world, 'colleague');
      await visit.open(`/o/${world.slug}/${project}/board`);
      await page.getByRole('link', { name: 'Weed the path' }).waitFor();
      await page.getByRole('button', { name: 'Assignee', exact: true }).click();
      await option(page, own()).waitFor();
      await field(page, 'Assignee').fill('me');
      await press(page, 'Enter');
      await page.waitForURL(/assignee=me$/);
      await page.getByRole('switch', { name: 'Only my work', checked: true }).waitFor();
    }),
    60_000,
  );
});

describe('The present value', () => {
  it(
    'is marked, is what Enter takes at first, and changes nothing then',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Sharpen the shears', priority: 'low' });
      const changes: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') changes.push(request.url());
      });
      const priority = await openField(visit, 'member', key, 'Priority');
      await active(page).filter({ hasText: 'Low' }).getByRole('img', { name: 'now' }).waitFor();
      await press(page, 'Enter');
      await priority.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Status:/ }).click();
      await active(page).filter({ hasText: 'Backlog' }).waitFor();
      await press(page, 'ArrowDown', 'Enter');
      await becomes(key, (item) => item.status, 'todo');
      expect(changes.filter((url) => url.endsWith(key))).toEqual([]);
    }),
    60_000,
  );
});

describe('A label that no name has', () => {
  it(
    'is created where it is typed, with a color, and attached',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Prune the trees' });
      const labels = await openField(visit, 'admin', key, 'Labels');
      await labels.fill('Fruit Trees');
      await option(page, 'Create label “Fruit Trees”').waitFor();
      await visit.shot('create-label');
      await press(page, 'Enter');
      await becomes(key, (item) => item.labels[0]?.name, 'fruit trees');
      expect((await itemOf(key)).labels[0].color).toMatch(/^#[0-9a-f]{6}$/);
      await option(page, 'fruit trees').getByRole('img', { name: 'chosen' }).waitFor();
      expect(await option(page, 'Create label').count()).toBe(0);
    }),
    60_000,
  );

  it(
    'is refused with the sentence of the server, and stays typed, when it is too long or was created elsewhere',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Feed the birds' });
      const labels = await openField(visit, 'admin', key, 'Labels');
      const long = 'x'.repeat(101);
      visit.expectRefusal(400, /labels$/);
      await labels.fill(long);
      await option(page, 'Create label').waitFor();
      await press(page, 'Enter');
      await alert(page).filter({ hasText: 'The name' }).waitFor();
      expect(await labels.inputValue()).toBe(long);
      await givenLabel(world.owner, world.project(project), 'winter');
      visit.expectRefusal(409, /labels$/);
      await labels.fill('Winter');
      await alert(page).waitFor({ state: 'detached' });
      await option(page, 'Create label').waitFor();
      await press(page, 'Enter');
      await alert(page).filter({ hasText: 'This Project has the label “winter” already.' }).waitFor();
      expect((await itemOf(key)).labels).toEqual([]);
    }),
    60_000,
  );

  it(
    'is not offered to members, who cannot create labels',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Turn the compost' });
      const labels = await openField(visit, 'member', key, 'Labels');
      await labels.fill('compost heap');
      await page.getByText('Nothing matches “compost heap”.').waitFor();
    }),
    60_000,
  );

  it(
    'is created for several Work Items, and for a new one',
    inBrowser(async (visit) => {
      const { page } = visit;
      const [one, other] = [await given({ title: 'Dig a pond' }), await given({ title: 'Fill a pond' })];
      await visit.enter(world, 'admin');
      await visit.open(`/o/${world.slug}/${project}/backlog`);
      for (const { key } of [one, other]) await page.getByRole('checkbox', { name: `Select ${key}` }).check();
      await page.getByRole('button', { name: 'Labels …' }).click();
      await field(page, 'Labels of 2 Work Items').fill('pond');
      await option(page, 'Create label “pond”').click();
      for (const { key } of [one, other]) await becomes(key, (item) => item.labels[0]?.name, 'pond');

      await press(page, 'Escape', 'c');
      const form = page.getByRole('dialog', { name: 'Create a Work Item' });
      await form.getByLabel('Title').fill('Buy fish');
      await form.getByRole('button', { name: 'More labels …' }).click();
      await field(page, 'Labels of the new Work Item').fill('fish');
      await option(page, 'Create label “fish”').click();
      await option(page, 'fish').getByRole('img', { name: 'chosen' }).waitFor();
      await press(page, 'Escape');
      expect(await form.getByLabel('fish').isChecked()).toBe(true);
      await visit.shot('create-with-label');
    }),
    60_000,
  );
});

describe('A picker', () => {
  /** Waits for the dialog, and expects it over the element that opened it, whole inside the window. Escape then leads back to the opener. */
  async function opensOver(page: Page, opener: Locator, focusAfter = opener): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const [list, from] = [(await dialog.boundingBox())!, (await opener.boundingBox())!];
    const size = page.viewportSize()!;
    expect(list.x <= from.x + from.width && list.x + list.width >= from.x).toBe(true);
    expect(list.y <= from.y + from.height && list.y + list.height >= from.y).toBe(true);
    expect(list.x >= 0 && list.y >= 0).toBe(true);
    expect(list.x + list.width <= size.width && list.y + list.height <= size.height).toBe(true);
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await hasFocus(focusAfter)).toBe(true);
  }

  it(
    'opens over its field on the page of a Work Item, and a press next to it closes it',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Fix the gate' });
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/items/${key}`);
      const button = page.getByRole('button', { name: /^Sprint:/ });
      await button.click();
      await visit.shot('at-field');
      await page.setViewportSize({ width: 1280, height: 800 });
      await opensOver(page, button);
      await page.getByRole('heading', { level: 1 }).focus();
      await press(page, 'p');
      await opensOver(page, page.getByRole('button', { name: /^Priority:/ }), page.getByRole('heading', { level: 1 }));
      const link = page.getByRole('button', { name: 'Blocks' });
      await link.click();
      await opensOver(page, link);
      await button.click();
      await page.getByRole('dialog').waitFor();
      await page.mouse.click(400, 780);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await hasFocus(button)).toBe(true);
    }),
    60_000,
  );

  it(
    'opens over the button of the selection, the filter, and the row or the card that a key is about',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Oil the hinges', priority: 'urgent' });
      const { key: other } = await given({ title: 'Paint the hinges', priority: 'urgent' });
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/${project}/backlog`);
      const row = page.getByRole('link', { name: 'Oil the hinges' });
      await row.focus();
      await press(page, 'p');
      await opensOver(page, row);
      for (const one of [key, other]) await page.getByRole('checkbox', { name: `Select ${one}` }).check();
      const plan = page.getByRole('button', { name: 'Assignee …' });
      await plan.click();
      await option(page, 'Nobody').waitFor();
      await visit.shot('at-bar');
      await page.setViewportSize({ width: 1280, height: 800 });
      await opensOver(page, plan);
      await visit.open(`/o/${world.slug}/${project}/board`);
      await row.focus();
      await press(page, 's');
      await opensOver(page, row);
      const filter = page.getByRole('button', { name: 'Type', exact: true });
      await filter.click();
      await opensOver(page, filter);
    }),
    60_000,
  );

  it(
    'is a sheet at the bottom of a phone',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given({ title: 'Carry the ladder' });
      await page.setViewportSize({ width: 390, height: 700 });
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/items/${key}`);
      await page.getByRole('button', { name: /^Priority:/ }).click();
      const { x, y, width, height } = (await page.getByRole('dialog').boundingBox())!;
      expect([x, width, Math.round(y + height)]).toEqual([0, 390, 700]);
    }),
    60_000,
  );
});

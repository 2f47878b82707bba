import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenLabel, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';

const world = new World('web-planning');
const DATES = { startDate: '2030-03-04T09:00:00Z', endDate: '2030-03-15T17:00:00Z' };

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const link = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });
const box = (page: Page, key: string): Locator => page.getByRole('checkbox', { name: `Select ${key}`, exact: true });
const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notices' });
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const line = (page: Page, into: string): Locator => page.getByRole('combobox', { name: `Add to ${into}`, exact: true });

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until a section has these Work Items, in any order. */
async function shows(page: Page, name: string, ...titles: readonly string[]): Promise<void> {
  const rows = section(page, name).locator('[data-item] a');
  await eventually(`${titles.join()} in ${name}`, async () => {
    const found = [...(await rows.allTextContents())].sort();
    return found.join() === [...titles].sort().join() ? true : undefined;
  });
}

interface Given {
  readonly project: string;
  /** The keys of the Work Items by title. */
  readonly keys: Readonly<Record<string, string>>;
  readonly sprints: Readonly<Record<string, { readonly id: string }>>;
}

/** A Project with Sprints and with Work Items of 3 points, each in the Sprint of that name or in none. */
async function given(sprints: readonly string[], items: Readonly<Record<string, string | null>>): Promise<Given> {
  const { key } = await givenProject(world.owner, world.org(), { name: 'Rocket' });
  const project = world.project(key);
  const made: Record<string, { id: string }> = {};
  for (const name of sprints) made[name] = await givenSprint(world.owner, project, { name, targetPoints: 5, ...DATES });
  const keys: Record<string, string> = {};
  for (const [title, sprint] of Object.entries(items)) {
    const sprintId = sprint === null ? null : made[sprint]!.id;
    ({ key: keys[title] } = await givenWorkItem(world.owner, project, { title, storyPoints: 3, sprintId }));
  }
  return { project: key, keys, sprints: made };
}

async function open(visit: Visit, { project }: Given, screen: 'backlog' | 'sprints', user = 'member'): Promise<void> {
  await visit.enter(world, user);
  await visit.open(`/o/${world.slug}/${project}/${screen}`);
  await visit.page.getByRole('heading', { level: 2 }).first().waitFor();
}

const itemOf = async (key: string): Promise<any> => (await world.owner.get(world.item(key))).body;
const becomes = (key: string, member: (item: any) => unknown, value: unknown): Promise<unknown> =>
  eventually(`${key} with ${String(value)}`, async () => (member(await itemOf(key)) === value ? true : undefined));

describe('The backlog', () => {
  it(
    'plans by key and by dragging, and its sums follow',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 1', 'Sprint 2'], { Engine: null, Tank: null, Door: 'Sprint 1' });
      await open(visit, plan, 'backlog');
      await shows(page, 'Backlog', 'Engine', 'Tank');
      await section(page, 'Sprint 1').getByText('3 of 5 points').waitFor();

      await link(page, 'Engine').focus();
      await press(page, 'm');
      await page.getByRole('combobox', { name: `Sprint of ${plan.keys.Engine}` }).waitFor();
      await page.keyboard.type('Sprint 1');
      await press(page, 'Enter');
      await shows(page, 'Sprint 1', 'Door', 'Engine');
      await section(page, 'Sprint 1').getByText('6 of 5 points, 1 over').waitFor();
      await section(page, 'Backlog').getByText('3 points', { exact: true }).waitFor();
      await becomes(plan.keys.Engine!, ({ sprint }) => sprint?.name, 'Sprint 1');

      // The last change is taken back by a key.
      await page.getByText(`${plan.keys.Engine}: Sprint is Sprint 1 now.`).waitFor({ state: 'attached' });
      await press(page, 'u');
      await shows(page, 'Backlog', 'Engine', 'Tank');
      await becomes(plan.keys.Engine!, ({ sprint }) => sprint, null);

      const target = section(page, 'Sprint 2').getByText('Nothing is planned.');
      await link(page, 'Tank')
        .locator('..')
        .dragTo(target, { sourcePosition: { x: 60, y: 10 } });
      await shows(page, 'Sprint 2', 'Tank');
      await section(page, 'Sprint 2').getByText('3 of 5 points').waitFor();
      await becomes(plan.keys.Tank!, ({ sprint }) => sprint?.name, 'Sprint 2');
      await visit.shot('backlog');
    }),
    120_000,
  );

  it(
    'selects by x, by the box and by Shift ↓, changes many at once, and says for each row what became of it',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 1'], { Engine: null, Tank: null, Door: null, Nose: null });
      const { keys } = plan;
      await open(visit, plan, 'backlog');
      await shows(page, 'Backlog', 'Engine', 'Tank', 'Door', 'Nose');
      const order = await section(page, 'Backlog').locator('[data-item] a').allTextContents();

      await link(page, order[0]!).focus();
      await press(page, 'x', 'Shift+ArrowDown');
      await page.getByText('2 selected · 6 points').waitFor();
      await box(page, keys[order[3]!]!).check();
      await page.getByText('3 selected · 9 points').waitFor();
      await visit.shot('backlog-selection');
      await page.setViewportSize({ width: 1280, height: 800 });

      // Somebody else changes one of them meanwhile: the others are planned, and this one says why it is not.
      await world.owner.patch(world.item(keys[order[0]!]!), { storyPoints: 8 });
      await press(page, 'm');
      await page.keyboard.type('Sprint 1');
      await press(page, 'Enter');
      const outcome = dialog(page, '1 of 3 were not changed');
      await outcome.waitFor();
      const results = await outcome.getByRole('listitem').allInnerTexts();
      expect(results).toHaveLength(3);
      expect(results[0]).toContain(keys[order[0]!]);
      expect(results[0]).toContain('Somebody else changed it meanwhile.');
      await visit.shot('backlog-outcome');
      await page.setViewportSize({ width: 1280, height: 800 });
      await shows(page, 'Sprint 1', order[1]!, order[3]!);
      expect((await itemOf(keys[order[0]!]!)).sprint).toBeNull();
      await outcome.getByRole('button', { name: 'Change them anyway' }).click();
      await shows(page, 'Sprint 1', order[0]!, order[1]!, order[3]!);
      await becomes(keys[order[0]!]!, ({ sprint }) => sprint?.name, 'Sprint 1');
      expect((await itemOf(keys[order[0]!]!)).storyPoints).toBe(8);

      await press(page, 'Escape');
      await page.getByText('selected ·').waitFor({ state: 'detached' });
      await box(page, keys[order[1]!]!).check();
      await box(page, keys[order[3]!]!).check();
      await page.getByRole('button', { name: 'Estimate …' }).click();
      await page.keyboard.type('13');
      await press(page, 'Enter');
      await notices(page).getByText('2 Work Items changed. Story points: 13.').waitFor();
      await press(page, 'u');
      await becomes(keys[order[1]!]!, ({ storyPoints }) => storyPoints, 3);
      await becomes(keys[order[3]!]!, ({ storyPoints }) => storyPoints, 3);
    }),
    120_000,
  );

  it(
    'changes status, labels and due date of several, and takes them back',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 1'], { Engine: null, Tank: null, Door: null });
      const [engine, tank, door] = [plan.keys.Engine!, plan.keys.Tank!, plan.keys.Door!];
      const label = await givenLabel(world.owner, world.project(plan.project), 'urgent order');
      await world.owner.post(`${world.item(tank)}/labels`, { labelId: label.id }, { ifMatch: '*' });
      await open(visit, plan, 'backlog');
      for (const key of [engine, tank, door]) await box(page, key).check();
      const pick = async (key: string, text: string) => {
        await press(page, key);
        await page.keyboard.type(text);
        await page.getByRole('option', { name: text }).first().waitFor();
      };

      await pick('l', 'urgent order');
      await visit.shot('backlog-labels');
      await page.setViewportSize({ width: 1280, height: 800 });
      await press(page, 'Enter');
      await notices(page).getByText('2 Work Items changed. With the label urgent order.').waitFor();
      for (const key of [engine, tank, door]) await becomes(key, ({ labels }) => labels.length, 1);
      // Work Items that had the label before keep it.
      await press(page, 'u');
      for (const key of [engine, door]) await becomes(key, ({ labels }) => labels.length, 0);
      expect((await itemOf(tank)).labels).toHaveLength(1);
      await notices(page).getByText('2 Work Items changed. Without the label urgent order.').waitFor();

      // Two of the three do not have it.
      visit.expectRefusal(404, /labels/);
      await page.getByRole('button', { name: 'Labels …' }).click();
      await page.keyboard.type('take off');
      await press(page, 'Enter');
      await becomes(tank, ({ labels }) => labels.length, 0);
      // Until the page knows the new revision, its next change of this Work Item would be one of another person.
      await notices(page)
        .getByText(/^1 Work Item changed\. Without the label urgent order\./)
        .waitFor();

      await pick('s', 'To do');
      await press(page, 'Enter');
      for (const key of [engine, tank, door]) await becomes(key, ({ status }) => status, 'todo');
      await notices(page).getByText('3 Work Items changed. Status: To do.').waitFor();

      await press(page, 'd');
      await page.getByRole('textbox', { name: 'Due of 3 Work Items' }).fill('2030-06-07');
      await visit.shot('backlog-due');
      await page.setViewportSize({ width: 1280, height: 800 });
      await press(page, 'Enter');
      for (const key of [engine, tank, door]) await becomes(key, ({ dueDate }) => dueDate, '2030-06-07T23:59:59.999Z');
    }),
    120_000,
  );

  it(
    'changes the rest when one of several requests fails, and says which rows are not done',
    inBrowser(async (visit) => {
      const { page } = visit;
      const items = Object.fromEntries(Array.from({ length: 52 }, (_, at) => [`Item ${at + 1}`, null]));
      const plan = await given(['Sprint 1'], items);
      await open(visit, plan, 'backlog');
      const rows = section(page, 'Backlog').locator('[data-item] a');
      await rows.nth(51).waitFor();
      const titles = await rows.allTextContents();
      await link(page, titles[0]!).focus();
      for (let row = 1; row < 52; row += 1) await press(page, 'Shift+ArrowDown');
      await page.getByText('52 selected · 156 points').waitFor();

      let requests = 0;
      const isChange = (url: URL) => url.pathname.endsWith('/bulk-work-items');
      await page.route(isChange, (route) => {
        requests += 1;
        const body = { error: { code: 'INTERNAL_ERROR', message: 'It failed.' } };
        return requests === 2 ? route.fulfill({ status: 500, json: body }) : route.continue();
      });
      visit.expectRefusal(500, /bulk-work-items$/);
      await press(page, 'p');
      await page.keyboard.type('Urgent');
      await press(page, 'Enter');
      const outcome = dialog(page, '2 of 52 were not changed');
      await outcome.waitFor();
      const results = await outcome.getByRole('listitem').allInnerTexts();
      expect(results).toHaveLength(52);
      expect(results[0]).toContain(plan.keys[titles[50]!]);
      expect(results[1]).toContain('The server failed.');
      await visit.shot('backlog-failed');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect((await itemOf(plan.keys[titles[49]!]!)).priority).toBe('urgent');
      expect((await itemOf(plan.keys[titles[51]!]!)).priority).toBe('medium');
      await outcome.getByRole('button', { name: 'Try again' }).click();
      await notices(page).getByText('2 Work Items changed. Priority: Urgent.').waitFor();
      expect((await itemOf(plan.keys[titles[51]!]!)).priority).toBe('urgent');
      expect(requests).toBe(3);
    }),
    120_000,
  );

  it(
    'adds by one line with every sign, completes names, stays, and loses nothing that it does not know',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 1'], { Engine: null });
      await givenLabel(world.owner, world.project(plan.project), 'big door');
      const person = world.user('colleague');
      await open(visit, plan, 'backlog');
      const field = line(page, 'Sprint 1');
      await field.click();
      await page.keyboard.type('Paint it !hi');
      await page.getByRole('option', { name: 'High' }).waitFor();
      await press(page, 'Enter');
      await page.keyboard.type(`@${person.name.slice(0, 5)}`);
      await page.getByRole('option', { name: person.name }).waitFor();
      await visit.shot('backlog-completion');
      await page.setViewportSize({ width: 1280, height: 800 });
      await field.focus();
      await press(page, 'End', 'Enter');
      await page.keyboard.type('#big');
      await page.getByRole('option', { name: 'big door' }).waitFor();
      await press(page, 'Tab');
      await page.keyboard.type('5p');
      expect(await field.inputValue()).toMatch(/^Paint it !high @\S+ #big-door 5p$/);
      await press(page, 'Enter');
      await shows(page, 'Sprint 1', 'Paint it');
      expect(await field.inputValue()).toBe('');
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      const key = (await section(page, 'Sprint 1').locator('[data-item]').getAttribute('data-item'))!;
      await becomes(key, ({ labels }) => labels.length, 1);
      expect(await itemOf(key)).toMatchObject({
        ...{ title: 'Paint it', priority: 'high', storyPoints: 5, sprint: { name: 'Sprint 1' } },
        ...{ assignee: { name: person.name }, labels: [{ name: 'big door' }] },
      });

      await page.keyboard.type('Ask @zebulon #nolabel');
      await press(page, 'Enter');
      await page.getByText('@zebulon is nobody in this Organization.').waitFor();
      await page.getByText('#nolabel is no label of this Project.').waitFor();
      expect(await field.inputValue()).toBe('Ask @zebulon #nolabel');
      await visit.shot('backlog-unknown');
      await page.setViewportSize({ width: 1280, height: 800 });
      await field.focus();
      await press(page, 'Enter');
      await shows(page, 'Sprint 1', 'Paint it', 'Ask @zebulon #nolabel');
    }),
    120_000,
  );

  it(
    'of an empty Project says so, and who is not an administrator creates no Sprint',
    inBrowser(async (visit) => {
      const { page } = visit;
      await open(visit, await given([], {}), 'backlog');
      await page.getByText('The backlog is empty.').waitFor();
      await page.getByText('No Sprint is active or to come.').waitFor();
      expect(await page.getByRole('button', { name: 'Create Sprint' }).count()).toBe(0);
      await visit.shot('backlog-empty');
    }),
    120_000,
  );
});

describe('A Sprint', () => {
  it(
    'is created, started, and completed with the count of what is unfinished and where it goes',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 2'], { Engine: null, Tank: null });
      await open(visit, plan, 'sprints', 'owner');
      await page.getByRole('button', { name: 'Create Sprint' }).click();
      const form = dialog(page, 'Create a Sprint');
      await form.getByLabel('Name').fill('Sprint 1');
      await form.getByLabel('First day').fill('2030-02-18');
      await form.getByLabel('Last day').fill('2030-02-10');
      await form.getByLabel('Goal').fill('Fly');
      await form.getByLabel('Target in points').fill('8');
      await form.getByRole('button', { name: 'Create' }).click();
      // The browser itself refuses a last day before the first one; the form stays.
      await form.getByLabel('Last day').fill('2030-03-01');
      await form.getByRole('button', { name: 'Create' }).click();
      await notices(page).getByText('Sprint 1 is created.').waitFor();
      const { items } = (await world.owner.get(`${world.project(plan.project)}/sprints`)).body;
      const sprint = items.find(({ name }: { name: string }) => name === 'Sprint 1');
      expect(sprint).toMatchObject({ goal: 'Fly', targetPoints: 8, startDate: '2030-02-18T00:00:00.000Z' });
      for (const title of ['Engine', 'Tank']) {
        await world.owner.patch(world.item(plan.keys[title]!), { sprintId: sprint.id });
      }
      await visit.shot('sprints');
      await page.setViewportSize({ width: 1280, height: 800 });

      await page.getByRole('button', { name: 'Start Sprint 1' }).click();
      await page.getByText('2 Work Items with 6 points are planned; the target is 8.').waitFor();
      await visit.shot('sprint-start');
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: 'Start Sprint', exact: true }).click();
      await notices(page).getByText('Sprint 1 has started.').waitFor();
      await page.getByRole('button', { name: 'Start Sprint 2' }).click();
      await page.getByText('Sprint 1 is active. Complete it first').waitFor();
      await press(page, 'Escape');

      const path = `${world.item(plan.keys.Tank!)}/transitions`;
      for (const targetStatus of ['in_progress', 'done'])
        await world.owner.post(path, { targetStatus }, { ifMatch: '*' });
      await page.getByRole('button', { name: 'Complete Sprint 1' }).click();
      await page.getByText('1 Work Item with 3 points is unfinished.').waitFor();
      await visit.shot('sprint-complete');
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('radio', { name: 'Sprint 2' }).check();
      await page.getByRole('button', { name: 'Complete Sprint', exact: true }).click();
      await notices(page).getByText('Sprint 1 is completed. 1 Work Item went to Sprint 2.').waitFor();
      expect((await itemOf(plan.keys.Engine!)).sprint.name).toBe('Sprint 2');
      expect((await itemOf(plan.keys.Tank!)).sprint.name).toBe('Sprint 1');
      await page.getByRole('region', { name: 'Done' }).getByRole('link', { name: 'Sprint 1', exact: true }).waitFor();
    }),
    120_000,
  );

  it(
    'completed from the backlog leaves its unfinished work there',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 1'], { Engine: 'Sprint 1' });
      await moved(world.owner, `${world.project(plan.project)}/sprints/${plan.sprints['Sprint 1']!.id}`, 'active');
      await open(visit, plan, 'backlog');
      await page.getByRole('button', { name: 'Complete Sprint 1' }).click();
      await page.getByText('1 Work Item with 3 points is unfinished.').waitFor();
      await page.getByRole('button', { name: 'Complete Sprint', exact: true }).click();
      await notices(page).getByText('1 Work Item went to the backlog.').waitFor();
      await shows(page, 'Backlog', 'Engine');
    }),
    120_000,
  );
});

describe('The plan of a Sprint', () => {
  it(
    'is changed by administrators, with the changes of somebody else',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 1'], {});
      const sprint = `${world.project(plan.project)}/sprints/${plan.sprints['Sprint 1']!.id}`;
      const colleague = await signedIn(world, 'owner');
      const change = (members: object) => colleague.patch(sprint.replace('/api/v1/', '/api/'), members);
      await open(visit, plan, 'sprints', 'admin');
      const choose = async (name: string, action: string) => {
        await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).press('Enter');
        await page.getByRole('menuitem', { name: action }).press('Enter');
      };

      await choose('Sprint 1', 'Change');
      const form = dialog(page, 'Change Sprint 1');
      expect(await form.getByLabel('First day').inputValue()).toBe('2030-03-04');
      expect(await form.getByLabel('Target in points').inputValue()).toBe('5');
      await form.getByLabel('Last day').fill('2030-03-01');
      await form.getByLabel('Goal').fill('Fly');
      await form.getByLabel('Name').fill('Launch');
      await change({ targetPoints: 8 });
      visit.expectRefusal(412, /sprints\/[^/]+$/);
      await form.getByLabel('Last day').fill('2030-03-20');
      await press(page, 'Enter');
      await notices(page).getByText('Saved, together with a change by somebody else.').waitFor();
      const stored = (await world.owner.get(sprint)).body;
      expect(stored).toMatchObject({
        name: 'Launch',
        goal: 'Fly',
        targetPoints: 8,
        startDate: '2030-03-04T09:00:00.000Z',
      });
      expect(stored.endDate).toMatch(/^2030-03-2\dT/);

      await choose('Launch', 'Change');
      const again = dialog(page, 'Change Launch');
      await again.getByLabel('Goal').fill('Land');
      await change({ goal: 'Orbit', startDate: null });
      await press(page, 'Enter');
      const sides = again.getByRole('group', { name: 'Goal' });
      await sides.waitFor();
      expect(await sides.getByRole('definition').allInnerTexts()).toEqual(['Land', 'Orbit']);
      await visit.shot('sprint-conflict');
      await again.getByRole('button', { name: 'Keep theirs' }).press('Enter');
      expect(await again.getByLabel('Goal').inputValue()).toBe('Orbit');
      await press(page, 'Escape');
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await again.waitFor({ state: 'detached' });
      expect((await world.owner.get(sprint)).body).toMatchObject({ goal: 'Orbit', startDate: null });
    }),
    60_000,
  );

  it(
    'names the field that is refused, and goes with a Sprint that nobody used',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 1', 'Sprint 2'], { Engine: 'Sprint 2' });
      await open(visit, plan, 'backlog', 'admin');
      const choose = async (name: string, action: string) => {
        await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
        await page.getByRole('menuitem', { name: action }).click();
      };
      await choose('Sprint 1', 'Change');
      const form = dialog(page, 'Change Sprint 1');
      await form.getByLabel('Name').fill('   ');
      visit.expectRefusal(400, /sprints\/[^/]+$/);
      await press(page, 'Enter');
      await form.getByRole('alert').waitFor();
      await visit.shot('sprint-refused');
      await press(page, 'Escape');
      await page.getByRole('button', { name: 'Discard', exact: true }).click();

      await choose('Sprint 2', 'Delete');
      const question = dialog(page, 'Delete Sprint 2?');
      visit.expectRefusal(409, /sprints\/[^/]+$/);
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await question.getByText('A Work Item is or was in Sprint 2').waitFor();
      await press(page, 'Escape');
      await choose('Sprint 1', 'Delete');
      await dialog(page, 'Delete Sprint 1?').getByRole('button', { name: 'Delete', exact: true }).click();
      await notices(page).getByText('Sprint 1 is deleted.').waitFor();
      await section(page, 'Sprint 1').waitFor({ state: 'detached' });
    }),
    60_000,
  );

  it(
    'is for administrators',
    inBrowser(async (visit) => {
      const plan = await given(['Sprint 1'], {});
      await open(visit, plan, 'sprints');
      await visit.page.getByRole('button', { name: 'Start Sprint 1' }).waitFor();
      expect(await visit.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    }),
  );
});

describe('A new Work Item', () => {
  it(
    'is created by c from anywhere with all its fields, and its draft is kept',
    inBrowser(async (visit) => {
      const { page } = visit;
      const plan = await given(['Sprint 1'], { Engine: null });
      await givenLabel(world.owner, world.project(plan.project), 'outdoors');
      await open(visit, plan, 'sprints');
      await press(page, 'c');
      const form = dialog(page, 'Create a Work Item');
      await form.getByLabel('Title').fill('Paint the door');
      await form.getByLabel('Description').fill('Two coats.');
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await press(page, 'c');
      expect(await form.getByLabel('Title').inputValue()).toBe('Paint the door');
      expect(await form.getByLabel('Description').inputValue()).toBe('Two coats.');
      await form.getByLabel('Type').selectOption('bug');
      await form.getByLabel('Priority').selectOption('urgent');
      await form.getByRole('button', { name: 'Assignee Nobody' }).click();
      await page.getByRole('combobox', { name: 'Assignee of the new Work Item' }).fill(world.user('member').name);
      await page.getByRole('option', { name: world.user('member').name }).click();
      await form.getByRole('button', { name: `Assignee ${world.user('member').name}` }).waitFor();
      await form.getByLabel('Sprint').selectOption({ label: 'Sprint 1' });
      await form.getByRole('button', { name: 'Parent None' }).click();
      await page.getByRole('combobox', { name: 'Parent of the new Work Item' }).fill('Engi');
      await page.getByRole('option', { name: 'Engine' }).click();
      await form.getByRole('button', { name: /^Parent \S+ Engine$/ }).waitFor();
      await form.getByLabel('Story points').fill('5');
      await form.getByLabel('Due').fill('2030-03-10');
      await form.getByLabel('outdoors').check();
      await visit.shot('create-item');
      await page.setViewportSize({ width: 1280, height: 800 });
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await notices(page)
        .getByText(/-2 is created\.$/)
        .waitFor();
      expect(await itemOf(`${plan.project}-2`)).toMatchObject({
        ...{ title: 'Paint the door', description: 'Two coats.', type: 'bug', priority: 'urgent', storyPoints: 5 },
        ...{ sprint: { name: 'Sprint 1' }, assignee: { name: world.user('member').name } },
        ...{ parent: { title: 'Engine' }, labels: [{ name: 'outdoors' }], dueDate: '2030-03-10T23:59:59.999Z' },
      });
      await press(page, 'c');
      expect(await form.getByLabel('Title').inputValue()).toBe('');
    }),
    120_000,
  );
});

import type { Locator, Page, Request } from 'playwright-core';
import { onFirstVisit, type Visit } from '../kit/browser.js';
import { givenComment, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-others-changes');

/** Milliseconds between two reads. */
const INTERVAL = 15_000;

const column = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
const link = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });
const change = (key: string, members: object): Promise<unknown> =>
  world.owner.patch(world.item(key), members, { ifMatch: '*' });
const transition = (key: string, targetStatus: string): Promise<unknown> =>
  world.owner.post(`${world.item(key)}/transitions`, { targetStatus }, { ifMatch: '*' });

/** A fresh Project with these Work Items, by title. */
async function given(
  ...titles: readonly string[]
): Promise<{ project: string; keys: Readonly<Record<string, string>> }> {
  const { key: project } = await givenProject(world.owner, world.org(), { name: 'Rocket' });
  const keys: Record<string, string> = {};
  for (const title of titles) {
    ({ key: keys[title] } = await givenWorkItem(world.owner, world.project(project), { title, status: 'todo' }));
  }
  return { project, keys };
}

/** Opens a page whose clock the test moves on, after the poll has begun. */
async function openWithClock(visit: Visit, target: string): Promise<void> {
  const { page } = visit;
  await page.clock.install();
  await visit.enter(world, 'member');
  const begun = page.waitForResponse(/others-changes.*\.js/);
  await visit.open(target);
  await begun;
  await page.waitForLoadState('networkidle');
}

/** Collects the reads of changes. */
function readsOf(page: Page): Request[] {
  const reads: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('updatedAfter=')) reads.push(request);
  });
  return reads;
}

/** Does something that makes the page read this, and waits for the answer. */
async function reading(page: Page, what: RegExp, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse((response) => what.test(response.url()));
  await act();
  await (await answered).finished();
  // The page plans its next read when it has taken the answer.
  await page.waitForTimeout(200);
}

const CHANGES = /updatedAfter=/;

/** Passes the time until the next read, and waits for its answer. */
const readNext = (page: Page, what = CHANGES): Promise<void> =>
  reading(page, what, () => page.clock.fastForward(INTERVAL));

/** Passes time in which nothing may be read. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.fastForward(milliseconds);
  await page.waitForTimeout(300);
}

const focusWindow = (page: Page): Promise<void> => page.evaluate(() => void dispatchEvent(new Event('focus')));

const setVisibility = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

describe('The changes of others', () => {
  it(
    'come to the board without a reload: moved, changed, new and deleted cards',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { project, keys } = await given('Engine', 'Tank', 'Window');
      await openWithClock(visit, `/o/${world.slug}/${project}/board`);
      await link(page, 'Window').waitFor();
      const reads = readsOf(page);
      await transition(keys.Engine!, 'in_progress');
      await change(keys.Tank!, { title: 'Larger tank', priority: 'urgent' });
      await givenComment(world.owner, world.item(keys.Tank!));
      await givenWorkItem(world.owner, world.project(project), { title: 'Seat', status: 'in_review' });
      await world.owner.delete(world.item(keys.Window!), { ifMatch: '*' });
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
      await readNext(page);
      await column(page, 'In progress').getByRole('link', { name: 'Engine' }).waitFor();
      await column(page, 'In review').getByRole('link', { name: 'Seat' }).waitFor();
      await link(page, 'Window').waitFor({ state: 'detached' });
      expect(await column(page, 'To do').getByRole('link').allTextContents()).toEqual(['Larger tank']);
      expect(await column(page, 'To do').getByRole('listitem').first().textContent()).toMatch(/1$/);
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
      expect(reads).toHaveLength(1);

      // The focus stays with the card, wherever others put it.
      await link(page, 'Engine').focus();
      await transition(keys.Engine!, 'in_review');
      await readNext(page);
      await column(page, 'In review').getByRole('link', { name: 'Engine' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.textContent === 'Engine');
    }),
    120_000,
  );

  it(
    'are not asked for while the page is hidden, nor twice at once, nor sooner than the server permits',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { project } = await given('Engine');
      await openWithClock(visit, `/o/${world.slug}/${project}/board`);
      const reads = readsOf(page);
      await setVisibility(page, 'hidden');
      await pass(page, 20 * INTERVAL);
      expect(reads).toHaveLength(0);
      await reading(page, CHANGES, () => setVisibility(page, 'visible'));
      expect(reads).toHaveLength(1);

      let answer = (): void => undefined;
      const held = new Promise<void>((go) => (answer = go));
      await page.route(/updatedAfter=/, async (route) => {
        await held;
        await route.continue();
      });
      await pass(page, INTERVAL);
      expect(reads).toHaveLength(2);
      await focusWindow(page);
      await pass(page, 3 * INTERVAL);
      expect(reads).toHaveLength(2);
      await reading(page, CHANGES, () => {
        answer();
        return Promise.resolve();
      });

      await page.unroute(/updatedAfter=/);
      await page.route(/updatedAfter=/, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '60' },
          json: { error: { code: 'RATE_LIMITED', message: 'Too many.', fieldErrors: {}, details: {} } },
        }),
      );
      visit.expectRefusal(429, /\/cards$/);
      await readNext(page);
      expect(reads).toHaveLength(3);
      await focusWindow(page);
      await pass(page, 55_000);
      await focusWindow(page);
      await pass(page, 1_000);
      expect(reads).toHaveLength(3);
      await page.unroute(/updatedAfter=/);
      await reading(page, CHANGES, () => page.clock.fastForward(10_000));
      expect(reads).toHaveLength(4);
    }),
    120_000,
  );

  it(
    'wait while a card is dragged: nothing changes under the pointer',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { project, keys } = await given('Engine', 'Tank');
      await visit.enter(world, 'member');
      const begun = page.waitForResponse(/others-changes.*\.js/);
      await visit.open(`/o/${world.slug}/${project}/board`);
      await begun;
      await link(page, 'Tank').waitFor();
      await page.waitForLoadState('networkidle');
      const reads = readsOf(page);
      const card = page.locator(`[data-item="${keys.Engine}"]`);
      const { x, y } = (await card.boundingBox())!;
      await page.mouse.move(x + 100, y + 50);
      await page.mouse.down();
      await page.mouse.move(x + 110, y + 60, { steps: 3 });
      await page.locator('[data-status=done]').first().waitFor();
      await change(keys.Tank!, { title: 'Larger tank' });
      await focusWindow(page);
      await page.waitForTimeout(1_500);
      expect(reads).toHaveLength(0);
      expect(await link(page, 'Tank').count()).toBe(1);
      await page.mouse.up();
      await link(page, 'Larger tank').waitFor();
      expect(reads.length).toBeGreaterThan(0);
    }),
    60_000,
  );

  it(
    'come to My Work, to the list of a Project and to an open Work Item',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { project, keys } = await given('Engine');
      const assigneePublicId = world.user('member').publicId;
      await openWithClock(visit, '/');
      await givenWorkItem(world.owner, world.project(project), { title: 'For the member', assigneePublicId });
      await readNext(page, /\/my\/work/);
      await link(page, 'For the member').waitFor();

      await page.locator(`main a[href="/o/${world.slug}/${project}"]`).first().click();
      await link(page, 'Engine').waitFor();
      await givenWorkItem(world.owner, world.project(project), { title: 'Quite new' });
      await readNext(page, /\/work-items\/table\?/);
      await link(page, 'Quite new').waitFor();

      await link(page, 'Engine').click();
      await page.getByRole('heading', { level: 1, name: 'Engine' }).waitFor();
      await change(keys.Engine!, { title: 'Engine of steel' });
      await readNext(page, new RegExp(`/work-items/${keys.Engine}$`));
      await page.getByRole('heading', { level: 1, name: 'Engine of steel' }).waitFor();
    }),
    90_000,
  );

  it(
    'come to the board and to the backlog when only the manual order is another',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { project, keys } = await given('Engine', 'Tank', 'Window');
      const move = (title: string, before: string | null) =>
        world.owner.post(`${world.project(project).replace('/api/v1/', '/api/x/')}/positions`, {
          workItems: [keys[title]],
          before: before === null ? null : keys[before],
        });
      const titlesIn = (list: Locator) => list.getByRole('link').allTextContents();
      await openWithClock(visit, `/o/${world.slug}/${project}/board`);
      await link(page, 'Window').waitFor();
      expect(await titlesIn(column(page, 'To do'))).toEqual(['Engine', 'Tank', 'Window']);
      const reads = readsOf(page);
      expect((await move('Window', 'Engine')).status).toBe(200);
      await readNext(page);
      await page.waitForFunction(() => document.querySelector('main [data-item] a')!.textContent === 'Window');
      expect(await titlesIn(column(page, 'To do'))).toEqual(['Window', 'Engine', 'Tank']);
      expect(reads).toHaveLength(1);

      await page.getByRole('link', { name: 'Backlog', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Backlog' }).waitFor();
      await link(page, 'Tank').waitFor();
      expect((await move('Engine', null)).status).toBe(200);
      await readNext(page);
      await page.waitForFunction(
        () => [...document.querySelectorAll('main [data-item] a')].at(-1)!.textContent === 'Engine',
      );
    }),
    120_000,
  );

  it(
    'are read a moment after a change of one’s own',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { project, keys } = await given('Engine', 'Tank');
      await openWithClock(visit, `/o/${world.slug}/${project}/board`);
      await change(keys.Tank!, { title: 'Larger tank' });
      await link(page, 'Engine').focus();
      await page.keyboard.press(']');
      await column(page, 'In progress').getByRole('link', { name: 'Engine' }).waitFor();
      await page.getByText(`${keys.Engine} is In progress now.`).waitFor({ state: 'attached' });
      await page.clock.fastForward(1_500);
      await link(page, 'Larger tank').waitFor();
    }),
    60_000,
  );

  it(
    'never come over a text that is being written, and come when it is left',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { keys } = await given('Engine');
      const key = keys.Engine!;
      await openWithClock(visit, `/o/${world.slug}/items/${key}`);
      await page.getByRole('heading', { level: 1, name: 'Engine' }).waitFor();
      await page.getByRole('button', { name: 'Rename' }).click();
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.fill('Engine, better');
      await change(key, { title: 'Engine of steel', priority: 'urgent' });
      await pass(page, 3 * INTERVAL);
      expect(await title.inputValue()).toBe('Engine, better');
      expect(await page.getByRole('button', { name: 'Priority: Medium' }).count()).toBe(1);
      expect(await title.evaluate((input) => input === document.activeElement)).toBe(true);
      await title.press('Escape');
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await readNext(page, new RegExp(`/work-items/${key}$`));
      await page.getByRole('heading', { level: 1, name: 'Engine of steel' }).waitFor();
      await page.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
    }),
    90_000,
  );

  it(
    'come to the backlog, beside the line that is being written',
    onFirstVisit(async (visit) => {
      const { page } = visit;
      const { project, keys } = await given('Engine', 'Tank');
      const { id } = await givenSprint(world.owner, world.project(project), { name: 'Sprint 1' });
      await openWithClock(visit, `/o/${world.slug}/${project}/backlog`);
      await link(page, 'Tank').waitFor();
      const line = page.getByRole('combobox', { name: /^Add to .*backlog$/i });
      await line.click();
      await page.keyboard.type('Seat for two');
      await change(keys.Engine!, { sprintId: id });
      await change(keys.Tank!, { title: 'Larger tank' });
      await readNext(page);
      const section = (name: string) => page.getByRole('region', { name, exact: true });
      await section('Sprint 1').getByRole('link', { name: 'Engine' }).waitFor();
      await section('Backlog').getByRole('link', { name: 'Larger tank' }).waitFor();
      expect(await section('Backlog').getByRole('link', { name: 'Engine' }).count()).toBe(0);
      expect(await line.inputValue()).toBe('Seat for two');
      expect(await line.evaluate((input) => input === document.activeElement)).toBe(true);
    }),
    90_000,
  );
});

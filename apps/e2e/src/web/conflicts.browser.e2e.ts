import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenWorkItem } from '../kit/given.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('web-conflicts');
const PASSWORD = 'a long walk by the river';

beforeAll(async () => {
  const { email } = world.user('member');
  await taskResult(['user:password', '--email', email], { databaseUrl: world.databaseUrl, input: PASSWORD });
});

/** A Work Item, opened by the user. Returns its path in the API. */
async function opened(visit: Visit, members: object = {}): Promise<string> {
  const item = await givenWorkItem(world.owner, world.project(), { title: 'Paint the door', ...members });
  await visit.enter(world, 'member');
  await visit.open(`/o/${world.slug}/items/${item.key}`);
  await visit.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
  await visit.page.waitForLoadState('networkidle');
  return world.item(item.key);
}

const now = async (path: string): Promise<any> => (await world.owner.get(path)).body;

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}: `) }).click();
  await page.getByRole('combobox').fill(text);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
}

async function describeIt(page: Page, text: string): Promise<void> {
  const button = page.getByRole('button', { name: /^(Add a description|Edit the description)$/ });
  if ((await button.count()) > 0) await button.click();
  await page.getByRole('textbox', { name: 'Description' }).fill(text);
}

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });

describe('Changes of two people', () => {
  it(
    'of different fields join by themselves, and the page says so',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await opened(visit);
      visit.expectRefusal(412, /WEB-\d+$/);
      await world.owner.patch(path, { storyPoints: 8 });
      await choose(page, 'Priority', 'Urg');
      await page
        .getByText('Priority saved, together with a change by somebody else.', { exact: false })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Story points: 8' }).waitFor();
      expect(await now(path)).toMatchObject({ priority: 'urgent', storyPoints: 8 });
    }),
    60_000,
  );

  it(
    'of one field show both values in its place; the user keeps theirs or takes the own',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await opened(visit);
      visit.expectRefusal(412, /WEB-\d+$/);
      await world.owner.patch(path, { priority: 'low' });
      await choose(page, 'Priority', 'Urg');
      const box = page.getByRole('group', { name: 'Two values of the field Priority' });
      await box.getByText(`${world.user('owner').name} changed this meanwhile.`, { exact: false }).waitFor();
      expect(await box.getByRole('definition').allInnerTexts()).toEqual(['Low', 'Urgent']);
      await visit.shot('conflict-field');
      await page.setViewportSize({ width: 1280, height: 800 });
      await box.getByRole('button', { name: 'Keep theirs' }).click();
      await page.getByRole('button', { name: 'Priority: Low' }).waitFor();
      expect(await now(path)).toMatchObject({ priority: 'low', revision: 2 });

      await world.owner.patch(path, { priority: 'medium' });
      await choose(page, 'Priority', 'Urg');
      await box.getByRole('button', { name: 'Use mine' }).click();
      await page.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
      await page.getByText('Priority is Urgent now.', { exact: false }).first().waitFor({ state: 'attached' });
      expect(await box.count()).toBe(0);
      expect(await now(path)).toMatchObject({ priority: 'urgent' });
    }),
    60_000,
  );

  it(
    'of the description show the difference of the words, and lose nothing that was typed',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await opened(visit, { description: 'Two coats of red paint.' });
      visit.expectRefusal(412, /WEB-\d+$/);
      await describeIt(page, 'Three coats of red paint.');
      await world.owner.patch(path, { description: 'Two coats of blue paint.' });
      await page.keyboard.press('Control+Enter');
      const box = page.getByRole('group', { name: 'Two values of the field Description' });
      await box.waitFor();
      expect(await box.locator('del').allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringContaining('Two')]),
      );
      expect((await box.locator('ins').allInnerTexts()).join()).toContain('Three');
      await visit.shot('conflict-description');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect((await now(path)).description).toBe('Two coats of blue paint.');

      // Even now the text survives the end of the window.
      await page.reload();
      await page.getByRole('textbox', { name: 'Description' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Three coats of red paint.');
      await page.getByRole('button', { name: 'Save' }).click();
      await box.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Description' }).fill('Three coats of blue paint.');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Three coats of blue paint.').waitFor();
      await page.getByText('Description saved.', { exact: false }).first().waitFor({ state: 'attached' });
      expect((await now(path)).description).toBe('Three coats of blue paint.');
      await page.reload();
      await page.getByText('Three coats of blue paint.').waitFor();
      expect(await page.getByRole('textbox', { name: 'Description' }).count()).toBe(0);
    }),
    60_000,
  );
});

describe('What was typed', () => {
  it(
    'is there again after the window was closed, until it is sent or dropped',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await opened(visit);
      await comment(page).fill('Which colour');
      await describeIt(page, 'Two coats');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Paint both');
      await page.reload();
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Paint both');
      expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Two coats');
      expect(await comment(page).inputValue()).toBe('Which colour');
      await page.getByRole('textbox', { name: 'Title' }).press('Escape');
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
      await comment(page).press('Control+Enter');
      await page.getByRole('article').getByText('Which colour').waitFor();
      await page.reload();
      await comment(page).waitFor();
      expect(await comment(page).inputValue()).toBe('');
      expect((await now(`${path}/comments`)).items).toHaveLength(1);
    }),
    60_000,
  );
});

describe('What is typed over a text that is on its way', () => {
  it(
    'is neither lost nor a conflict with oneself',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await opened(visit);
      let answer = (): void => undefined;
      const held = new Promise<void>((go) => (answer = go));
      await page.route(/WEB-\d+$/, async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.continue();
      });
      const title = page.getByRole('textbox', { name: 'Title' });
      const rename = async (text: string): Promise<void> => {
        await page.getByRole('button', { name: 'Rename' }).click();
        await title.fill(text);
      };
      await rename('Paint both');
      await title.press('Enter');
      await describeIt(page, 'Two coats');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await rename('Paint both doors');
      await describeIt(page, 'Two coats, blue');
      answer();
      await eventually('the first texts', async () =>
        (await now(path)).description === 'Two coats' ? true : undefined,
      );
      expect(await now(path)).toMatchObject({ title: 'Paint both', description: 'Two coats' });
      expect(await title.inputValue()).toBe('Paint both doors');
      expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Two coats, blue');
      await page.reload();
      await title.waitFor();
      expect(await title.inputValue()).toBe('Paint both doors');
      await title.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Paint both doors' }).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await eventually('the second texts', async () =>
        (await now(path)).description === 'Two coats, blue' ? true : undefined,
      );
      expect(await now(path)).toMatchObject({ title: 'Paint both doors', revision: 5 });
      expect(await page.getByRole('button', { name: 'Use mine' }).count()).toBe(0);
    }),
    60_000,
  );
});

describe('Without a connection', () => {
  it(
    'changes and comments wait, and are made once when it is back',
    inBrowser(async (visit) => {
      const { page, context } = visit;
      const path = await opened(visit);
      visit.permitLostRequests();
      await context.setOffline(true);
      await choose(page, 'Priority', 'Urg');
      await page.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
      await comment(page).fill('From the train');
      await comment(page).press('Control+Enter');
      await page.getByText('2 changes wait.', { exact: false }).waitFor();
      await visit.shot('work-item-offline');
      await page.setViewportSize({ width: 1280, height: 800 });
      await context.setOffline(false);
      await page.getByRole('article').getByText('From the train').waitFor();
      await page.getByText('changed the priority from Medium to Urgent').waitFor();
      expect(await now(path)).toMatchObject({ priority: 'urgent', revision: 2 });
      expect((await now(`${path}/comments`)).items).toHaveLength(1);
    }),
    60_000,
  );
});

describe('A session that ended meanwhile', () => {
  it(
    'is begun again over the page; the change and the text are then sent',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Oil the hinges' });
      const path = world.item(key);
      const { browser } = await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/items/${key}`);
      await comment(page).fill('Which oil?');
      expect((await browser.delete('/api/session', { key: null, ifMatch: null })).status).toBe(204);
      visit.expectRefusal(401, /^\/app\/api\/v1\//);
      // A session is believed for a second at most.
      await page.waitForTimeout(1_100);
      await comment(page).press('Control+Enter');
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      await dialog.waitFor();
      await visit.shot('work-item-signed-out');
      await page.setViewportSize({ width: 1280, height: 800 });
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('article').getByText('Which oil?').waitFor();
      expect((await now(`${path}/comments`)).items).toHaveLength(1);
    }),
    60_000,
  );
});

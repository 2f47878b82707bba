import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenWorkItem } from '../kit/given.js';
import { givenLink } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { heading } from './by-keyboard.js';

const world = new World('web-other-user');
const PASSWORD = 'a long walk by the river';
const [ada, bob] = [world.user('member'), world.user('colleague')];

beforeAll(() =>
  taskResult(['user:password', '--email', ada.email], { databaseUrl: world.databaseUrl, input: PASSWORD }),
);

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });
const you = (page: Page, email: string) => page.getByRole('button', { name: email });
const notice = (page: Page) => page.getByRole('dialog', { name: 'Somebody else has signed in' });
const commentsOf = async (path: string): Promise<any[]> => (await world.owner.get(`${path}/comments`)).body.items;

/** Opens a Work Item as Ada. Returns its path in the API. */
async function openedByAda(visit: Visit): Promise<string> {
  const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Paint the door' });
  await visit.enter(world, 'member');
  await visit.open(`/o/${world.slug}/items/${key}`);
  await heading(visit.page, 'Paint the door').waitFor();
  return world.item(key);
}

/** Opens a page of another origin in a tab of its own, which sends the browser to a link of Bob. */
async function sentByForeignPage(visit: Visit): Promise<Page> {
  const tab = await visit.context.newPage();
  const link = `${visit.origin}/welcome#${await givenLink(world, 'colleague')}`;
  await tab.goto(`data:text/html,<script>location.href = ${encodeURIComponent(JSON.stringify(link))}</script>`);
  await heading(tab, `Sign in as ${bob.name}?`).waitFor();
  return tab;
}

describe('A foreign page that sends the browser to a sign-in link', () => {
  it(
    'changes nothing until the user presses the button; the question says whose session that ends',
    inBrowser(async (visit) => {
      const path = await openedByAda(visit);
      const before = await visit.context.cookies();
      const tab = await sentByForeignPage(visit);
      await tab.getByText(`You are signed in as ${ada.name} (${ada.email})`).waitFor();
      expect(await visit.context.cookies()).toEqual(before);
      await comment(visit.page).fill('By Ada still');
      await comment(visit.page).press('Control+Enter');
      await visit.page.getByRole('article').getByText('By Ada still').waitFor();
      expect(await commentsOf(path)).toMatchObject([{ author: { id: ada.id } }]);
      await tab.getByRole('link', { name: `Stay signed in as ${ada.name}` }).click();
      await heading(tab, 'My Work').waitFor();
      await you(tab, ada.email).waitFor();
    }),
    60_000,
  );
});

describe('A tab of a user, while another user has signed in on the browser', () => {
  it(
    'writes nothing as the other user, says who that is, keeps the text, and sends it when its user signs in again',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await openedByAda(visit);
      const tab = await sentByForeignPage(visit);
      await tab.getByRole('button', { name: `Sign in as ${bob.name}` }).click();
      await heading(tab, 'My Work').waitFor();
      visit.expectRefusal(401, /^\/app\/api\/v1\//);
      await comment(page).fill('Whose words are these?');
      await comment(page).press('Control+Enter');
      await notice(page).getByText(`${bob.name} is signed in on this browser now.`).waitFor();
      await visit.shot('other-user');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await commentsOf(path)).toEqual([]);
      await notice(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await notice(page).waitFor({ state: 'detached' });
      await page.getByRole('article').getByText('Whose words are these?').waitFor();
      expect(await commentsOf(path)).toMatchObject([{ author: { id: ada.id } }]);
    }),
    60_000,
  );

  it(
    'shows nothing of the other user either; loaded as that user it has no text of its own, which comes back with its user',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await openedByAda(visit);
      await comment(page).fill('Ada has not sent this');
      await visit.enter(world, 'colleague');
      visit.expectRefusal(401, /^\/app\/api\/v1\//);
      await page.getByRole('link', { name: 'My Work' }).first().click();
      await notice(page).waitFor();
      await page.goBack();
      await notice(page)
        .getByRole('button', { name: `Go on as ${bob.name}` })
        .press('Enter');
      await you(page, bob.email).waitFor();
      await heading(page, 'Paint the door').waitFor();
      expect(await comment(page).inputValue()).toBe('');
      await visit.enter(world, 'member');
      await page.reload();
      await you(page, ada.email).waitFor();
      await comment(page).waitFor();
      expect(await comment(page).inputValue()).toBe('Ada has not sent this');
      expect(await commentsOf(path)).toEqual([]);
    }),
    60_000,
  );

  it(
    'does not sign the other user out',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/settings');
      await heading(page, 'Profile').waitFor();
      await page.waitForLoadState('networkidle');
      const { browser } = await visit.enter(world, 'colleague');
      visit.expectRefusal(401, /^\/api\/session$/);
      await you(page, ada.email).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await notice(page).waitFor();
      await page.waitForTimeout(1_100);
      expect((await browser.get('/api/session')).status).toBe(200);
    }),
    60_000,
  );
});

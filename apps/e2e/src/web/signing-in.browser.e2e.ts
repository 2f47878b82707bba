import { inBrowser } from '../kit/browser.js';
import { Browser, PLAIN } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('web-sign-in');
const PASSWORD = 'a long walk by the river';

const setPassword = (user: string): Promise<any> =>
  taskResult(['user:password', '--email', world.user(user).email], { databaseUrl: world.databaseUrl, input: PASSWORD });

/** Makes a link for the user; returns its path and fragment. */
async function linkFor(user: string, purpose: 'sign-in' | 'set-password'): Promise<string> {
  const { url } = await taskResult(['user:link', '--email', world.user(user).email, '--purpose', purpose], world);
  const { pathname, hash } = new URL(url);
  return pathname + hash;
}

beforeAll(() => setPassword('member'));

describe('Signing in', () => {
  it(
    'is asked of a stranger at every address of the application',
    inBrowser(async (visit) => {
      for (const target of ['/', '/sign-in', `/o/${world.slug}/WEB`, '/o/nobody-has-this', '/settings']) {
        await visit.open(target);
        await expectHeading(visit.page, 'Sign in to Worktrack');
        expect(await visit.page.title()).toContain('Sign in');
      }
      await visit.shot('sign-in');
    }),
  );

  it(
    'opens My Work, and outlives a reload; scripts cannot read the cookies',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.open('/sign-in');
      await signIn(page, 'member');
      await expectHeading(page, 'My Work');
      expect(new URL(page.url()).pathname).toBe('/');
      await page.reload();
      await expectHeading(page, 'My Work');
      const cookies = await visit.context.cookies();
      expect(cookies.map(({ name }) => name).sort()).toEqual(['worktrack', 'worktrack-browser']);
      for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      expect(await page.evaluate(() => document.cookie)).toBe('');
      await visit.shot('my-work-empty');
    }),
  );

  it(
    'stays at the address that was asked for',
    inBrowser(async (visit) => {
      await visit.open(`/o/${world.slug}/WEB`);
      await signIn(visit.page, 'member');
      await expectHeading(visit.page, 'List');
      expect(await visit.page.evaluate(() => document.activeElement?.textContent.trim())).toBe('List');
      expect(new URL(visit.page.url()).pathname).toBe(`/o/${world.slug}/WEB`);
    }),
  );

  it(
    'with a wrong password says so beside the field, keeps the address, and takes the right one then',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(401, /^\/api\/session$/);
      await visit.open('/sign-in');
      await signIn(page, 'member', 'not the password at all');
      await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
      const password = page.getByLabel('Password', { exact: true });
      expect(await password.getAttribute('aria-invalid')).toBe('true');
      expect(await password.inputValue()).toBe('');
      expect(await page.getByLabel('E-mail').inputValue()).toBe(world.user('member').email);
      await visit.shot('sign-in-refused');
      await password.fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expectHeading(page, 'My Work');
    }),
  );

  it(
    'names its fields to password managers, and shows the password on request',
    inBrowser(async ({ page }) => {
      await page.goto('/sign-in');
      const password = page.getByLabel('Password', { exact: true });
      expect(await page.getByLabel('E-mail').getAttribute('autocomplete')).toBe('username');
      expect(await password.getAttribute('autocomplete')).toBe('current-password');
      await password.fill('secret');
      expect(await password.getAttribute('type')).toBe('password');
      await page.getByRole('button', { name: 'Show password' }).click();
      expect(await password.getAttribute('type')).toBe('text');
      expect(await password.inputValue()).toBe('secret');
    }),
  );
});

describe('A sign-in link', () => {
  it(
    'signs in once, and leaves the address at once',
    inBrowser(async (visit) => {
      const { page, context } = visit;
      const link = await linkFor('admin', 'sign-in');
      await visit.open(link);
      const { name } = world.user('admin');
      await expectHeading(page, `Sign in as ${name}?`);
      expect(page.url()).not.toContain('#');
      expect(await context.cookies()).toEqual([]);
      await visit.shot('welcome-question');
      // The heading has the focus: a key that was pressed for another page does not sign in.
      expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe(`Sign in as ${name}?`);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: `Sign in as ${name}` }).waitFor();
      expect(await context.cookies()).toEqual([]);
      await page.keyboard.press('Enter');
      await expectHeading(page, 'My Work');
      await context.clearCookies();
      visit.expectRefusal(401, /^\/api\/session\/link\/preview$/);
      await visit.open('/sign-in');
      await visit.open(link);
      await expectHeading(page, 'This link does not work');
      await visit.shot('welcome-used');
    }),
  );

  it(
    'signs in by touch',
    inBrowser(
      async (visit) => {
        await visit.open(await linkFor('owner', 'sign-in'));
        await visit.page.getByRole('button', { name: `Sign in as ${world.user('owner').name}` }).tap();
        await expectHeading(visit.page, 'My Work');
      },
      { hasTouch: true },
    ),
  );

  it(
    'that was used while the page asked says so',
    inBrowser(async (visit) => {
      const { page } = visit;
      const link = await linkFor('owner', 'sign-in');
      await visit.open(link);
      const button = page.getByRole('button', { name: `Sign in as ${world.user('owner').name}` });
      await button.waitFor();
      const token = link.slice(link.indexOf('#') + 1);
      expect((await new Browser(world.baseUrl).post('/api/session/link', { token }, PLAIN)).status).toBe(200);
      visit.expectRefusal(401, /^\/api\/session\/link$/);
      await button.click();
      await expectHeading(page, 'This link does not work');
      expect(await visit.context.cookies()).toEqual([]);
    }),
  );

  it(
    'that is not complete says so without a request',
    inBrowser(async (visit) => {
      await visit.open('/welcome');
      await expectHeading(visit.page, 'This link does not work');
    }),
  );

  it(
    'to set a password asks for it twice, and the password then signs in',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'admin');
      await visit.open(await linkFor('colleague', 'set-password'));
      await page.getByText('lets you choose a password').waitFor();
      await page.getByText(`You are signed in as ${world.user('admin').name}`).waitFor();
      await visit.shot('welcome-question-password');
      await page.getByRole('button', { name: `Sign in as ${world.user('colleague').name}` }).click();
      await expectHeading(page, 'Choose a password');
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Repeat the password', { exact: true }).fill('something else');
      await page.keyboard.press('Enter');
      await page.getByText('The two passwords differ.').waitFor();
      await visit.shot('welcome-set-password');
      await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expectHeading(page, 'My Work');
      // A request that is sent after the cookies are gone would be refused.
      await page.waitForLoadState('networkidle');
      await visit.context.clearCookies();
      await visit.open('/');
      await signIn(page, 'colleague');
      await expectHeading(page, 'My Work');
    }),
  );

  it(
    'refuses the e-mail address as a password, in words',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(400, /^\/api\/me\/password$/);
      await visit.open(await linkFor('traveller', 'set-password'));
      await page.getByRole('button', { name: `Sign in as ${world.user('traveller').name}` }).click();
      await page.getByLabel('New password', { exact: true }).fill(world.user('traveller').email);
      await page.getByLabel('Repeat the password', { exact: true }).fill(world.user('traveller').email);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('The password').waitFor();
      expect(await page.getByLabel('New password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    }),
  );
});

describe('Signing out', () => {
  it(
    'shows the sign-in, ends the session at the server, and going back shows nothing',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { browser } = await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/WEB`);
      await expectHeading(page, 'List');
      await page.getByRole('button', { name: world.user('owner').email }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expectHeading(page, 'Sign in to Worktrack');
      await page.goBack();
      expect(await page.getByRole('heading', { name: 'List' }).count()).toBe(0);
      await page.goForward();
      await expectHeading(page, 'Sign in to Worktrack');
      expect((await browser.get('/api/session')).status).toBe(401);
    }),
  );
});

type Page = Parameters<Parameters<typeof inBrowser>[0]>[0]['page'];

const expectHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function signIn(page: Page, user: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(world.user(user).email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

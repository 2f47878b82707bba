import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { Caller } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, openSession, signedIn } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { hasFocus } from './by-keyboard.js';

const world = new World('settings');
const HOME = `Home of ${world.slug}`;

/** Signs in as the user of the world and opens a page of the settings. */
async function open({ context, page, origin }: Visit, user: string, path = ''): Promise<Page> {
  const { secret = '' } = (await openSession(world, user)).browser;
  await context.addCookies([{ name: 'worktrack', value: secret, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`/settings${path}`);
  return page;
}

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Returns the username of a user as the directory shows it. */
async function usernameOf(user: string): Promise<string | null> {
  const { body } = await world.owner.get(`${world.org()}/users?limit=100`);
  return body.items.find(({ publicId }: any) => publicId === world.user(user).publicId).username;
}

describe('The settings: usernames', () => {
  it(
    'are changed in place, by the keyboard alone, and shown in lower case',
    inBrowser(async (visit) => {
      const page = await open(visit, 'admin');
      await page.getByRole('button', { name: `Change your username in ${HOME}` }).press('Enter');
      const field = page.getByLabel(`Username in ${HOME}`);
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
      await page.keyboard.type('Grace.Hopper');
      await page.getByText('Kept as grace.hopper').waitFor();
      await visit.shot('settings-username');
      await page.keyboard.press('Enter');
      await row(page, HOME).getByText('grace.hopper').waitFor();
      // The hint in the row shows the name before it is sent.
      await eventually('the username', async () => ((await usernameOf('admin')) === 'grace.hopper' ? true : undefined));
      const opener = page.getByRole('button', { name: `Change your username in ${HOME}` });
      await eventually('the focus on the button', async () => ((await hasFocus(opener)) ? true : undefined));
    }),
  );

  it(
    'that break the rules are not sent; Escape leaves all as it was',
    inBrowser(async (visit) => {
      const page = await open(visit, 'member');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push(request.url());
      });
      await page.getByRole('button', { name: `Change your username in ${HOME}` }).click();
      await page.getByLabel(`Username in ${HOME}`).fill('-member-');
      await page.keyboard.press('Enter');
      await page.getByText('This is not a username').waitFor();
      await page.keyboard.press('Escape');
      await row(page, HOME).getByText('member.here').waitFor();
      expect(sent).toEqual([]);
    }),
  );
});

describe('The settings: sessions', () => {
  it(
    'are listed with this one, and another one is ended',
    inBrowser(async (visit) => {
      const elsewhere = await signedIn(world, 'colleague');
      const page = await open(visit, 'colleague', '/security');
      await row(page, 'this one').waitFor();
      await visit.shot('settings-security');
      await page.getByRole('button', { name: /^End the session in/ }).click();
      await page
        .getByText(/^The session in .* has ended\.$/)
        .first()
        .waitFor();
      await eventually('the end of the session', async () =>
        (await elsewhere.get('/api/session')).status === 401 ? true : undefined,
      );
      await row(page, 'this one').waitFor();
      expect(await page.getByRole('button', { name: /^End the session in/ }).count()).toBe(0);
    }),
  );

  it(
    'are all ended after a question, and the page asks to sign in',
    inBrowser(async (visit) => {
      const elsewhere = await signedIn(world, 'colleague');
      const page = await open(visit, 'colleague', '/security');
      await page.getByRole('button', { name: 'End all' }).click();
      await page.getByRole('dialog', { name: 'End all sessions?' }).waitFor();
      await visit.shot('settings-end-all');
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect((await elsewhere.get('/api/session')).status).toBe(200);
      await page.getByRole('button', { name: 'End all' }).click();
      await page.getByRole('button', { name: 'End all sessions' }).click();
      await page.waitForURL('**/sign-in');
      await page.getByLabel('Password', { exact: true }).waitFor();
      await eventually('the end of the session', async () =>
        (await elsewhere.get('/api/session')).status === 401 ? true : undefined,
      );
    }),
  );
});

describe('The settings: the password', () => {
  it(
    'is changed with the current one; a wrong or a short one is refused at its field',
    inBrowser(async (visit) => {
      const [before, after] = ['a dozen grey herons', 'thirteen white swans'];
      const { email } = world.user('traveller');
      await taskResult(['user:password', '--email', email], { databaseUrl: world.databaseUrl, input: `${before}\n` });
      const elsewhere = await signedIn(world, 'traveller');
      const page = await open(visit, 'traveller', '/security');
      const [current, chosen] = [
        page.getByLabel('Current password', { exact: true }),
        page.getByLabel('New password', { exact: true }),
      ];
      await current.fill('not this one at all');
      await chosen.fill('too short');
      await page.keyboard.press('Enter');
      await page.getByText('A password has 12 to 128 characters; this one has 9.').waitFor();
      await chosen.fill(after);
      visit.expectRefusal(401, /\/api\/me\/password$/);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('This is not your current password.').waitFor();
      await visit.shot('settings-password');
      await current.fill(before);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Your password is changed.').first().waitFor();
      expect(await chosen.inputValue()).toBe('');
      await eventually('the end of the other session', async () =>
        (await elsewhere.get('/api/session')).status === 401 ? true : undefined,
      );
      const body = { email, password: after };
      expect((await new Browser(world.baseUrl).post('/api/session', body)).status).toBe(200);
    }),
  );
});

describe('The settings: a new password', () => {
  it(
    'ends the access tokens too when the user wants it, and says how many',
    inBrowser(async (visit) => {
      const { email } = world.user('member');
      const before = 'a dozen grey herons';
      await taskResult(['user:password', '--email', email], { databaseUrl: world.databaseUrl, input: `${before}\n` });
      const elsewhere = await signedIn(world, 'member');
      const wish = { name: 'ci', scopes: ['project:read'], organizations: [{ slug: world.slug }] };
      const tokens: string[] = [];
      for (let n = 0; n < 2; n += 1) tokens.push((await elsewhere.post('/api/me/tokens', wish)).body.token);
      const live = (await elsewhere.get('/api/me/tokens')).body.items.length;
      const page = await open(visit, 'member', '/security');
      const choice = page.getByRole('checkbox', { name: `End my ${live} access tokens too` });
      expect(await choice.isChecked()).toBe(false);
      await page.getByLabel('Current password', { exact: true }).fill(before);
      await page.getByLabel('New password', { exact: true }).fill('thirteen white swans');
      await choice.focus();
      await page.keyboard.press('Space');
      await visit.shot('settings-password-tokens');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText(`Your other sessions have ended, and ${live} access tokens too.`).first().waitFor();
      await choice.waitFor({ state: 'detached' });
      for (const token of tokens) {
        await eventually('the end of a token', async () =>
          (await new Caller(world.baseUrl, token).get('/api/v1/me')).status === 401 ? true : undefined,
        );
      }
    }),
  );
});

describe('The settings: access tokens', () => {
  it(
    'are created for chosen Projects, shown once, listed, and revoked after a question',
    inBrowser(async (visit) => {
      const page = await open(visit, 'owner', '/tokens');
      await row(page, 'owner of WEB only').waitFor();
      await page.getByRole('link', { name: 'New token' }).click();
      await page.getByLabel('Name', { exact: true }).fill('reports at night');
      await page.getByLabel('Days until it expires').fill('7');
      await page.getByLabel('project:read', { exact: true }).check();
      await page.getByLabel('Only these Projects').check();
      await page.getByLabel('HAM Hammer').check();
      await visit.shot('settings-token-form');
      await page.getByRole('button', { name: 'Create token' }).click();

      const token = await page.getByLabel('Token', { exact: true }).inputValue();
      expect(token).toMatch(/^wtp_[0-9A-Za-z]{42}$/);
      await row(page, 'reports at night').getByText(`${HOME} (HAM)`).waitFor();
      await visit.shot('settings-tokens');
      await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy: Token', exact: true }).press('Enter');
      await page.getByText('The token is copied.').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
      await page.evaluate(() => {
        const value = { writeText: () => Promise.reject(new DOMException('Write permission denied.')) };
        Object.defineProperty(navigator, 'clipboard', { value });
      });
      await page.getByRole('button', { name: 'Copied: Token', exact: true }).press('Enter');
      await page.getByText('The token is selected: copy it with the keyboard.').first().waitFor();
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(token);
      const caller = new Caller(world.baseUrl, token);
      expect((await caller.get(world.project('HAM'))).status).toBe(200);
      expectRefusal(await caller.get(world.project('WEB')), 'NOT_FOUND');

      await page.reload();
      await row(page, 'reports at night').waitFor();
      expect(await page.content()).not.toContain(token);
      await page.getByRole('button', { name: 'Revoke the token reports at night' }).click();
      await page.getByRole('dialog', { name: 'Revoke reports at night?' }).waitFor();
      await page.getByRole('button', { name: 'Revoke token' }).click();
      await page.getByText('The token reports at night is revoked.').first().waitFor();
      await row(page, 'reports at night').waitFor({ state: 'detached' });
      await eventually('the end of the token', async () =>
        (await caller.get('/api/v1/me')).status === 401 ? true : undefined,
      );
    }),
  );

  it(
    'need a name, a permission and a Project: each is asked for at its place, and nothing is sent before',
    inBrowser(async (visit) => {
      const page = await open(visit, 'member', '/tokens/new');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request.url());
      });
      await page.getByLabel('Days until it expires').fill('0');
      await page.getByLabel('Only these Projects').check();
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText('Give the token a name').waitFor();
      await page.getByText('Choose at least one permission.').waitFor();
      await page.getByText('Choose at least one Project').waitFor();
      await page.getByText('Choose a whole number of days from 1 to 366.').waitFor();
      const name = page.getByLabel('Name', { exact: true });
      expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
      await visit.shot('settings-token-problems');
      expect(sent).toEqual([]);
    }),
  );
});

describe('The settings: appearance and keys', () => {
  it(
    'are kept in this browser',
    inBrowser(async (visit) => {
      const page = await open(visit, 'owner', '/appearance');
      await page.getByLabel('Dark').check();
      await page.getByRole('switch', { name: 'Shortcuts of a single key' }).click();
      await visit.shot('settings-appearance');
      await page.reload();
      expect(await page.getByLabel('Dark').isChecked()).toBe(true);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
      const keys = page.getByRole('switch', { name: 'Shortcuts of a single key' });
      expect(await keys.getAttribute('aria-checked')).toBe('false');
      await page.getByLabel('Follow system').check();
      await keys.click();
    }),
  );

  it(
    'are four pages, each with an address, a title and a heading; others do not exist',
    inBrowser(async (visit) => {
      const page = await open(visit, 'admin');
      for (const [name, place] of [
        ['Password and sessions', '/settings/security'],
        ['Access tokens', '/settings/tokens'],
        ['Appearance and keys', '/settings/appearance'],
        ['Profile', '/settings'],
      ] as const) {
        await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
        expect(new URL(page.url()).pathname).toBe(place);
        expect(await page.title()).toContain(name);
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      }
      await page.goto('/settings/of-nobody');
      await page.getByText('This page does not exist').waitFor();
    }),
  );
});

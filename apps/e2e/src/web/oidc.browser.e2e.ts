import { inBrowser, type Visit } from '../kit/browser.js';
import { Facts } from '../kit/facts.js';
import { type RealProvider, startRealProvider } from '../kit/oidc-provider.js';
import { freePort } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

let provider: RealProvider;
let server: RunningServer;
/** Without passwords, and with a second provider that is away. */
let alone: RunningServer;
let world: World;

beforeAll(async () => {
  const port = await freePort();
  provider = await startRealProvider(`http://127.0.0.1:${port}`, {
    grace: { email: 'grace@example.test', name: 'Grace Hopper' },
  });
  const environment = {
    ...provider.environment,
    OIDC_CREATE_USERS: 'true',
    OIDC_ORGANIZATION: theRun().worlds['web-oidc'].slug,
  };
  server = await startServer({ postgresUrl, template, port, environment });
  const away = { OIDC_2_ISSUER: 'http://127.0.0.1:9', OIDC_2_CLIENT_ID: 'x', OIDC_2_NAME: 'A provider that is away' };
  alone = await startServer({
    postgresUrl,
    databaseUrl: server.databaseUrl,
    environment: { ...environment, ...away, PASSWORD_SIGN_IN: 'off' },
  });
  world = new World('web-oidc', server.baseUrl, server.databaseUrl);
});

afterAll(async () => {
  await alone.stop();
  await server.stop();
  await provider.stop();
});

type Page = Visit['page'];

const at =
  (which: () => RunningServer, test: (visit: Visit) => Promise<void>): (() => Promise<void>) =>
  // The address is known only when the tests run.
  () =>
    inBrowser(test, { origin: which().baseUrl })();

const expectHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Lets the pages of the provider open, without the font that they want from elsewhere. */
async function admitProvider(visit: Visit): Promise<void> {
  visit.admitOrigin(provider.url);
  const fonts = 'https://fonts.googleapis.com';
  visit.admitOrigin(fonts);
  await visit.context.route(`${fonts}/**`, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
}

/** Fills in the forms of the provider. */
async function throughForms(page: Page): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill('grace');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('Signing in with a provider', () => {
  it(
    'is one button of the sign-in page, which comes back signed in at the page that was asked for',
    at(
      () => server,
      async (visit) => {
        const { page } = visit;
        await admitProvider(visit);
        await page.goto(`${server.baseUrl}/o/${world.slug}/WEB`);
        await expectHeading(page, 'Sign in to Worktrack');
        await visit.shot('sign-in-provider');
        await page.setViewportSize({ width: 390, height: 844 });
        await visit.picture('sign-in-provider-light-390');
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
        await throughForms(page);
        await expectHeading(page, 'List');
        expect(new URL(page.url()).pathname).toBe(`/o/${world.slug}/WEB`);
        await page.getByRole('button', { name: 'grace@example.test' }).waitFor();
        const names = (await visit.context.cookies(server.baseUrl)).map(({ name }) => name);
        expect(names.filter((name) => name.startsWith('worktrack')).sort()).toEqual(['worktrack', 'worktrack-browser']);
      },
    ),
  );

  it(
    'works by keyboard alone',
    at(
      () => server,
      async (visit) => {
        const { page } = visit;
        await admitProvider(visit);
        await page.goto(`${server.baseUrl}/sign-in`);
        await expectHeading(page, 'Sign in to Worktrack');
        const link = page.getByRole('link', { name: 'Sign in with Example ID' });
        for (let tab = 0; tab < 6 && !(await link.evaluate((one) => one === document.activeElement)); tab += 1) {
          await page.keyboard.press('Tab');
        }
        await page.keyboard.press('Enter');
        await page.getByPlaceholder('Enter any login').waitFor();
      },
    ),
  );

  it(
    'that fails says why in the sign-in page, whose address has nothing of it, and a password still signs in',
    at(
      () => server,
      async (visit) => {
        const { page } = visit;
        visit.expectRefusal(400, /^\/api\/session\/oidc\/callback$/);
        await page.goto(`${server.baseUrl}/api/session/oidc/callback?code=x&state=y`);
        await expectHeading(page, 'Sign in to Worktrack');
        await page.getByRole('alert').getByText('was not begun in this browser').waitFor();
        expect(page.url()).toBe(`${server.baseUrl}/sign-in`);
        await visit.shot('sign-in-provider-failed');
        await page.getByLabel('E-mail').waitFor();
      },
    ),
  );

  it(
    'over a page whose session has ended keeps what was typed, in a tab of its own',
    at(
      () => server,
      async (visit) => {
        const { page, context } = visit;
        await admitProvider(visit);
        visit.expectRefusal(401, /./);
        await page.goto(`${server.baseUrl}/sign-in`);
        await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
        await throughForms(page);
        await expectHeading(page, 'My Work');
        await page.goto(`${server.baseUrl}/settings`);
        await page.getByRole('button', { name: /your username in/ }).click();
        const username = page.getByLabel(/^Username in/);
        await username.fill('typed-before');
        const [session] = (await context.cookies(server.baseUrl)).filter(({ name }) => name === 'worktrack');
        await new Facts(server.databaseUrl).endSessionsOf('grace@example.test');
        await new Promise((resolve) => setTimeout(resolve, 1_100));
        await username.press('Enter');
        await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
        await visit.shot('sign-in-again-provider');
        const [tab] = await Promise.all([
          context.waitForEvent('page'),
          page.getByRole('link', { name: 'Sign in with Example ID' }).click(),
        ]);
        // The provider knows the person still.
        await expectHeading(tab, 'My Work');
        await tab.close();
        await page.bringToFront();
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' });
        expect(await username.inputValue()).toBe('typed-before');
        const [fresh] = (await context.cookies(server.baseUrl)).filter(({ name }) => name === 'worktrack');
        expect(fresh?.value).not.toBe(session?.value);
      },
    ),
  );
});

describe('The settings of somebody whom a provider has signed in', () => {
  it(
    'lead to the provider when the sign-in is too old to set the first password, and back',
    at(
      () => server,
      async (visit) => {
        const { page, context } = visit;
        await admitProvider(visit);
        visit.expectRefusal(409, /^\/api\/me\/password$/);
        await page.goto(`${server.baseUrl}/sign-in`);
        await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
        await throughForms(page);
        await expectHeading(page, 'My Work');
        const ids = await context.request.get(`${server.baseUrl}/api/me/sessions`);
        const { items } = (await ids.json()) as { items: { id: string }[] };
        const facts = new Facts(server.databaseUrl);
        for (const { id } of items) await facts.ageSession(id, 'created_at', '16 minutes');
        await page.goto(`${server.baseUrl}/settings/security`);
        const set = async () => {
          await page.getByLabel('New password', { exact: true }).fill('a first walk by the river');
          await page.getByRole('button', { name: 'Set password' }).press('Enter');
        };
        await set();
        await page.getByRole('alert').getByText('Sign in again first').waitFor();
        await visit.shot('first-password-sign-in-again');
        await page.getByRole('link', { name: 'Sign in again with Example ID' }).press('Enter');
        await page.getByRole('button', { name: 'Set password' }).waitFor();
        expect(new URL(page.url()).pathname).toBe('/settings/security');
        await set();
        await page.getByRole('button', { name: 'Change password' }).waitFor();
      },
    ),
  );
});

describe('Without passwords', () => {
  it(
    'the sign-in page has only the buttons, and says when a provider is away',
    at(
      () => alone,
      async (visit) => {
        const { page } = visit;
        await page.goto(`${alone.baseUrl}/sign-in`);
        await expectHeading(page, 'Sign in to Worktrack');
        expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
        await visit.shot('sign-in-providers-only');
        visit.expectRefusal(503, /^\/api\/session\/oidc\/begin$/);
        await page.getByRole('link', { name: 'Sign in with A provider that is away' }).click();
        await page.getByRole('alert').getByText('A provider that is away cannot be reached at the moment').waitFor();
        await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor();
      },
    ),
  );

  it(
    'the settings of a user show no password',
    at(
      () => alone,
      async (visit) => {
        const { page } = visit;
        await visit.enter(world, 'member');
        await page.goto(`${alone.baseUrl}/settings/security`);
        await expectHeading(page, 'Sessions');
        await page.getByRole('heading', { level: 2, name: 'Sessions' }).waitFor();
        // The list of sessions tells how each began.
        await page
          .getByText(/^Signed in/)
          .first()
          .waitFor();
        expect(await page.getByLabel(/password/i).count()).toBe(0);
        expect(await page.getByRole('heading', { name: /password/i }).count()).toBe(0);
      },
    ),
  );
});

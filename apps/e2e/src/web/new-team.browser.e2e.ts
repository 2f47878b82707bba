import type { Page } from 'playwright-core';
import { Visit } from '../kit/browser.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { type MailServer, startMailServer } from '../kit/mail-server.js';
import { type RealProvider, startRealProvider } from '../kit/oidc-provider.js';
import { freePort } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { newSecret, setupToken } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { choose, crumb, heading, press, tabTo } from './by-keyboard.js';

const { postgresUrl } = theRun();
const PASSWORD = 'a long walk by the river';
const ANOTHER = 'a short swim in the lake';
const [ADA, BOB, CAROL, OWNER] = ['ada@team.example', 'bob@team.example', 'carol@team.example', 'grace@team.example'];

let databaseUrl: string;
let mails: MailServer;
let provider: RealProvider;
let server: RunningServer;
const visits: Visit[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl);
  await taskResult(['db:migrate'], { databaseUrl });
  const port = await freePort();
  mails = await startMailServer();
  provider = await startRealProvider(`http://127.0.0.1:${port}`, { carol: { email: CAROL, name: 'Carol Shaw' } });
  const environment = {
    ...provider.environment,
    OIDC_CREATE_USERS: 'true',
    OIDC_ORGANIZATION: 'hopper',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Worktrack <worktrack@team.example>',
    // As in a container.
    ORGANIZATION_CREATION: 'nobody',
  };
  server = await startServer({ postgresUrl, databaseUrl, port, environment });
});

afterAll(async () => {
  for (const visit of visits.splice(0)) await visit.end();
  await server.stop();
  await provider.stop();
  await mails.close();
  await dropDatabase(postgresUrl, databaseUrl);
});

/** Begins the visit of a person, who has a browser of their own. */
async function person(timezoneId = 'UTC'): Promise<Visit> {
  const visit = await Visit.begin({ origin: server.baseUrl, timezoneId });
  visits.push(visit);
  return visit;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const password = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true });
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: text });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

/** Waits for a mail, and returns the path of the link in it. */
const linkTo = (address: string, page: string) =>
  eventually(`the mail to ${address}`, () => {
    const texts = mails.arrived.filter(({ to }) => to.includes(address)).map(({ parsed }) => parsed.text ?? '');
    const [path] = new RegExp(`/${page}#[\\w-]{43}`).exec(texts.join('\n')) ?? [];
    return Promise.resolve(path);
  });

/** Takes pictures in light and dark, as wide as a desk, a phone and the narrowest window. */
async function pictures(visit: Visit, name: string): Promise<void> {
  await visit.shot(name);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await visit.page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit.page.emulateMedia({ colorScheme });
      await visit.picture(`${name}-${colorScheme}-${width}`);
    }
  }
  await visit.page.emulateMedia({ colorScheme: null });
  await visit.page.setViewportSize({ width: 1280, height: 800 });
}

async function fillAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await password(page).fill(PASSWORD);
}

it('Whoever opens a link of the set-up that is unknown or not complete reads what to do', async () => {
  const visit = await person();
  visit.expectRefusal(404, /^\/api\/setup\/check$/);
  const seen = new Set<string>();
  for (const place of [`/setup#${newSecret()}`, '/setup#x', '/setup']) {
    await visit.open('/robots.txt');
    await visit.open(place);
    await heading(visit.page, 'This link does not work').waitFor();
    expect(visit.page.url()).toBe(`${server.baseUrl}/setup`);
    seen.add(await visit.page.getByRole('main').innerText());
  }
  expect(seen.size).toBe(1);
  await pictures(visit, 'setup-broken');
  expect(await visit.reckoning()).toEqual([]);
});

it('A new team works from the first start on in the browser alone: set-up, three colleagues by three ways, roles, a forgotten password, a removal', async () => {
  // The owner sets the server up, by the keyboard.
  const owner = await person('America/New_York');
  const { page } = owner;
  await owner.open(`/setup#${await setupToken(server)}`);
  await page.getByLabel('Your name').waitFor();
  expect(page.url()).toBe(`${server.baseUrl}/setup`);
  expect(await page.getByLabel('Time zone').inputValue()).toBe('America/New_York');
  await pictures(owner, 'setup');
  for (const [label, text] of [
    ['Your name', 'Grace Hopper'],
    ['E-mail', OWNER],
    ['Password', 'grace hopper'],
    ['Organization', 'Hopper'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  owner.expectRefusal(400, /^\/api\/setup$/);
  await press(page, 'Enter');
  await page.getByText('The password must not be').waitFor();
  await pictures(owner, 'setup-password');
  await password(page).fill(PASSWORD);
  await choose(page, button(page, 'Set up'));
  await heading(page, 'Hopper').waitFor();
  expect(page.url()).toBe(`${server.baseUrl}/o/hopper`);

  // A Project to work in.
  await button(page, 'New Project').first().click();
  const project = page.getByRole('dialog', { name: 'New Project' });
  await project.getByLabel('Name').fill('Compiler');
  await project.getByLabel('Key').fill('COM');
  await project.getByRole('button', { name: 'Create' }).click();
  await crumb(page, 'Compiler').waitFor();

  // One colleague is invited by mail.
  await owner.open('/o/hopper/settings/invitations');
  await page.getByLabel('Addresses').fill(`Ada Lovelace <${ADA}>`);
  await page.getByLabel('Message (optional)').fill('Come and build with us.');
  await button(page, 'Invite').click();
  await page.getByText('A mail with the link is on its way.').waitFor();
  await pictures(owner, 'team-invitations');
  const ada = await person();
  await ada.open(await linkTo(ADA, 'invitation'));
  await heading(ada.page, 'Join Hopper?').waitFor();
  await fillAccount(ada.page, 'Ada Lovelace');
  await pictures(ada, 'team-acceptance');
  await password(ada.page).press('Enter');
  await heading(ada.page, 'Hopper').waitFor();

  // One follows the join link.
  await button(page, 'Make a join link …').click();
  await button(page, 'Make the link').click();
  const link = page.getByRole('textbox', { name: 'Join link', exact: true });
  await link.waitFor();
  const bob = await person();
  await bob.open(new URL(await link.inputValue()).pathname + new URL(await link.inputValue()).hash);
  await bob.page.getByLabel('E-mail').fill(BOB);
  await fillAccount(bob.page, 'Bob Kahn');
  await pictures(bob, 'team-join-link');
  await password(bob.page).press('Enter');
  await heading(bob.page, 'Hopper').waitFor();

  // One signs in with the provider of identities.
  const carol = await person();
  const fonts = 'https://fonts.googleapis.com';
  for (const other of [provider.url, fonts]) carol.admitOrigin(other);
  await carol.context.route(`${fonts}/**`, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  await carol.open('/o/hopper');
  await carol.page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await carol.page.getByPlaceholder('Enter any login').fill('carol');
  await carol.page.getByPlaceholder('and password').fill('any');
  await button(carol.page, 'Sign-in').click();
  await button(carol.page, 'Continue').click();
  await heading(carol.page, 'Hopper').waitFor();

  // Bob takes work.
  await bob.open('/o/hopper/COM');
  await crumb(bob.page, 'Compiler').waitFor();
  await press(bob.page, 'c');
  const form = bob.page.getByRole('dialog', { name: 'Create a Work Item' });
  await form.getByLabel('Title').fill('Parser');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await bob.open('/o/hopper/items/COM-1');
  await heading(bob.page, 'Parser').waitFor();
  await press(bob.page, 'a');
  await bob.page.getByRole('combobox', { name: 'Assignee of COM-1' }).waitFor();
  await bob.page.keyboard.type('Bob Kahn');
  await bob.page.getByRole('option', { name: 'Bob Kahn' }).waitFor();
  await press(bob.page, 'Enter');
  await bob.page.getByRole('button', { name: /^Assignee: Bob Kahn/ }).waitFor();

  // Ada becomes an administrator.
  await owner.open('/o/hopper/settings/members');
  for (const address of [OWNER, ADA, BOB, CAROL]) await row(page, address).waitFor();
  await button(page, 'Role of Ada Lovelace: Member').click();
  const role = page.getByRole('dialog', { name: 'Role of Ada Lovelace' });
  await role.getByRole('radio', { name: 'Admin' }).check();
  await role.getByRole('button', { name: 'Save' }).click();
  await notices(page).getByText('Ada Lovelace is Admin now.').waitFor();
  await pictures(owner, 'team-members');

  // Ada has forgotten her password.
  await ada.page.getByRole('button', { name: ADA }).click();
  await ada.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await ada.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(ada.page, 'Forgot your password?').waitFor();
  await ada.page.getByLabel('E-mail').fill(ADA);
  await ada.page.keyboard.press('Enter');
  await ada.open(await linkTo(ADA, 'welcome'));
  await button(ada.page, 'Sign in')
    .or(ada.page.getByRole('button', { name: /^Sign in as/ }))
    .click();
  await password(ada.page, 'New password').fill(ANOTHER);
  await password(ada.page, 'Repeat the password').fill(ANOTHER);
  await ada.page.keyboard.press('Enter');
  await heading(ada.page, 'My Work').waitFor();

  // She removes Bob, and gives his work to Carol.
  await ada.open('/o/hopper/settings/members');
  await button(ada.page, 'Actions for Bob Kahn').click();
  await ada.page.getByRole('menuitem', { name: 'Remove …' }).click();
  const removal = ada.page.getByRole('dialog', { name: 'Remove Bob Kahn?' });
  await removal.getByText('One open Work Item goes to nobody.').waitFor();
  await removal.getByRole('button', { name: 'Choose who gets them …' }).click();
  await ada.page.keyboard.type('Carol');
  await ada.page.getByRole('option', { name: 'Carol Shaw' }).waitFor();
  await ada.page.keyboard.press('Enter');
  await removal.getByText('One open Work Item goes to Carol Shaw.').waitFor();
  await removal.getByRole('button', { name: 'Remove', exact: true }).click();
  await row(ada.page, BOB).waitFor({ state: 'detached' });
  await bob.open('/');
  await bob.page.getByText('You do not belong to an Organization yet.').waitFor();
  await carol.open('/o/hopper/items/COM-1');
  await carol.page.getByRole('button', { name: /^Assignee: Carol Shaw/ }).waitFor();

  for (const visit of visits) expect(await visit.reckoning()).toEqual([]);
}, 240_000);

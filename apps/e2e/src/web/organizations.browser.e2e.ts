import type { Page } from 'playwright-core';
import { inBrowser, Visit } from '../kit/browser.js';
import { untilKnownEverywhere } from '../kit/changed-access.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { theRun } from '../kit/run.js';
import { startServer } from '../kit/server.js';
import { signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';
import { hasFocus } from './by-keyboard.js';

const world = new World('web-organizations');

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** An Organization of the traveller, who owns no other. */
async function givenOrganization(name: string, slug: string): Promise<void> {
  const { status, text } = await (await signedIn(world, 'traveller')).post('/api/x/organizations', { name, slug });
  if (status !== 201) throw new Error(`No Organization: ${status} ${text}`);
}

/** Changes the Organization as its owner does elsewhere. */
async function changedElsewhere(slug: string, changes: object): Promise<void> {
  const target = `/api/x/organizations/${slug}`;
  const { status, text } = await (await signedIn(world, 'traveller')).patch(target, changes, { ifMatch: '*' });
  if (status !== 200) throw new Error(`The Organization was not changed: ${status} ${text}`);
}

const openSettings = async (visit: Visit, slug: string): Promise<void> => {
  await visit.enter(world, 'traveller');
  await visit.open(`/o/${slug}/settings`);
  await visit.page.getByLabel('Name', { exact: true }).waitFor();
};

describe('A user without an Organization', () => {
  it(
    'creates the first one from the empty page, with an address that follows from the name',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'newcomer');
      await visit.open('/');
      await page.getByText('You do not belong to an Organization yet.').waitFor();
      await visit.shot('no-organization');
      await page.getByRole('link', { name: 'Create an Organization' }).click();
      await heading(page, 'New Organization').waitFor();
      const [name, slug] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Slug')];
      await name.fill('Kühl & Company');
      expect(await slug.inputValue()).toBe('kuhl-company');
      await visit.shot('new-organization');
      await page.getByLabel('Description').fill('Scales of every kind.');
      // Proposed from the browser, which is in UTC here.
      expect(await page.getByLabel('Time zone').inputValue()).toBe('UTC');
      await page.getByLabel('Time zone').selectOption('Europe/Berlin');
      await button(page, 'Create').click();
      await heading(page, 'Kühl & Company').waitFor();
      expect(pathOf(page)).toBe('/o/kuhl-company');
      // The sidebar knows it without another visit.
      await page.getByRole('button', { name: 'Kühl & Company' }).first().waitFor();
      await page.getByText('There is no Project yet.').waitFor();
      await visit.shot('organization-new');
      const { body } = await (await signedIn(world, 'newcomer')).get('/api/x/organizations/kuhl-company');
      expect(body).toMatchObject({ description: 'Scales of every kind.', timeZone: 'Europe/Berlin' });
      await page.goto('/');
      await page.getByText('No open Work Item is assigned to you.').waitFor();
    }),
  );
});

describe('A new Organization', () => {
  it(
    'is created by keyboard from the palette; what is wrong is said at its field, and nothing that was typed is lost',
    inBrowser(async (visit) => {
      const { page } = visit;
      await givenOrganization('Taken', 'taken-here');
      await visit.enter(world, 'member');
      await visit.open('/');
      await page.getByRole('link', { name: 'My Work' }).first().waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('create an org');
      await page.keyboard.press('Enter');
      await heading(page, 'New Organization').waitFor();
      const [name, slug] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Slug')];
      await name.focus();
      await page.keyboard.type('By keyboard');
      await page.keyboard.press('Tab');
      expect(await hasFocus(slug)).toBe(true);
      await page.keyboard.type('-x');
      await page.keyboard.press('Enter');
      await page.getByText('is not a slug').waitFor();
      visit.expectRefusal(409, /\/organizations$/);
      await slug.fill('taken-here');
      await page.keyboard.press('Enter');
      await page.getByText('The slug “taken-here” is taken. Choose another one.').waitFor();
      expect(await slug.getAttribute('aria-invalid')).toBe('true');
      expect(await name.inputValue()).toBe('By keyboard');
      await visit.shot('new-organization-taken');
      await slug.fill('by-keyboard');
      await page.keyboard.press('Enter');
      await heading(page, 'By keyboard').waitFor();
    }),
  );

  it(
    'is offered where Organizations are switched',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'colleague');
      await visit.open('/');
      await page
        .getByRole('button', { name: `Home of ${world.slug}` })
        .first()
        .click();
      await visit.picture('organization-switch');
      await page.getByRole('menuitem', { name: 'New Organization …' }).click();
      await heading(page, 'New Organization').waitFor();
    }),
  );
});

describe('The address of an Organization by a slug that it had before', () => {
  it(
    'leads to the present one, from outside and in the page, which shows the new address',
    inBrowser(async (visit) => {
      const { page } = visit;
      await givenOrganization('Moved', 'moved-from');
      await changedElsewhere('moved-from', { slug: 'moved-to' });
      await visit.enter(world, 'traveller');
      await visit.open('/o/moved-from/people');
      await heading(page, 'People').waitFor();
      expect(pathOf(page)).toBe('/o/moved-to/people');
      // The page learns of another change by a link in it.
      await changedElsewhere('moved-to', { slug: 'moved-on' });
      await untilKnownEverywhere();
      await page.getByRole('link', { name: 'My Work' }).first().click();
      await heading(page, 'My Work').waitFor();
      await page.evaluate(() => {
        const link = document.createElement('a');
        [link.href, link.textContent] = ['/o/moved-from', 'An old link'];
        document.querySelector('main')?.prepend(link);
      });
      await page.getByText('An old link').click();
      await heading(page, 'Moved').waitFor();
      expect(pathOf(page)).toBe('/o/moved-on');
    }),
  );
});

describe('A server where only the operator creates Organizations', () => {
  it('offers no new one anywhere, and says whom to ask', async () => {
    const { postgresUrl, template } = theRun();
    const databaseUrl = await createDatabase(postgresUrl, template);
    const server = await startServer({
      postgresUrl,
      databaseUrl,
      environment: { ORGANIZATION_CREATION: 'nobody' },
    });
    const visit = await Visit.begin({ origin: server.baseUrl });
    try {
      const { page } = visit;
      const there = new World('web-organizations', server.baseUrl, databaseUrl);
      await visit.enter(there, 'member');
      await visit.open('/organizations/new');
      await page.getByText('Only the operator of this server creates Organizations. Ask the operator').waitFor();
      expect(await page.getByLabel('Name', { exact: true }).count()).toBe(0);
      await visit.shot('new-organization-refused');
      await page
        .getByRole('button', { name: `Home of ${world.slug}` })
        .first()
        .click();
      await page.getByRole('menuitem', { name: `Home of ${world.slug}` }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'New Organization …' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('organization');
      await page.getByRole('option').first().waitFor();
      expect(await page.getByRole('option', { name: 'Create an Organization' }).count()).toBe(0);
      await page.keyboard.press('Escape');

      await visit.context.clearCookies();
      await visit.enter(there, 'newcomer');
      await visit.open('/');
      await page.getByText('You do not belong to an Organization yet. Ask the operator').waitFor();
      expect(await page.getByRole('link', { name: 'Create an Organization' }).count()).toBe(0);
      await visit.shot('no-organization-refused');
      expect(await visit.reckoning()).toEqual([]);
    } finally {
      await visit.end();
      await server.stop();
      await dropDatabase(postgresUrl, databaseUrl);
    }
  });
});

describe('The settings of an Organization', () => {
  it(
    'are hidden from members, who find nothing there',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}`);
      await page.getByRole('link', { name: 'Hammer' }).first().waitFor();
      expect(await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('create an org');
      await page.getByRole('option', { name: 'Create an Organization' }).waitFor();
      await page.getByRole('combobox').fill('settings and');
      expect(await page.getByRole('option', { name: 'Settings and members' }).count()).toBe(0);
      for (const place of ['settings', 'settings/members']) {
        await visit.open(`/o/${world.slug}/${place}`);
        await heading(page, 'Not found').waitFor();
      }
    }),
  );

  it(
    'let an administrator change the name, and not the slug',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'admin');
      await visit.open(`/o/${world.slug}`);
      await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByText('Only an owner changes it.').waitFor();
      expect(await page.getByLabel('Slug').getAttribute('readonly')).not.toBeNull();
      expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
      await page.getByLabel('Description').fill('By an administrator');
      await page.getByLabel('Time zone').selectOption('America/Los_Angeles');
      await page.getByText('No instant changes.').waitFor();
      await button(page, 'Save').click();
      await page.getByRole('region', { name: 'Notices' }).getByText('is saved.').waitFor();
      const { body } = await world.admin.get(`/api/x/organizations/${world.slug}`);
      expect(body).toMatchObject({ description: 'By an administrator', timeZone: 'America/Los_Angeles' });
    }),
  );

  it(
    'join a change by somebody else, and ask where both changed the same',
    inBrowser(async (visit) => {
      const { page } = visit;
      await givenOrganization('Changed by two', 'changed-by-two');
      await openSettings(visit, 'changed-by-two');
      await page.getByLabel('Name', { exact: true }).fill('Mine');
      await changedElsewhere('changed-by-two', { name: 'Theirs', description: 'Also theirs' });
      visit.expectRefusal(412, /changed-by-two$/);
      await button(page, 'Save').click();
      await page
        .getByRole('alert', { name: 'Changed elsewhere' })
        .getByText('Theirs', { exact: true })
        .last()
        .waitFor();
      await visit.shot('organization-settings-conflict');
      await button(page, 'Use mine').click();
      await button(page, 'Save').click();
      await page.getByRole('button', { name: 'Mine' }).first().waitFor();
      expect(await page.getByLabel('Description').inputValue()).toBe('Also theirs');
    }),
  );

  it(
    'lead to the new address after a change of the slug, and say before what becomes of the old one',
    inBrowser(async (visit) => {
      const { page } = visit;
      await givenOrganization('Moving', 'moving-from');
      await openSettings(visit, 'moving-from');
      const slug = page.getByLabel('Slug');
      await slug.fill('no_slug');
      await page.getByText('“no_slug” is not a slug.').waitFor();
      expect(await button(page, 'Save').getAttribute('aria-disabled')).toBe('true');
      await slug.fill('moving-to');
      await page
        .getByText('For 90 days “moving-from” leads to the new one in the browser, and nobody else gets it.')
        .waitFor();
      await visit.shot('organization-settings-slug');
      await button(page, 'Save').click();
      await page.waitForURL('**/o/moving-to/settings');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organization' }).click();
      await heading(page, 'Moving').waitFor();
      expect(pathOf(page)).toBe('/o/moving-to');
    }),
  );

  it(
    'remove it only for its slug typed again; its owner sees until when it can be kept, and keeps it',
    inBrowser(async (visit) => {
      const { page } = visit;
      await givenOrganization('To remove', 'to-remove');
      await openSettings(visit, 'to-remove');
      await visit.shot('organization-settings');
      await button(page, 'Remove To remove …').click();
      const dialog = page.getByRole('dialog', { name: 'Remove To remove?' });
      const typed = dialog.getByLabel('Type the slug “to-remove” to remove it');
      await typed.fill('to-remov');
      await page.keyboard.press('Enter');
      expect(await dialog.getByRole('button', { name: 'Remove', exact: true }).getAttribute('aria-disabled')).toBe(
        'true',
      );
      await visit.shot('organization-removal');
      await typed.fill('to-remove');
      await page.keyboard.press('Enter');
      await page.getByText('To remove is going to be deleted on').waitFor();
      expect(pathOf(page)).toBe('/o/to-remove');
      await visit.shot('organization-removed');
      await button(page, 'Keep this Organization').click();
      await page.getByText('There is no Project yet.').waitFor();
      const { body } = await (await signedIn(world, 'traveller')).get('/api/x/organizations/to-remove');
      expect(body.removalDueAt).toBeNull();
    }),
  );
});

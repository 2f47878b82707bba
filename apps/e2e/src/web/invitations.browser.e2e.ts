import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { inBrowser, Visit } from '../kit/browser.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { startMailServer } from '../kit/mail-server.js';
import { theRun } from '../kit/run.js';
import { startServer } from '../kit/server.js';
import { Browser, PLAIN, newSecret } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { heading } from './by-keyboard.js';

const world = new World('web-invitations');
const XORG = `/api/x/organizations/${world.slug}`;
const PAGE = `/o/${world.slug}/settings/invitations`;
const HOME = `Home of ${world.slug}`;
const PASSWORD = 'a long walk by the river';

const somebody = (): string => `${randomUUID()}@invited.example`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const pending = (page: Page) => page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
const linkFor = (page: Page, email: string) => page.getByRole('textbox', { name: `Link for ${email}` });
/** The page of a link, on the server of the visit. */
const placeOf = (url: string): string => `/invitation${new URL(url).hash}`;

async function invited(email = somebody(), role = 'member') {
  const { body } = await world.owner.post(`${XORG}/invitations`, { invitations: [{ email, role }] });
  const { url, id } = body.results[0].invitation;
  return { email, id, place: placeOf(url) };
}

const memberOf = async (email: string) =>
  (await world.owner.get(`${XORG}/members?q=${encodeURIComponent(email)}`)).body.items[0];

/** Opens the page of the invitations, which asks for the join link that there need not be. */
async function openInvitations(visit: Visit, user: string): Promise<void> {
  await visit.enter(world, user);
  await visit.open(PAGE);
  await visit.page.getByLabel('Addresses').waitFor();
  await visit.page.waitForLoadState('networkidle');
}

beforeEach(async () => {
  await world.owner.delete(`${XORG}/join-link`);
});

describe('The invitations of an Organization', () => {
  it(
    'are made of pasted addresses; each person has a result, and what was refused stays in the field',
    inBrowser(async (visit) => {
      const { page } = visit;
      const [first, second] = [somebody(), somebody()];
      await openInvitations(visit, 'owner');
      // The page says before that no mail goes out, and asks for nothing that only stands in a mail.
      await page.getByText('Mail is not set up: each link is shown to you once').waitFor();
      expect(await page.getByLabel('Message (optional)').count()).toBe(0);
      const field = page.getByLabel('Addresses');
      await field.fill(`Ada Lovelace <${first}>, nobody ${second}`);
      await button(page, 'Invite 2 people').click();
      await page.getByText('Not an address: “nobody”.').waitFor();
      await visit.shot('invitations-wrong');
      await field.fill(`Ada Lovelace <${first}>, ${second}\n${world.user('member').email}`);
      await page.getByRole('radio', { name: 'Admin' }).check();
      await button(page, 'Invite 3 people').click();
      await page.getByText('2 people are invited').waitFor();
      await page.getByText('Copy the links now:').waitFor();
      await page.getByRole('group', { name: 'Results' }).getByText('is a member already.').waitFor();
      expect(await field.inputValue()).toBe(world.user('member').email);
      expect(await linkFor(page, first).inputValue()).toMatch(/\/invitation#[\w-]{43}$/);
      await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await button(page, `Copy: Link for ${second}`).click();
      await button(page, `Copied: Link for ${second}`).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await linkFor(page, second).inputValue());
      const row = pending(page).filter({ hasText: first });
      await row.getByText(`Admin · invited by ${world.user('owner').name}`).waitFor();
      await row.getByText('No mail was sent').waitFor();
      await visit.shot('invitations');
    }),
  );

  it(
    'of an administrator are for members; no link is shown again, and a renewed one is another',
    inBrowser(async (visit) => {
      const { page } = visit;
      const [admin, member] = [await invited(somebody(), 'admin'), await invited()];
      await openInvitations(visit, 'admin');
      await page.getByText('They join as Member.').waitFor();
      await page.getByText('An owner makes and ends it.').waitFor();
      expect(await page.content()).not.toContain(member.place.split('#')[1]);
      await button(page, `Actions for ${admin.email}`).click();
      await page.getByRole('menuitem', { name: 'Revoke …' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Renew' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await button(page, `Actions for ${member.email}`).click();
      await page.getByRole('menuitem', { name: 'Renew' }).click();
      const link = linkFor(page, member.email);
      await link.waitFor();
      const renewed = placeOf(await link.inputValue());
      expect(renewed).not.toBe(member.place);
      await button(page, `Actions for ${member.email}`).click();
      await page.getByRole('menuitem', { name: 'Revoke …' }).click();
      await visit.shot('invitation-revoke');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await notices(page).getByText(`The invitation of ${member.email} is revoked.`).waitFor();
      await pending(page).filter({ hasText: member.email }).waitFor({ state: 'detached' });
      await link.waitFor({ state: 'detached' });
      visit.expectRefusal(404, /^\/api\/invitation$/);
      await visit.open(renewed);
      await heading(page, 'This invitation does not work').waitFor();
    }),
  );

  it(
    'are hidden from members',
    inBrowser(async (visit) => {
      await visit.enter(world, 'member');
      await visit.open(PAGE);
      await heading(visit.page, 'Not found').waitFor();
    }),
  );
});

describe('Whoever follows an invitation', () => {
  it(
    'makes an account with name and password; the token is not in the address',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { email, place } = await invited();
      await visit.open(place);
      await heading(page, `Join ${HOME}?`).waitFor();
      expect(new URL(page.url()).hash).toBe('');
      await page.getByText(`invites ${email} to ${HOME} as Member.`).waitFor();
      await visit.shot('invitation');
      await page.getByLabel('Your name').fill('Grace Hopper');
      await page.getByLabel('Password', { exact: true }).fill('short');
      visit.expectRefusal(400, /^\/api\/invitation\/acceptance$/);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('The password').waitFor();
      await visit.shot('invitation-password');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await heading(page, HOME).waitFor();
      await page.getByRole('link', { name: 'Hammer' }).first().waitFor();
      expect(await memberOf(email)).toMatchObject({ name: 'Grace Hopper', role: 'member' });
      await page.reload();
      await heading(page, HOME).waitFor();
    }),
  );

  it(
    'joins by a session of the address, after one question',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { email } = world.user('stranger');
      const { place } = await invited(email, 'admin');
      await visit.enter(world, 'stranger');
      await visit.open(place);
      await page.getByText('invites you to').waitFor();
      await button(page, `Join ${HOME}`).click();
      await heading(page, HOME).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).waitFor();
      expect(await memberOf(email)).toMatchObject({ role: 'admin' });
    }),
  );

  it(
    'with a session of another address is asked first, and can go on as the one that is invited',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { email, place } = await invited();
      await visit.enter(world, 'member');
      await visit.open(place);
      await page.getByText('The invitation is for another address.').waitFor();
      await visit.shot('invitation-other');
      await button(page, `Sign out and go on as ${email}`).click();
      await page.getByLabel('Your name').fill('Another person');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await button(page, 'Create the account and join').click();
      await heading(page, HOME).waitFor();
      expect(await memberOf(email)).toMatchObject({ name: 'Another person' });
    }),
  );

  it(
    'with an account signs in first',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { email } = await invited();
      await taskResult(['user:create', '--email', email, '--name', 'Known already'], world);
      await taskResult(['user:password', '--email', email], { databaseUrl: world.databaseUrl, input: PASSWORD });
      const { place } = await invited(email);
      await visit.open(place);
      await page.getByText('Sign in, and join then.').waitFor();
      expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await button(page, `Join ${HOME}`).click();
      await heading(page, HOME).waitFor();
      expect(await memberOf(email)).toMatchObject({ name: 'Known already' });
    }),
  );

  it(
    'sees one page when it is unknown, used, revoked or expired',
    inBrowser(async (visit) => {
      const { page } = visit;
      const [used, revoked, expired] = [await invited(), await invited(), await invited()];
      const account = { token: used.place.split('#')[1], name: 'Used', password: PASSWORD };
      await new Browser(world.baseUrl).post('/api/invitation/acceptance', account, PLAIN);
      await world.owner.delete(`${XORG}/invitations/${revoked.id}`);
      await new Facts(world.databaseUrl).endInvitation(expired.id);
      const seen = new Set<string>();
      visit.expectRefusal(404, /^\/api\/invitation$/);
      for (const place of [used.place, revoked.place, expired.place, `/invitation#${newSecret()}`, '/invitation#x']) {
        await visit.open('/robots.txt');
        await visit.open(place);
        await heading(page, 'This invitation does not work').waitFor();
        seen.add(await page.getByRole('main').innerText());
      }
      expect(seen.size).toBe(1);
      await visit.open('/robots.txt');
      await visit.open('/invitation');
      await heading(page, 'This invitation does not work').waitFor();
      await visit.shot('invitation-broken');
    }),
  );
});

describe('The join link', () => {
  it(
    'is made by an owner with days and uses, shown once, and ended; anybody with it joins as a member',
    inBrowser(async (visit) => {
      const { page } = visit;
      await openInvitations(visit, 'owner');
      await button(page, 'Make a join link …').click();
      await page.getByLabel('Days').fill('31');
      await button(page, 'Make the link').click();
      await page.getByText('A number from 1 to 30.').waitFor();
      await page.getByLabel('Days').fill('3');
      await page.getByLabel('Uses').fill('2');
      // A mail would prove the address.
      expect(await page.getByLabel('Only addresses of these domains').count()).toBe(0);
      await visit.shot('join-link-form');
      await button(page, 'Make the link').click();
      const link = page.getByRole('textbox', { name: 'Join link', exact: true });
      await link.waitFor();
      const place = placeOf(await link.inputValue());
      await page.getByText('0 of 2 uses').waitFor();
      await visit.shot('join-link');

      await visit.context.clearCookies();
      const email = somebody();
      await visit.open(place);
      await page.getByLabel('E-mail').fill(world.user('colleague').email);
      await page.getByLabel('Your name').fill('By link');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await visit.shot('join-link-visitor');
      // The address of somebody who has an account signs in first.
      visit.expectRefusal(401, /^\/api\/invitation\/acceptance$/);
      await page.keyboard.press('Enter');
      await page.getByText('Sign in, and join then.').waitFor();
      await button(page, 'I have no account yet').click();
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Your name').fill('By link');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await heading(page, HOME).waitFor();
      expect(await memberOf(email)).toMatchObject({ role: 'member' });

      await visit.context.clearCookies();
      await openInvitations(visit, 'owner');
      await page.getByText('1 of 2 uses').waitFor();
      await button(page, 'End the link').click();
      await notices(page).getByText('The join link has ended.').waitFor();
      await button(page, 'Make a join link …').waitFor();
      visit.expectRefusal(404, /^\/api\/invitation$/);
      await visit.open(place);
      await heading(page, 'This invitation does not work').waitFor();
    }),
  );
});

describe('A server that sends mail', () => {
  it('sends the links, says how far each mail is, and proves the addresses of a join link', async () => {
    const { postgresUrl, template } = theRun();
    const databaseUrl = await createDatabase(postgresUrl, template);
    const mails = await startMailServer({
      onRcptTo: ({ address }, _, decide) => {
        decide(
          address.startsWith('refused') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null,
        );
      },
    });
    const server = await startServer({
      postgresUrl,
      databaseUrl,
      environment: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'Worktrack <worktrack@example.org>' },
    });
    const visit = await Visit.begin({ origin: server.baseUrl });
    const there = new World('web-invitations', server.baseUrl, databaseUrl);
    /** The page of the link in the last mail to an address. */
    const mailedTo = (address: string) =>
      eventually(`a mail to ${address}`, () => {
        const text = mails.arrived.findLast(({ to }) => to.includes(address))?.parsed.text ?? '';
        const [token] = /(?<=\/invitation#)[\w-]{43}/.exec(text) ?? [];
        return Promise.resolve(token === undefined ? undefined : `/invitation#${token}`);
      });
    try {
      const { page } = visit;
      await visit.enter(there, 'owner');
      await visit.open(PAGE);
      await page.getByLabel('Addresses').fill('sent@example.org refused@example.org');
      expect(await page.getByText('Mail is not set up').count()).toBe(0);
      await page.getByLabel('Message (optional)').fill('Come in');
      await button(page, 'Invite 2 people').click();
      await page.getByText('A mail with the link is on its way.').first().waitFor();
      expect(await linkFor(page, 'sent@example.org').count()).toBe(0);
      await mailedTo('sent@example.org');
      await eventually('the states of the mails', async () => {
        await page.reload();
        await page.getByLabel('Addresses').waitFor();
        await page.waitForLoadState('networkidle');
        const texts = (await pending(page).allInnerTexts()).join('\n');
        return texts.includes('Mail sent') && /The mail failed.*No such mailbox/s.test(texts) ? texts : undefined;
      });
      await visit.shot('invitations-mail');
      await button(page, 'Make a join link …').click();
      await page.getByLabel('Only addresses of these domains').fill('nodomain');
      visit.expectRefusal(400, /\/join-link$/);
      await button(page, 'Make the link').click();
      await page.getByText(/^Domains /).waitFor();
      await page.getByLabel('Only addresses of these domains').fill('example.org, example.net');
      await button(page, 'Make the link').click();
      const link = page.getByRole('textbox', { name: 'Join link', exact: true });
      await link.waitFor();
      const place = placeOf(await link.inputValue());
      await visit.context.clearCookies();
      await visit.open(place);
      await page.getByLabel('E-mail').fill('proven@example.com');
      visit.expectRefusal(400, /^\/api\/invitation\/acceptance$/);
      await button(page, 'Send me the mail').click();
      await page.getByRole('alert').getByText('must be an address of example.net, example.org').waitFor();
      await page.getByLabel('E-mail').fill('proven@example.net');
      await button(page, 'Send me the mail').click();
      await heading(page, 'Check your mail').waitFor();
      await visit.shot('invitation-mailed');
      await visit.open('/robots.txt');
      await visit.open(await mailedTo('proven@example.net'));
      await page.getByLabel('Your name').fill('Proven');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await button(page, 'Create the account and join').click();
      await heading(page, HOME).waitFor();
      expect(await visit.reckoning()).toEqual([]);
    } finally {
      await visit.end();
      await server.stop();
      await mails.close();
      await dropDatabase(postgresUrl, databaseUrl);
    }
  }, 60_000);
});

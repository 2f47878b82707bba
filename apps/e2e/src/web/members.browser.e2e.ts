import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { choose, heading, press } from './by-keyboard.js';

const world = new World('web-members');
const MEMBERS = `/o/${world.slug}/settings/members`;

const rows = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

/** The members as the server has them. */
const stored = async (q: string) =>
  (await world.owner.get(`/api/x/organizations/${world.slug}/members?q=${encodeURIComponent(q)}`)).body.items;
const emailOf = (user: string): string => world.user(user).email;
const chooseAction = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('The members of an Organization', () => {
  it(
    'are shown with role, address and last day of use, fifty at a time; a text and a role find some of them',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'admin');
      await visit.open(`/o/${world.slug}`);
      await page.getByRole('main').getByRole('link', { name: 'Members', exact: true }).click();
      await rows(page).first().waitFor();
      expect(await rows(page).count()).toBe(50);
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText(emailOf('traveller')).waitFor();
      expect(await rows(page).count()).toBe(65);
      const field = page.getByLabel('Find by name, username or address');
      await field.fill('person07');
      await page.getByText('Nobody here matches.').waitFor();
      await field.fill(emailOf('person7'));
      await page.waitForFunction(() => document.querySelectorAll('ul[aria-label=Members] > li').length === 1);
      const [found] = await stored(emailOf('person7'));
      expect(found.lastActiveAt).toBeNull();
      for (const text of [
        'Person 07',
        '@person7',
        emailOf('person7'),
        'Member',
        'Never used',
        'Joined',
        'Address not confirmed',
      ]) {
        await row(page, text).waitFor();
      }
      await field.fill('');
      await page.getByLabel('Role', { exact: true }).selectOption('Owner');
      await page.waitForFunction(() => document.querySelectorAll('ul[aria-label=Members] > li').length === 1);
      await row(page, emailOf('owner')).waitFor();
      expect(new URL(page.url()).search).toBe('?role=owner');
      await page.reload();
      await row(page, emailOf('owner')).waitFor();
      expect(await rows(page).count()).toBe(1);
      await page.getByLabel('Role', { exact: true }).selectOption('All');
      await page.getByText(emailOf('admin')).waitFor();
      await visit.shot('members');
    }),
  );
});

describe('The role of a member', () => {
  it(
    'is changed by an owner with the keyboard; each choice says what it can do',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      await visit.open(`${MEMBERS}?q=person11`);
      await choose(page, page.getByRole('button', { name: 'Role of Person 11: Member' }));
      const dialog = page.getByRole('dialog', { name: 'Role of Person 11' });
      await dialog.getByText('invites and removes members').waitFor();
      await visit.shot('member-role');
      await press(page, 'ArrowUp', 'Enter');
      await notices(page).getByText('Person 11 is Admin now.').waitFor();
      await page.getByRole('button', { name: 'Role of Person 11: Admin' }).waitFor();
      expect((await stored('person11'))[0].role).toBe('admin');
    }),
  );

  it(
    'of the last owner stays, which the page says in words',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      await visit.open(`${MEMBERS}?role=owner`);
      await page.getByRole('button', { name: /^Role of .*: Owner$/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Your role' });
      await dialog.getByRole('radio', { name: 'Member' }).check();
      await dialog.getByText('You give up your own role.').waitFor();
      visit.expectRefusal(409, /\/members\//);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('An Organization keeps at least one owner').waitFor();
      await visit.shot('member-last-owner');
      expect((await stored(emailOf('owner')))[0].role).toBe('owner');
    }),
  );

  it(
    'is not an administrator’s to change, but their own downwards; the page of the settings is gone after it',
    inBrowser(async (visit) => {
      const { page } = visit;
      await world.owner.patch(`/api/x/organizations/${world.slug}/members/${world.user('person12').publicId}`, {
        role: 'admin',
      });
      await visit.enter(world, 'person12');
      await visit.open(`${MEMBERS}?q=person`);
      await row(page, 'Person 13').waitFor();
      expect(await page.getByRole('button', { name: 'Role of Person 13' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Role of Person 12: Admin' }).click();
      const dialog = page.getByRole('dialog', { name: 'Your role' });
      expect(await dialog.getByRole('radio').count()).toBe(2);
      await dialog.getByRole('radio', { name: 'Member' }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await heading(page, 'Not found').waitFor();
    }),
  );
});

describe('The removal of a member', () => {
  it(
    'counts the open Work Items and gives them to whom the administrator chooses',
    inBrowser(async (visit) => {
      const { page } = visit;
      const assigned = { assigneePublicId: world.user('person20').publicId };
      const one = await givenWorkItem(world.owner, world.project(), assigned);
      await givenWorkItem(world.owner, world.project(), assigned);
      await visit.enter(world, 'admin');
      await visit.open(`${MEMBERS}?q=person20`);
      await chooseAction(page, 'Person 20', 'Remove …');
      const dialog = page.getByRole('dialog', { name: 'Remove Person 20?' });
      await dialog.getByText('2 open Work Items go to nobody.').waitFor();
      await visit.shot('member-removal');
      // Enter comes before the members do: it takes the one that the text finds when they are there.
      let answer = (): void => undefined;
      const isTyped = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/\/users\?/, (route) => isTyped.then(() => route.continue()));
      await dialog.getByRole('button', { name: 'Choose who gets them …' }).click();
      await page.keyboard.type('Person 21');
      await page.keyboard.press('Enter');
      answer();
      await dialog.getByText('2 open Work Items go to Person 21.').waitFor();
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
      await notices(page).getByText('2 open Work Items went to Person 21.').waitFor();
      await page.getByText('Nobody here matches.').waitFor();
      const { body } = await world.owner.get(world.item(one.key));
      expect(body.assignee.id).toBe(world.user('person21').id);
    }),
  );

  it(
    'gives them to nobody unless it is said; an administrator removes no other one',
    inBrowser(async (visit) => {
      const { page } = visit;
      const item = await givenWorkItem(world.owner, world.project(), {
        assigneePublicId: world.user('person22').publicId,
      });
      await visit.enter(world, 'admin');
      await visit.open(`${MEMBERS}?role=owner`);
      await row(page, emailOf('owner')).waitFor();
      expect(await page.getByRole('button', { name: `Actions for ${world.user('owner').name}` }).count()).toBe(0);
      await visit.open(`${MEMBERS}?q=person22`);
      await chooseAction(page, 'Person 22', 'Remove …');
      const dialog = page.getByRole('dialog', { name: 'Remove Person 22?' });
      await dialog.getByText('One open Work Item goes to nobody.').waitFor();
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
      await notices(page).getByText('Person 22 is not a member any more.').waitFor();
      expect((await world.owner.get(world.item(item.key))).body.assignee).toBeNull();
    }),
  );
});

describe('A member', () => {
  it(
    'leaves, and sees the Organization no more',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'person30');
      await visit.open(`/o/${world.slug}`);
      await chooseAction(page, `Home of ${world.slug}`, `Leave Home of ${world.slug} …`);
      const dialog = page.getByRole('dialog', { name: `Leave Home of ${world.slug}?` });
      await dialog.getByText('No open Work Item is assigned.').waitFor();
      await visit.shot('member-leaves');
      await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
      await page.getByText('You do not belong to an Organization yet.').waitFor();
      expect(await stored('person30')).toEqual([]);
    }),
  );

  it(
    'who is the last owner cannot leave, which the page says in words',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'owner');
      await visit.open(`${MEMBERS}?role=owner`);
      await chooseAction(page, world.user('owner').name, 'Leave …');
      visit.expectRefusal(409, /\/members\//);
      await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
      await page.getByRole('dialog').getByText('An Organization keeps at least one owner').waitFor();
    }),
  );
});

import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-people');
const PEOPLE = `/o/${world.slug}/people`;
const member = world.user('member');
let project: string;

beforeAll(async () => {
  const { owner } = world;
  const { key } = await givenProject(owner, world.org(), { name: 'Harbour' });
  project = key;
  const target = world.project(key);
  const mine = { assigneePublicId: member.publicId };
  await givenWorkItem(owner, target, { ...mine, title: 'Mend the pier' });
  const done = await givenWorkItem(owner, target, { ...mine, title: 'Count the boats', status: 'todo' });
  const { status } = await owner.post(
    `${world.item(done.key)}/transitions`,
    { targetStatus: 'done' },
    { ifMatch: '*' },
  );
  if (status !== 200) throw new Error(`The Work Item did not become done: ${status}`);
  await givenWorkItem(world.member, target, { title: 'Paint the buoys' });
  const talk = await givenWorkItem(owner, target, { title: 'Raise the crane' });
  await givenComment(world.member, world.item(talk.key), { body: 'How high?' });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const people = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('link');
const work = (page: Page) => page.getByRole('table', { name: 'Work' }).getByRole('link');

describe('The people of an Organization', () => {
  it(
    'are found by a part of the name or of the username, and the address keeps what was typed',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}`);
      await page.getByRole('region', { name: 'Members' }).getByRole('link', { name: 'See all' }).click();
      await heading(page, 'People').waitFor();
      await people(page).first().waitFor();
      expect(await people(page).count()).toBe(5);
      const field = page.getByLabel('Find by name or username');
      await field.fill('OWNER of');
      await page.waitForURL(/[?]q=OWNER%20of$/);
      await page.waitForFunction(() => document.querySelectorAll('ul[aria-label=People] a').length === 1);
      expect(await people(page).allTextContents()).toEqual([world.user('owner').name]);
      await field.fill('colleague.h');
      await page.getByRole('link', { name: world.user('colleague').name }).waitFor();
      await page.reload();
      expect(await field.inputValue()).toBe('colleague.h');
      await page.getByText('@colleague.here').waitFor();
      await field.fill('%');
      await page.getByText('Nobody here is called “%”.').waitFor();
      await visit.shot('people-nobody');
      await field.fill('');
      await page.waitForFunction(() => document.querySelectorAll('ul[aria-label=People] a').length === 5);
      await visit.shot('people');
    }),
  );

  it(
    'have a profile with statistics, work and activity',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'colleague');
      await visit.open(PEOPLE);
      await page.getByRole('link', { name: member.name }).click();
      await heading(page, member.name).waitFor();
      const figures = page.getByLabel('Statistics');
      const figure = (name: string) =>
        figures.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd');
      for (const [name, value] of [
        ['Projects', '1'],
        ['Assigned', '2'],
        ['Completed', '1'],
        ['Created', '1'],
        ['Comments', '1'],
      ] as const) {
        expect([name, await figure(name).textContent()]).toEqual([name, value]);
      }
      await page.getByText('@member.here').waitFor();
      await work(page).first().waitFor();
      expect(await work(page).allTextContents()).toEqual(['Mend the pier']);
      await page.getByRole('switch', { name: 'Show done' }).click();
      await page.getByRole('link', { name: 'Count the boats' }).waitFor();
      await visit.shot('profile');
      await page.getByRole('link', { name: 'Created', exact: true }).click();
      await page.getByRole('link', { name: 'Paint the buoys' }).waitFor();
      expect(await work(page).count()).toBe(1);
      await page.getByRole('link', { name: 'Commented', exact: true }).click();
      await page.getByRole('link', { name: 'Raise the crane' }).waitFor();
      await page.getByRole('link', { name: 'Activity', exact: true }).click();
      const events = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('time') });
      await events.first().waitFor();
      expect(await events.allTextContents()).toEqual([
        expect.stringContaining(`commented on ${project}-4 Raise the crane`),
        expect.stringContaining(`created ${project}-3 Paint the buoys`),
      ]);
      await visit.shot('profile-activity');
      await events.first().getByRole('link').click();
      await heading(page, 'Raise the crane').waitFor();
    }),
  );

  it(
    'say so when there is nothing to see, and lead from the own profile to the settings',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'admin');
      await visit.open(`${PEOPLE}/${world.user('admin').publicId}`);
      await page.getByText('No open Work Item here is assigned to this person.').waitFor();
      await page.getByRole('link', { name: 'Activity', exact: true }).click();
      await page.getByText('Nothing to see yet.').waitFor();
      await visit.shot('profile-empty');
      await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
      await heading(page, 'Profile').waitFor();
    }),
  );

  it(
    'are nobody to those who share no Organization with them, and in an Organization that is not theirs',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'stranger');
      visit.expectRefusal(404, /\/users\//);
      await visit.open(`/o/${world.slug}-foreign/people/${member.publicId}`);
      await heading(page, 'Not found').waitFor();
      await visit.open(PEOPLE);
      await heading(page, 'Not found').waitFor();
      // The traveller is in both Organizations, the member in one of them.
      await visit.enter(world, 'traveller');
      await visit.open(`/o/${world.slug}-foreign/people/${member.publicId}`);
      await heading(page, 'Not found').waitFor();
      await visit.open(`/o/${world.slug}-foreign/people/nobody`);
      await heading(page, 'Not found').waitFor();
    }),
  );

  it(
    'are found by the palette',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/');
      await heading(page, 'My Work').waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('colleague.here');
      await page.getByRole('option', { name: world.user('colleague').name }).waitFor();
      await page.keyboard.press('Enter');
      await heading(page, world.user('colleague').name).waitFor();
    }),
  );
});

import type { Locator, Page } from 'playwright-core';
import { eventually } from '../kit/eventually.js';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import type { ZONES } from '../kit/world-plans.js';
import { World } from '../kit/world.js';

/** The days of an Organization, seen by people who are elsewhere and speak other languages. */

const world = new World('web-time-zones');
const owner = world.caller('owner everywhere');

type Place = keyof typeof ZONES;

async function projectIn(place: Place): Promise<string> {
  return (await givenProject(owner, world.org(place))).key as string;
}

/** Creates a Work Item with these members, and opens its page at an instant. */
async function opened(visit: Visit, place: Place, at: string, members: object): Promise<string> {
  const project = await projectIn(place);
  const { key } = await givenWorkItem(owner, world.project(project, place), { title: 'Paint the door', ...members });
  await visit.page.clock.setFixedTime(new Date(at));
  await visit.enter(world, 'owner');
  await visit.open(`/o/${world.slug}-${place}/items/${key}`);
  await visit.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
  return key as string;
}

const due = (page: Page): Locator => page.getByRole('button', { name: /^Due: / });
const dueTime = (page: Page): Locator => due(page).locator('time');
const day = (locator: Locator): Promise<string> => locator.innerText();

interface Viewer {
  readonly locale: string;
  readonly timezoneId: string;
}

const ANN: Viewer = { locale: 'en-US', timezoneId: 'America/Los_Angeles' };
const BEN: Viewer = { locale: 'de-DE', timezoneId: 'Europe/Berlin' };
const CHO: Viewer = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo' };
const DIA: Viewer = { locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati' };

/** 15 December in the form of each language, with and without a time of 15:30. */
const VIEWERS: readonly (readonly [Viewer, string, RegExp])[] = [
  [ANN, 'Dec 15', /^Dec 15, 3:30\sPM$/],
  [BEN, '15. Dez.', /^15\. Dez\., 15:30$/],
  [CHO, '12月15日', /^12月15日 15:30$/],
  [DIA, '١٥ ديسمبر', /^١٥ ديسمبر، ٣:٣٠\sم$/],
];

describe.each(VIEWERS)('%j', (viewer, written, timed) => {
  it.each<readonly [Place, string]>([
    ['berlin', '2026-12-15T22:59:59.999Z'],
    ['los-angeles', '2026-12-16T07:59:59.999Z'],
    ['kiritimati', '2026-12-15T09:59:59.999Z'],
    // The server knows that Havana keeps summer time from 2026 on; the browser does not.
    ['havana', '2026-12-16T03:59:59.999Z'],
  ])('sets a due date in %s that ends at %s', async (place, end) => {
    await inBrowser(async (visit) => {
      const { page } = visit;
      const key = await opened(visit, place, '2026-12-01T12:00:00Z', {});
      await due(page).click();
      await page.getByRole('dialog').getByLabel(`Due of ${key}`).fill('2026-12-15');
      await page.getByRole('dialog').getByRole('button', { name: 'Set' }).click();
      await eventually('the due date', async () => {
        const { dueDate } = (await owner.get(world.item(key, place))).body;
        return dueDate === end ? true : undefined;
      });
      expect(await day(dueTime(page))).toBe(written);
      // It is read again as the day that was chosen.
      await due(page).click();
      expect(await page.getByRole('dialog').getByLabel(`Due of ${key}`).inputValue()).toBe('2026-12-15');
    }, viewer)();
  });

  it(
    'sees the day of the Organization everywhere, and a time where an instant is not a day',
    inBrowser(async (visit) => {
      const { page } = visit;
      await opened(visit, 'berlin', '2026-12-15T22:59:59.998Z', { dueDate: '2026-12-15T22:59:59.999Z' });
      expect([await day(dueTime(page)), await dueTime(page).getAttribute('data-due')]).toEqual([written, 'soon']);
      await page.clock.setFixedTime(new Date('2026-12-15T23:00:00Z'));
      await page.reload();
      expect(await dueTime(page).getAttribute('data-due')).toBe('overdue');

      // 15:30 in Berlin, set by a client of the API.
      await opened(visit, 'berlin', '2026-12-15T14:30:00Z', { dueDate: '2026-12-15T14:30:00Z' });
      expect(await day(dueTime(page))).toMatch(timed);
      expect(await dueTime(page).getAttribute('title')).toContain('(Europe/Berlin)');

      // The end of 14 December where an earlier release was used, in Los Angeles.
      await opened(visit, 'berlin', '2026-12-15T08:00:00Z', { dueDate: '2026-12-15T07:59:59Z' });
      expect([await day(dueTime(page)), await dueTime(page).getAttribute('data-due')]).toEqual([written, 'soon']);
    }, viewer),
  );

  it(
    'plans a Sprint from the first moment of its first day to the last one of its last day',
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = await projectIn('tokyo');
      await page.clock.setFixedTime(new Date('2026-12-01T12:00:00Z'));
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}-tokyo/${project}/sprints`);
      await page.getByRole('button', { name: 'Create Sprint' }).first().click();
      const form = page.getByRole('dialog', { name: 'Create a Sprint' });
      await form.getByLabel('Name').fill('Sprint 1');
      await form.getByLabel('First day').fill('2026-12-15');
      await form.getByLabel('Last day').fill('2026-12-15');
      await form.getByRole('button', { name: 'Create' }).click();
      const days = page.getByRole('main').locator('time');
      await days.first().waitFor();
      expect(await days.allInnerTexts()).toEqual([written, written]);
      const { items } = (await owner.get(`${world.project(project, 'tokyo')}/sprints`)).body;
      expect(items[0]).toMatchObject({ startDate: '2026-12-14T15:00:00.000Z', endDate: '2026-12-15T14:59:59.999Z' });
    }, viewer),
  );
});

it.each([
  [ANN, 'Next Sunday', '2026-12-06'],
  [BEN, 'Next Monday', '2026-12-07'],
  [CHO, 'Next Sunday', '2026-12-06'],
  [DIA, 'Next Saturday', '2026-12-05'],
])('%j can choose %s, in the calendar of the Organization', async (viewer, name, chosen) => {
  await inBrowser(async (visit) => {
    const { page } = visit;
    // Tuesday 1 December in Kiritimati, and Monday 30 November in Los Angeles.
    const key = await opened(visit, 'kiritimati', '2026-11-30T12:00:00Z', {});
    await due(page).click();
    const dialog = page.getByRole('dialog');
    for (const usual of ['Today', 'Tomorrow', name]) await dialog.getByRole('button', { name: usual }).waitFor();
    await visit.shot(`due-days-${viewer.locale}`);
    await dialog.getByRole('button', { name }).click();
    await eventually('the due date', async () => {
      const { dueDate } = (await owner.get(world.item(key, 'kiritimati'))).body;
      return dueDate === `${chosen}T09:59:59.999Z` ? true : undefined;
    });
  }, viewer)();
});

it.each([
  [ANN, /Dec 1, 2026, 4:30\sAM/],
  [BEN, /01\.12\.2026, 13:30/],
  [CHO, /2026\/12\/01 21:30/],
])('%j sees when something happened by the own clock', async (viewer, written) => {
  await inBrowser(async (visit) => {
    const { page } = visit;
    await opened(visit, 'kiritimati', '2026-12-01T13:00:00Z', {});
    // The instant of the creation is that of the server: the page is given another one.
    await page.route(/\/work-items\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), createdAt: '2026-12-01T12:30:00.000Z' } });
    });
    await page.reload();
    await page.getByText(written).first().waitFor();
  }, viewer)();
});

it(
  'A Sprint report of 2 to 6 March shows these days, and its drawing names the zone',
  inBrowser(async (visit) => {
    const { page } = visit;
    const project = await projectIn('los-angeles');
    const sprint = { name: 'March', startDate: '2026-03-02T08:00:00Z', endDate: '2026-03-07T07:59:59.999Z' };
    const { id } = await givenSprint(owner, world.project(project, 'los-angeles'), sprint);
    await visit.enter(world, 'owner');
    await visit.open(`/o/${world.slug}-los-angeles/${project}/sprints`);
    await page.getByRole('main').locator('time').first().waitFor();
    expect(await page.getByRole('main').locator('time').allInnerTexts()).toEqual(['2. März', '6. März']);
    await visit.open(`/o/${world.slug}-los-angeles/${project}/sprints/${id}/report`);
    const drawing = page.locator('svg[role=img]').first();
    await drawing.waitFor();
    expect(await drawing.textContent()).toContain('2026-03-02 to 2026-03-06');
    expect(await drawing.textContent()).toContain('days in America/Los_Angeles');
  }, BEN),
);

it(
  'My Work shows each Work Item by the days of its own Organization',
  inBrowser(async (visit) => {
    const { page } = visit;
    await page.clock.setFixedTime(new Date('2026-12-01T12:00:00Z'));
    const dueDate = '2026-12-15T09:59:59.999Z';
    for (const place of ['kiritimati', 'berlin'] as const) {
      const project = await projectIn(place);
      const mine = { title: `In ${place}`, dueDate, assigneePublicId: world.user('owner').publicId };
      await givenWorkItem(owner, world.project(project, place), mine);
    }
    await visit.enter(world, 'owner');
    await visit.open('/');
    const dayOf = async (title: string) =>
      day(page.getByRole('row').filter({ hasText: title }).locator('[data-column=dueDate] time'));
    await page.getByRole('link', { name: 'In berlin' }).waitFor();
    expect([await dayOf('In kiritimati'), await dayOf('In berlin')]).toEqual(['15. Dez.', '15. Dez., 10:59']);
  }, BEN),
);

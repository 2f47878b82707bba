import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { hasFocus, heading, press } from './by-keyboard.js';

const world = new World('web-peek');
const TITLES = ['Anchor', 'Buoy', 'Compass'] as const;
let project: string;
let keys: Readonly<Record<(typeof TITLES)[number], string>>;

beforeAll(async () => {
  const { key } = await givenProject(world.owner, world.org(), { name: 'Boat', key: 'BOAT' });
  project = key;
  const made: [string, string][] = [];
  for (const title of TITLES) {
    const members = {
      ...{ title, dueDate: `2030-05-1${made.length}T12:00:00Z`, storyPoints: made.length },
      assigneePublicId: world.user('member').publicId,
    };
    made.push([title, (await givenWorkItem(world.owner, world.project(project), members)).key]);
  }
  keys = Object.fromEntries(made) as typeof keys;
});

const row = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('link', { name: title, exact: true });
const panel = (page: Page, title: keyof typeof keys): Locator =>
  page.getByRole('complementary', { name: keys[title], exact: true });
const opened = (page: Page, title: keyof typeof keys): Promise<void> =>
  panel(page, title).getByRole('heading', { name: title }).waitFor();
const closed = (page: Page, title: keyof typeof keys): Promise<void> =>
  panel(page, title).waitFor({ state: 'detached' });
const queryOf = (page: Page): string => new URL(page.url()).search;

/** The screens with Work Items, with the address of each. */
const SCREENS = [
  ['My Work', () => '/'],
  ['the board', () => `/o/${world.slug}/${project}/board`],
  ['the backlog', () => `/o/${world.slug}/${project}/backlog`],
  ['the list of a Project', () => `/o/${world.slug}/${project}`],
  ['the search', () => `/o/${world.slug}/search?q=anchor`],
  ['the columns of the search', () => `/o/${world.slug}/search?q=anchor&view=board`],
] as const;

describe('The button of a row', () => {
  it.each(SCREENS)(
    'opens the Work Item next to %s, at an address that Back leaves, and the focus goes back to the row',
    (_, address) =>
      inBrowser(async (visit) => {
        const { page } = visit;
        await visit.enter(world, 'member');
        await visit.open(address());
        const before = queryOf(page);
        await row(page, 'Anchor').hover();
        const button = page.getByRole('button', { name: `Open ${keys.Anchor} next to the list` });
        await visit.picture(`peek-button-${_.replaceAll(' ', '-')}`);
        await button.click();
        await opened(page, 'Anchor');
        expect(new URL(page.url()).searchParams.get('peek')).toBe(keys.Anchor);
        await page.goBack();
        await closed(page, 'Anchor');
        expect(queryOf(page)).toBe(before);
        expect(await hasFocus(row(page, 'Anchor'))).toBe(true);
      })(),
    60_000,
  );
});

describe('The panel', () => {
  it(
    'is opened by a press with Alt, closed by Escape and by its button, and each leaves no entry that Back would stop at',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/');
      await row(page, 'Buoy').waitFor();
      await page.getByRole('link', { name: 'Boat' }).first().click();
      await row(page, 'Buoy').click({ modifiers: ['Alt'] });
      await opened(page, 'Buoy');
      await press(page, 'Escape');
      await closed(page, 'Buoy');
      expect(queryOf(page)).toBe('');
      expect(await hasFocus(row(page, 'Buoy'))).toBe(true);
      await row(page, 'Buoy').click({ modifiers: ['Alt'] });
      await panel(page, 'Buoy').getByRole('button', { name: 'Close' }).click();
      await closed(page, 'Buoy');
      await page.goBack();
      await heading(page, 'My Work').waitFor();
    }),
    60_000,
  );

  it(
    'is at the address that is sent, stays when it is loaded again, and goes on by j and k in the place of it',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/');
      await row(page, 'Buoy').waitFor();
      await visit.open(`/o/${world.slug}/${project}/backlog?peek=${keys.Buoy.toLowerCase()}`);
      await opened(page, 'Buoy');
      await page.reload();
      await opened(page, 'Buoy');
      await row(page, 'Compass').waitFor();
      await visit.shot('peek');
      await page.setViewportSize({ width: 1280, height: 800 });
      await panel(page, 'Buoy').focus();
      const order = await page.getByRole('main').locator('[data-item] a').allTextContents();
      const next = order[order.indexOf('Buoy') + 1] as keyof typeof keys;
      const former = order[order.indexOf('Buoy') - 1] as keyof typeof keys;
      await press(page, 'j');
      await opened(page, next);
      expect(queryOf(page)).toBe(`?peek=${keys[next]}`);
      await press(page, 'k', 'k');
      await opened(page, former);
      await press(page, 'Escape');
      await closed(page, former);
      expect(queryOf(page)).toBe('');
      expect(await hasFocus(row(page, former))).toBe(true);
      await page.goBack();
      await heading(page, 'My Work').waitFor();
    }),
    60_000,
  );

  it(
    'stays when the filter of the board changes, and leads to its page, from which Back leads to it',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`/o/${world.slug}/${project}/board`);
      await row(page, 'Compass').focus();
      await press(page, 'Space');
      await opened(page, 'Compass');
      await page.getByRole('searchbox', { name: 'Filter by text' }).fill('comp');
      await row(page, 'Anchor').waitFor({ state: 'detached' });
      await page.waitForURL(/q=comp/);
      await opened(page, 'Compass');
      await panel(page, 'Compass').getByRole('button', { name: 'Open', exact: true }).click();
      await heading(page, 'Compass').waitFor();
      await page.goBack();
      await opened(page, 'Compass');
    }),
    60_000,
  );

  it(
    'says so where the address names no Work Item, and is not there for what is no key',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/?peek=%3Cb%3E');
      await row(page, 'Anchor').waitFor();
      expect(await page.getByRole('complementary').filter({ hasText: 'Open' }).count()).toBe(0);
      visit.expectRefusal(404, /BOAT-99999$/);
      await visit.open(`/?peek=${world.slug}-foreign/BOAT-99999`);
      await page.getByRole('complementary', { name: 'BOAT-99999' }).getByRole('alert').waitFor();
    }),
    60_000,
  );

  it(
    'is the page of the Work Item on a phone',
    inBrowser(async (visit) => {
      const { page } = visit;
      await page.setViewportSize({ width: 390, height: 700 });
      await visit.enter(world, 'member');
      await visit.open(`/?peek=${world.slug}/${keys.Anchor}`);
      await page.waitForURL(`**/o/${world.slug}/items/${keys.Anchor}`);
      await heading(page, 'Anchor').waitFor();
    }),
    60_000,
  );
});

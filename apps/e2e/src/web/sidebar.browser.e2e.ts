import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { crumb, hasFocus, heading, press } from './by-keyboard.js';

const world = new World('web-sidebar');
const HOME = `/o/${world.slug}`;

const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const linksOf = (page: Page, list: string): Locator =>
  sidebar(page).getByRole('list', { name: list, exact: true }).getByRole('link');
const star = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name: `Favorite: ${name}` });

describe('Favorite Projects', () => {
  it(
    'are chosen on the page of a Project and in the list, stand first in the sidebar, and are kept in this browser',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/WEB/board`);
      await star(page, 'Website').click();
      expect(await linksOf(page, 'Favorites').allTextContents()).toEqual(['WebsiteWEB']);
      expect(await star(page, 'Website').getAttribute('aria-pressed')).toBe('true');
      expect(await hasFocus(star(page, 'Website'))).toBe(true);
      expect(await linksOf(page, 'Projects').allTextContents()).toEqual(['HammerHAM']);

      await visit.open(HOME);
      await star(page, 'Hammer').press('Enter');
      expect(await linksOf(page, 'Favorites').allTextContents()).toEqual(['HammerHAM', 'WebsiteWEB']);
      expect(await linksOf(page, 'Projects').count()).toBe(0);
      await visit.shot('favorites');

      await page.reload();
      await linksOf(page, 'Favorites').first().click();
      await crumb(page, 'Hammer').waitFor();
      await star(page, 'Hammer').click();
      expect(await linksOf(page, 'Favorites').allTextContents()).toEqual(['WebsiteWEB']);
      expect(await linksOf(page, 'Projects').allTextContents()).toEqual(['HammerHAM']);
    }),
  );

  it(
    'are those of one user',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/WEB`);
      await star(page, 'Website').click();
      await linksOf(page, 'Favorites').waitFor();
      await visit.enter(world, 'colleague');
      await page.reload();
      await star(page, 'Website').waitFor();
      expect(await star(page, 'Website').getAttribute('aria-pressed')).toBe('false');
      expect(await linksOf(page, 'Favorites').count()).toBe(0);
    }),
  );
});

describe('Recent Work Items', () => {
  it(
    'are the five that were seen last before that of the page, with their present titles, for one user',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key: project } = await givenProject(world.owner, world.org(), { name: 'Bakery' });
      const keys: string[] = [];
      for (let number = 1; number <= 7; number += 1) {
        const { key } = await givenWorkItem(world.owner, world.project(project), { title: `Loaf ${number}` });
        keys.push(key);
      }
      const texts = (...numbers: readonly number[]) => numbers.map((number) => `${keys[number - 1]}Loaf ${number}`);
      await visit.enter(world, 'member');
      for (const [at, key] of keys.entries()) {
        await visit.open(`${HOME}/items/${key}`);
        await heading(page, `Loaf ${at + 1}`).waitFor();
      }
      expect(await linksOf(page, 'Recent').allTextContents()).toEqual(texts(6, 5, 4, 3, 2));
      await world.owner.patch(world.item(keys[3]!), { title: 'Roll' }, { ifMatch: '*' });
      await linksOf(page, 'Recent').filter({ hasText: 'Loaf 4' }).click();
      await heading(page, 'Roll').waitFor();
      expect(await linksOf(page, 'Recent').allTextContents()).toEqual(texts(7, 6, 5, 3, 2));
      await page.goBack();
      await heading(page, 'Loaf 7').waitFor();
      expect(await linksOf(page, 'Recent').allTextContents()).toEqual([`${keys[3]}Roll`, ...texts(6, 5, 3, 2)]);
      await visit.shot('recent');

      await visit.enter(world, 'colleague');
      await visit.open(`${HOME}/items/${keys[0]}`);
      await heading(page, 'Loaf 1').waitFor();
      expect(await linksOf(page, 'Recent').count()).toBe(0);
    }),
    60_000,
  );

  it(
    'do not keep one that is gone',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Short of life' });
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/items/${key}`);
      await heading(page, 'Short of life').waitFor();
      await page.getByRole('link', { name: 'My Work' }).click();
      await linksOf(page, 'Recent').filter({ hasText: 'Short of life' }).waitFor();
      await world.owner.delete(world.item(key), { ifMatch: '*' });
      visit.expectRefusal(404, /\/work-items\//);
      await page.reload();
      await linksOf(page, 'Recent').filter({ hasText: 'Short of life' }).click();
      await page.getByRole('link', { name: 'Go to My Work' }).click();
      await heading(page, 'My Work').waitFor();
      expect(await linksOf(page, 'Recent').count()).toBe(0);
    }),
  );
});

describe('Signing out', () => {
  it(
    'forgets the titles of recent Work Items, and keeps the favorites',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Seen before' });
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/WEB`);
      await star(page, 'Website').click();
      await visit.open(`${HOME}/items/${key}`);
      await heading(page, 'Seen before').waitFor();
      const stored = (): Promise<string> => page.evaluate(() => JSON.stringify(localStorage));
      expect(await stored()).toContain('Seen before');
      await page.getByRole('button', { name: world.user('member').email }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await heading(page, 'Sign in to Worktrack').waitFor();
      expect(await stored()).not.toContain('Seen before');
      expect(await stored()).toContain('Website');
    }),
  );
});

describe('The filter of the Projects', () => {
  const filter = (page: Page): Locator => sidebar(page).getByRole('searchbox', { name: 'Filter Projects' });

  it(
    'is there from nine on, finds those beyond the first hundred too, opens the first by Enter, and is cleared by Escape',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(HOME);
      await linksOf(page, 'Projects').first().waitFor();
      expect(await filter(page).count()).toBe(0);
      for (let number = 1; number <= 100; number += 1) {
        await givenProject(world.owner, world.org(), { name: `Plant ${String(number).padStart(3, '0')}` });
      }
      const zoo = await givenProject(world.owner, world.org(), { name: 'Zoo of the north' });
      await page.reload();
      await filter(page).waitFor();
      expect(await linksOf(page, 'Projects').count()).toBe(100);
      expect(await linksOf(page, 'Projects').filter({ hasText: 'Zoo' }).count()).toBe(0);

      await filter(page).fill('north');
      await linksOf(page, 'Projects').filter({ hasText: 'Zoo of the north' }).waitFor();
      expect(await linksOf(page, 'Projects').count()).toBe(1);
      await visit.shot('sidebar-filter');
      await filter(page).press('Enter');
      await crumb(page, 'Zoo of the north').waitFor();
      expect(new URL(page.url()).pathname).toBe(`${HOME}/${zoo.key}`);
      expect(await filter(page).inputValue()).toBe('');

      await filter(page).fill('nothing is called so');
      await sidebar(page).getByText('No Project matches.').waitFor();
      await press(page, 'Escape');
      expect(await filter(page).inputValue()).toBe('');
      expect(await hasFocus(filter(page))).toBe(true);
      expect(await linksOf(page, 'Projects').count()).toBe(100);

      await press(page, 'Control+k');
      await page.keyboard.type('zoo of');
      await page.getByRole('option', { name: /Zoo of the north/ }).waitFor();
      await press(page, 'Escape');
    }),
    90_000,
  );
});

import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';
import { choose, hasFocus, heading } from './by-keyboard.js';
import { movesOf, noteMoves } from './moves.js';

const world = new World('web-project-navigation');
const HOME = `/o/${world.slug}`;

const OF_MEMBERS = ['Board', 'Backlog', 'Sprints', 'List', 'Reports', 'Activity', 'Labels'];
const OF_ADMINS = [...OF_MEMBERS, 'Settings'];
/** The end of the address of each tab. */
const PLACES: Readonly<Record<string, string>> = {
  Board: '/board',
  Backlog: '/backlog',
  Sprints: '/sprints',
  List: '',
  Reports: '/reports',
  Activity: '/activity',
  Labels: '/labels',
  Settings: '/settings',
};

const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Project', exact: true });
const tab = (page: Page, name: string): Locator => tabs(page).getByRole('link', { name, exact: true });
const crumbs = (page: Page): Locator => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');

/** The address, the title, the crumbs and the tabs of the page, the present one marked. */
async function seen(page: Page) {
  await page.waitForFunction(() => document.title.includes('('));
  const marked = tabs(page).locator('[aria-current=page]');
  return {
    path: new URL(page.url()).pathname,
    title: await page.title(),
    crumbs: await crumbs(page).allTextContents(),
    tabs: await tabs(page).getByRole('link').allTextContents(),
    present: await marked.allTextContents(),
  };
}

let key: string;

const expected = (name: string, all = OF_ADMINS) => ({
  path: `${HOME}/${key}${PLACES[name]}`,
  title: `${name} · Web application (${key}) · Worktrack`,
  crumbs: ['Web application'],
  tabs: all,
  present: [name],
});

beforeAll(async () => {
  ({ key } = await givenProject(world.owner, world.org(), { name: 'Web application', description: 'For visitors.' }));
  await givenWorkItem(world.owner, world.project(key), { title: 'Paint the door', status: 'todo' });
});

describe('The screens of a Project', () => {
  it(
    'have the same tabs by mouse; each has its title and the focus on its heading, and Back returns through them',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'admin');
      await visit.open(`${HOME}/${key}/board`);
      for (const name of OF_ADMINS) {
        await tab(page, name).click();
        await heading(page, name).waitFor();
        expect(await seen(page)).toEqual(expected(name));
        if (name !== 'Board') expect(await hasFocus(heading(page, name))).toBe(true);
        await visit.shot(`navigation-${name.toLowerCase()}`);
      }
      for (const name of [...OF_ADMINS].reverse().slice(1)) {
        await page.goBack();
        await heading(page, name).waitFor();
        expect(await seen(page)).toEqual(expected(name));
      }
    }),
    120_000,
  );

  it(
    'have the same tabs by keyboard, and the crumb leads to the list',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'admin');
      await visit.open(`${HOME}/${key.toLowerCase()}/settings`);
      for (const name of [...OF_ADMINS].reverse().slice(1)) {
        await choose(page, tab(page, name));
        await heading(page, name).waitFor();
        expect(await seen(page)).toEqual(expected(name));
        expect(await hasFocus(heading(page, name))).toBe(true);
      }
      await choose(page, crumbs(page));
      await heading(page, 'List').waitFor();
    }),
  );

  it(
    'show members no tab for the settings, which they may not use',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      for (const name of OF_MEMBERS) {
        await visit.open(`${HOME}/${key}${PLACES[name]}`);
        await heading(page, name).waitFor();
        expect(await seen(page)).toEqual(expected(name, OF_MEMBERS));
      }
    }),
  );

  it(
    'include reports, below the tab of the reports',
    inBrowser(async (visit) => {
      const { page } = visit;
      const sprint = await givenSprint(world.owner, world.project(key), { name: 'Harbor' });
      const member = await signedIn(world, 'member');
      const saved = await member.post(
        `${world.project(key).replace('/api/v1/', '/api/')}/saved-sprint-reports`,
        { name: 'Stand-up', sprint: sprint.id },
        { key: null },
      );
      await visit.enter(world, 'member');
      for (const [path, name] of [
        ['/reports/velocity', 'Velocity'],
        [`/sprints/${sprint.id}/report`, 'Sprint report: Harbor'],
        [`/reports/saved/${saved.body.id}`, 'Stand-up'],
      ] as const) {
        await visit.open(`${HOME}/${key}${path}`);
        await heading(page, name).waitFor();
        expect(await seen(page)).toEqual({
          ...expected('Reports', OF_MEMBERS),
          path: `${HOME}/${key}${path}`,
          title: `${name} · Web application (${key}) · Worktrack`,
        });
        await tab(page, 'Reports').click();
        await heading(page, 'Reports').waitFor();
      }
    }),
  );

  it(
    'show the present tab in a narrow window, and all others after scrolling the row sideways',
    inBrowser(
      async (visit) => {
        const { page } = visit;
        await visit.enter(world, 'admin');
        await visit.open(`${HOME}/${key}/board`);
        for (const name of OF_ADMINS) {
          await tab(page, name).click();
          await heading(page, name).waitFor();
          expect(await isWhole(tab(page, name))).toBe(true);
        }
        // The row begins at its end on the last tab: the first one is outside until the row is scrolled, here by its focus.
        expect(await isWhole(tab(page, 'Board'))).toBe(false);
        await choose(page, tab(page, 'Board'));
        await heading(page, 'Board').waitFor();
        expect(await isWhole(tab(page, 'Board'))).toBe(true);
        const { width } = page.viewportSize() ?? { width: 0 };
        expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBeLessThanOrEqual(width);
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true },
    ),
  );

  it.each(['Board', 'List', 'Reports', 'Activity', 'Settings'])(
    'have their tabs before the Project is read, and nothing moves when it comes: %s',
    (name) =>
      inBrowser(async (visit) => {
        const { page } = visit;
        const answer = await held(visit, /\/projects(\/[A-Z0-9]+)?$/);
        await visit.enter(world, 'admin');
        await page.addInitScript(noteMoves);
        await visit.open(`${HOME}/${key}${PLACES[name]}`);
        await heading(page, name).waitFor();
        expect(await page.title()).toBe(`${name} · ${key} · Worktrack`);
        expect(await tabs(page).getByRole('link').allTextContents()).toEqual(OF_ADMINS);
        answer();
        expect(await seen(page)).toEqual(expected(name));
        await page.waitForLoadState('networkidle');
        expect(await movesOf(page)).toEqual([]);
      })(),
  );

  it(
    'have a Project that is archived, and is in no list',
    inBrowser(async (visit) => {
      const { page } = visit;
      const old = await givenProject(world.owner, world.org(), { name: 'Old mill' });
      await world.owner.post(`${world.project(old.key)}/archive`, {}, { ifMatch: '*' });
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/${old.key}/board`);
      await crumbs(page).getByText('Old mill').waitFor();
      await page.getByRole('main').getByText('Archived', { exact: true }).waitFor();
      expect(await page.title()).toBe(`Board · Old mill (${old.key}) · Worktrack`);
    }),
  );
});

describe('The crumbs', () => {
  it(
    'of a Work Item are its Project, its parent and itself; its title in the window begins with its key',
    inBrowser(async (visit) => {
      const { page } = visit;
      const project = world.project(key);
      const epic = await givenWorkItem(world.owner, project, { title: 'New entrance', type: 'epic' });
      const door = await givenWorkItem(world.owner, project, { title: 'Hang the door', parentId: epic.id });
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/items/${door.key}`);
      await heading(page, 'Hang the door').waitFor();
      await crumbs(page).getByText('Web application').waitFor();
      expect(await crumbs(page).allTextContents()).toEqual(['Web application', epic.key, door.key]);
      expect(await page.title()).toBe(`${door.key} Hang the door · Worktrack`);
      await visit.shot('navigation-work-item');
      await crumbs(page).first().click();
      await heading(page, 'List').waitFor();
    }),
  );

  it(
    'lead from people and from settings to their Organization',
    inBrowser(async (visit) => {
      const { page } = visit;
      const organization = `Home of ${world.slug}`;
      await visit.enter(world, 'admin');
      for (const [path, name, ways] of [
        [`${HOME}/people`, 'People', [organization]],
        [`${HOME}/people/${world.user('member').publicId}`, world.user('member').name, [organization, 'People']],
        [`${HOME}/settings`, 'General', [organization, 'Settings']],
        [`${HOME}/settings/members`, 'Members', [organization, 'Settings']],
        ['/settings', 'Profile', ['Settings']],
      ] as const) {
        await visit.open(path);
        await heading(page, name).waitFor();
        expect(await crumbs(page).allTextContents()).toEqual(ways);
      }
    }),
  );
});

/** Says whether the whole element is in the window and in the row that scrolls it. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, right } = one.getBoundingClientRect();
    const row = one.parentElement?.getBoundingClientRect();
    return row !== undefined && left >= row.left - 1 && right <= row.right + 1 && right <= innerWidth;
  });

/** Holds the answers of these paths back until the returned function is called. */
async function held({ page }: Visit, path: RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname.startsWith('/app/api/') && path.test(url.pathname),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

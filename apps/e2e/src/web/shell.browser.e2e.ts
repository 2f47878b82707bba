import { givenProject, givenWorkItem } from '../kit/given.js';
import { inBrowser, type Visit } from '../kit/browser.js';
import { openSession } from '../kit/session.js';
import { World } from '../kit/world.js';
import { crumb } from './by-keyboard.js';

const world = new World('shell');

const LAST_YEAR = '2025-01-15T12:00:00.000Z';
const NEXT_YEAR = '2099-01-15T12:00:00.000Z';

/** Signs the visitor in as a user of the world, who has a session as if from signing in. */
async function signedIn({ context, origin }: Visit, user = 'member') {
  const session = await openSession(world, user);
  await context.addCookies([{ name: 'worktrack', value: session.browser.secret ?? '', url: origin }]);
  return session;
}

const heading = ({ page }: Visit) => page.getByRole('heading', { level: 1 });
const headingText = async (visit: Visit) => (await heading(visit).textContent())?.trim();

describe('My Work', () => {
  let key: string;
  beforeAll(async () => {
    const { member, user } = { member: world.member, user: world.user('member') };
    const project = await givenProject(world.owner, world.org(), { name: 'Lists </script><img src=x>' });
    ({ key } = project);
    const at = world.project(key);
    await givenWorkItem(member, at, { title: 'Without a day', assigneeId: user.id });
    await givenWorkItem(member, at, { title: 'Much later', assigneeId: user.id, dueDate: NEXT_YEAR });
    await givenWorkItem(member, at, { title: '<b>Overdue</b> <script>', assigneeId: user.id, dueDate: LAST_YEAR });
    await givenWorkItem(member, at, { title: 'Of somebody else', dueDate: LAST_YEAR });
  });

  it(
    'lists the open work of the user by its day, overdue first, with every text as it was written',
    inBrowser(async (visit) => {
      const { page } = visit;
      await signedIn(visit);
      await visit.open('/');
      const rows = page.getByRole('table', { name: 'Assigned to me' }).locator('tr[data-item]');
      await rows.first().waitFor();
      expect(await rows.getByRole('link').allTextContents()).toEqual([
        '<b>Overdue</b> <script>',
        'Much later',
        'Without a day',
      ]);
      expect(await rows.nth(0).getByLabel('Overdue').count()).toBe(1);
      expect(await rows.nth(1).getByLabel('Overdue').count()).toBe(0);
      await page.getByRole('main').getByRole('link', { name: 'Lists </script><img src=x>' }).waitFor();
      await visit.shot('my-work');
    }),
  );

  it(
    'has the work that the user created, or commented, behind an address each',
    inBrowser(async (visit) => {
      const { page } = visit;
      await signedIn(visit);
      await visit.open('/');
      await page.getByRole('link', { name: 'Created by me' }).click();
      await page.getByRole('link', { name: 'Of somebody else' }).waitFor();
      expect(new URL(page.url()).search).toBe('?tab=created');
      await visit.open('/?tab=commented');
      await page.getByText('You have commented on no open Work Item.').waitFor();
    }),
  );
});

describe('An Organization and its Projects', () => {
  it(
    'show Projects, activity and members; the archived Projects behind a switch',
    inBrowser(async (visit) => {
      const { page } = visit;
      const archived = await givenProject(world.owner, world.org(), { name: 'Put away' });
      await world.owner.post(`${world.project(archived.key)}/archive`, {}, { ifMatch: '*' });
      await givenWorkItem(world.member, world.project('HAM'), { title: 'Forge' });
      await signedIn(visit);
      await visit.open(`/o/${world.slug}`);
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Website' }).waitFor();
      expect(await headingText(visit)).toBe(`Home of ${world.slug}`);
      await main.getByText(`colleague of ${world.slug}`).waitFor();
      await main.getByRole('link', { name: /Forge/ }).waitFor();
      expect(await main.getByText('Put away').count()).toBe(0);
      await visit.shot('organization');
      await main.getByRole('switch', { name: 'Archived' }).click();
      await main.getByRole('link', { name: 'Put away' }).waitFor();
      expect(await main.getByRole('link', { name: 'Website' }).count()).toBe(0);
    }),
  );

  it(
    'a Project shows its open Work Items, and the done ones behind a switch',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org(), { name: 'Shown' });
      await givenWorkItem(world.member, world.project(key), { title: 'Still open' });
      await givenWorkItem(world.member, world.project(key), { title: 'Finished', status: 'done' });
      await signedIn(visit);
      await visit.open(`/o/${world.slug}/${key.toLowerCase()}`);
      await crumb(page, 'Shown').waitFor();
      await page.getByRole('link', { name: 'Still open' }).waitFor();
      expect(await page.getByRole('link', { name: 'Finished' }).count()).toBe(0);
      await page.getByRole('switch', { name: 'Show done' }).click();
      await page.getByRole('link', { name: 'Finished' }).waitFor();
      expect(await page.getByRole('link', { name: 'Reports' }).getAttribute('href')).toBe(
        `/o/${world.slug}/${key}/reports`,
      );
      await visit.shot('project');
    }),
  );

  it(
    'a Work Item has its marks in one line below its title in a narrow window',
    inBrowser(
      async (visit) => {
        const { page } = visit;
        const assigneeId = world.user('member').id;
        await givenWorkItem(world.member, world.project(), { title: 'Has every mark', assigneeId });
        await signedIn(visit);
        await visit.open(`/o/${world.slug}/WEB`);
        const row = page.getByRole('row').filter({ hasText: 'Has every mark' });
        await row.getByRole('button', { name: /^Assignee/ }).waitFor();
        const title = (await row.getByRole('link').boundingBox())!;
        const tops: number[] = [];
        for (const column of ['key', 'status', 'priority', 'assignee']) {
          const { y, height } = (await row.locator(`[data-column=${column}]`).boundingBox())!;
          expect(y).toBeGreaterThanOrEqual(title.y + title.height);
          tops.push(Math.round(y + height / 2));
        }
        expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(2);
      },
      { viewport: { width: 320, height: 640 } },
    ),
  );

  it(
    'what does not exist, and what the user may not see, look alike',
    inBrowser(async (visit) => {
      await signedIn(visit);
      visit.expectRefusal(404, /^\/app\/api\/v1\//);
      for (const path of [
        `/o/${world.slug}-foreign`,
        '/o/unknown',
        `/o/${world.slug}/NONE`,
        `/o/${world.slug}/items/WEB-99999`,
        '/o/a/b/c/d',
      ]) {
        await visit.open(path);
        await visit.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
        await visit.page.getByRole('main').getByRole('link', { name: 'Go to My Work' }).waitFor();
      }
    }),
  );
});

describe('The frame', () => {
  it(
    'has the navigation behind a button in a narrow window, and a link past it',
    inBrowser(
      async (visit) => {
        const { page } = visit;
        await signedIn(visit);
        await visit.open('/');
        await heading(visit).waitFor();
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
        await page.getByRole('button', { name: 'Navigation' }).click();
        await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Website' }).click();
        await crumb(page, 'Website').waitFor();
        expect(await page.getByRole('dialog').count()).toBe(0);
      },
      { viewport: { width: 320, height: 640 } },
    ),
  );
});

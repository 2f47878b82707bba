import { inBrowser, type Visit } from '../kit/browser.js';
import { givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { openSession, type Browser } from '../kit/session.js';
import { World } from '../kit/world.js';
import { drawingOn } from '../web/drawing-on.js';
import { crumb } from '../web/by-keyboard.js';

const world = new World('saved-sprint-reports');

/** Signs the browser of the visit in as a user of the world. Returns a client with the session. */
async function asUser({ context, origin }: Visit, user: string): Promise<Browser> {
  const { browser } = await openSession(world, user);
  await context.addCookies([
    { name: 'worktrack', value: browser.secret ?? '', url: origin, httpOnly: true, sameSite: 'Lax' },
  ]);
  return browser;
}

interface Place {
  readonly key: string;
  /** The path of the Project in the application. */
  readonly page: string;
  readonly reports: string;
  readonly sprintId: string;
}

/** A Project with an active Sprint and work in it. */
async function place(): Promise<Place> {
  const { key } = await givenProject(world.owner, world.org(), { name: 'Rocket' });
  const project = world.project(key);
  const dates = { startDate: '2026-03-02T09:00:00Z', endDate: '2026-03-13T17:00:00Z' };
  const { id } = await givenSprint(world.owner, project, { name: 'Sprint 7', ...dates });
  for (const [title, status] of [
    ['Engine', 'todo'],
    ['Tank', 'in_progress'],
  ]) {
    await givenWorkItem(world.owner, project, { title, status, sprintId: id, storyPoints: 3 });
  }
  await moved(world.owner, `${project}/sprints/${id}`, 'active');
  const reports = `${project.replace('/api/v1/', '/api/')}/saved-sprint-reports`;
  return { key, page: `/o/${world.slug}/${key}`, reports, sprintId: id };
}

describe('Saved Sprint reports in the browser', () => {
  it(
    'are saved, opened, pinned and found on My Work, with the keyboard alone',
    inBrowser(async (visit) => {
      const { page } = visit;
      const here = await place();
      await asUser(visit, 'member');
      await visit.open(`${here.page}/reports`);
      await page.getByRole('button', { name: 'Save a Sprint report' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Save this Sprint report' });
      await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
      await page.keyboard.type('Stand-up');
      await visit.shot('saved-report-dialog');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });

      const list = page.getByRole('list', { name: 'Saved Sprint reports' });
      const link = list.getByRole('link', { name: 'Stand-up' });
      await link.waitFor();
      expect(await list.textContent()).toContain('The active Sprint: Sprint 7');
      const pin = list.getByRole('button', { name: 'Pin Stand-up' });
      await pin.focus();
      await page.keyboard.press('Enter');
      await list.locator('button[aria-pressed=true]').waitFor();
      await visit.shot('saved-report-list');

      await link.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Stand-up' }).waitFor();
      await page
        .getByRole('img', { name: /Sprint 7|complete|point/i })
        .first()
        .waitFor();
      expect(await page.getByRole('row', { name: /^Committed \d+ 6$/ }).count()).toBe(1);
      await visit.shot('saved-report');

      await visit.open('/');
      const pinned = page.getByRole('list', { name: 'Pinned Sprint reports' });
      await pinned.getByRole('link', { name: 'Stand-up' }).waitFor();
      await visit.shot('my-work-with-pins');

      const inSidebar = page
        .getByRole('list', { name: 'Pinned', exact: true })
        .getByRole('link', { name: /^Stand-up/ });
      await inSidebar.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Stand-up' }).waitFor();
      expect(await inSidebar.getAttribute('aria-current')).toBe('page');
    }),
    120_000,
  );

  it(
    'and all other reports, the settings, the theme and the sign-out are opened from the palette by typing',
    inBrowser(async (visit) => {
      const { page } = visit;
      const here = await place();
      const client = await asUser(visit, 'colleague');
      await client.post(here.reports, { name: 'Retrospective', sprint: 'active' }, { key: null });
      const other = await place();
      const { body } = await client.post(other.reports, { name: 'Elsewhere', sprint: 'active' }, { key: null });
      await client.send({ method: 'PUT', target: `${other.reports}/${body.id}/pin` });
      const choose = async (typed: string, option: string | RegExp): Promise<void> => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(typed);
        await page.getByRole('option', { name: option, selected: true }).waitFor();
        await page.keyboard.press('Enter');
      };
      await visit.open(here.page);
      await crumb(page, 'Rocket').waitFor();
      for (const title of [
        'Velocity',
        'Cumulative flow',
        'Control chart',
        'Ageing work in progress',
        'Created vs. resolved',
        'Distribution',
        'Epic progress',
        'Sprint report: Sprint 7',
      ]) {
        await choose(title.toLowerCase(), title);
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
        expect(new URL(page.url()).pathname.startsWith(`${here.page}/`)).toBe(true);
      }
      await choose('retro', /^Retrospective/);
      await page.getByRole('heading', { level: 1, name: 'Retrospective' }).waitFor();
      await choose('elsew', /^Elsewhere/);
      await page.getByRole('heading', { level: 1, name: 'Elsewhere' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`${other.page}/reports/saved/${body.id}`);
      for (const title of ['Password and sessions', 'Access tokens', 'Appearance and keys', 'Profile']) {
        await choose(`settings: ${title.toLowerCase()}`, `Settings: ${title}`);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
      }
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
      await choose('light and dark', 'Switch between light and dark');
      expect(await theme()).toBe('dark');
      await choose('follow the system', 'Follow the system theme');
      expect(await theme()).toBe('auto');
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'Elsewhere' }).waitFor();
      await visit.shot('palette-with-reports');
      await page.keyboard.press('Escape');
      await choose('sign o', 'Sign out');
      await page.getByRole('heading', { level: 1, name: 'Sign in to Worktrack' }).waitFor();
    }),
    120_000,
  );

  it(
    'are saved on the page of the Sprint report; a taken name, the 21st pin and a change elsewhere are explained',
    inBrowser(async (visit) => {
      const { page } = visit;
      const here = await place();
      const client = await asUser(visit, 'colleague');
      const create = async (name: string) =>
        (await client.post(here.reports, { name, sprint: 'active' }, { key: null })).body.id;
      for (let count = 1; count <= 20; count += 1) {
        await client.send({ method: 'PUT', target: `${here.reports}/${await create(`Pin ${count}`)}/pin` });
      }
      await visit.open(`${here.page}/sprints/${here.sprintId}/report?unit=items`);
      await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Save this Sprint report' });
      const name = dialog.getByRole('textbox', { name: 'Name' });
      expect(await name.inputValue()).toBe('Sprint 7');
      visit.expectRefusal(409, /saved-sprint-reports$/);
      await name.fill('PIN 7');
      await page.keyboard.press('Enter');
      await dialog.locator('input[aria-invalid=true]').waitFor();
      const errorId = (await name.getAttribute('aria-describedby'))!;
      expect(await dialog.locator(`[id="${errorId}"]`).textContent()).toMatch(/name/);
      expect(await name.inputValue()).toBe('PIN 7');
      await visit.shot('saved-report-name-taken');
      await name.fill('Ours');
      await dialog.getByRole('switch', { name: 'Everybody in the Organization may see it' }).press('Space');
      await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const ours = (await client.get(here.reports)).body.items.find((one: any) => one.name === 'Ours');
      expect(ours).toMatchObject({ sprint: here.sprintId, shared: true, settings: { unit: 'items' }, pinned: false });

      await visit.open(`${here.page}/reports`);
      visit.expectRefusal(409, /\/pin$/);
      const pin = page.getByRole('button', { name: 'Pin Ours' });
      await pin.press('Enter');
      const notices = page.getByRole('region', { name: 'Notices' });
      await notices.getByText('You have pinned 20 Sprint reports of this Project: unpin one of them first.').waitFor();
      expect(await pin.getAttribute('aria-pressed')).toBe('false');
      await page.getByRole('button', { name: 'Pin Pin 1', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Pin Pin 1', exact: true, pressed: false }).waitFor();
      await pin.press('Enter');
      await page.getByRole('button', { name: 'Pin Ours', pressed: true }).waitFor();

      await visit.open(`${here.page}/reports/saved/${ours.id}`);
      await page.getByText('Shared by you').waitFor();
      await client.patch(`${here.reports}/${ours.id}`, { name: 'Everybody’s' });
      visit.expectRefusal(412, new RegExp(`${ours.id}$`));
      await page.getByRole('button', { name: 'Actions for Ours' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Stop sharing' }).press('Enter');
      await notices.getByText('Somebody else changed this meanwhile.').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Everybody’s' }).waitFor();
      expect((await client.get(`${here.reports}/${ours.id}`)).body.shared).toBe(true);
      await page.getByRole('button', { name: 'Actions for Everybody’s' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Stop sharing' }).press('Enter');
      await notices.getByText('“Everybody’s” is private now.').waitFor();
    }),
    120_000,
  );

  it(
    'have a link that the page copies; where the browser refuses, the page says what to do',
    inBrowser(
      async (visit) => {
        const { page } = visit;
        const here = await place();
        const client = await asUser(visit, 'member');
        const { body } = await client.post(here.reports, { name: 'To share', sprint: 'active' }, { key: null });
        await visit.open(`${here.page}/reports/saved/${body.id}`);
        await page.getByRole('button', { name: 'Copy link' }).press('Enter');
        await page.getByText('The link is copied.').first().waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
        for (const clipboard of ['refuses', 'missing']) {
          await page.evaluate((kind) => {
            const refusing = { writeText: () => Promise.reject(new DOMException('Write permission denied.')) };
            const value = kind === 'missing' ? undefined : refusing;
            Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
          }, clipboard);
          await page.getByRole('button', { name: 'Copy link' }).press('Enter');
          const notice = page.getByRole('region', { name: 'Notices' }).getByText('Copy the address of the page.');
          await notice.first().waitFor();
          await page.getByRole('button', { name: 'Dismiss' }).last().press('Enter');
          await notice.waitFor({ state: 'detached' });
        }
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ),
    120_000,
  );

  it(
    'show the sections, the unit and the colours that the owner chose, on the page and in its files',
    inBrowser(async (visit) => {
      const { page } = visit;
      const here = await place();
      const client = await asUser(visit, 'member');
      const settings = { unit: 'items', sections: ['feed', 'statuses', 'burndown'], theme: 'dark' };
      const { body } = await client.post(here.reports, { name: 'Dark', sprint: 'active', settings }, { key: null });
      await visit.open(`${here.page}/reports/saved/${body.id}`);
      const drawn = await drawingOn(page);
      const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
      expect(headings).toEqual(['Scope changes and carryover', 'Statuses', 'Burndown', 'How it is computed']);
      expect(
        await page
          .getByRole('navigation', { name: 'Project' })
          .getByRole('link', { name: 'Reports' })
          .getAttribute('href'),
      ).toBe(`${here.page}/reports`);
      const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
      const [, width] = / width="(\d+)"/.exec(drawn.slice(0, drawn.indexOf('>')))!;
      const svg = await client.get(`${(await hrefOf('SVG'))!}&width=${width}`);
      expect(drawn).toBe(svg.text);
      expect(drawn).toContain(here.key);
      expect(drawn).toContain('figures in Work Items');
      for (const name of ['CSV', 'JSON', 'PNG']) expect((await client.get((await hrefOf(name))!)).status).toBe(200);
      expect(await hrefOf('PNG')).toMatch(/\?unit=items&theme=dark$/);
    }),
    120_000,
  );

  it(
    'are merged after a change elsewhere, and ask about a member that both changed',
    inBrowser(async (visit) => {
      const { page } = visit;
      const here = await place();
      const client = await asUser(visit, 'member');
      const { body } = await client.post(here.reports, { name: 'Weekly', sprint: 'active' }, { key: null });
      const report = `${here.reports}/${body.id}`;
      await visit.open(`${here.page}/reports/saved/${body.id}`);
      const openDialog = async (name: string): Promise<void> => {
        await page.getByRole('button', { name: `Actions for ${name}` }).click();
        await page.getByRole('menuitem', { name: 'Rename or change' }).click();
        await page.getByRole('dialog', { name: 'Change the saved report' }).waitFor();
      };

      await openDialog('Weekly');
      await client.patch(report, { shared: true });
      await page.getByRole('textbox', { name: 'Name' }).fill('Weekly review');
      visit.expectRefusal(412, /saved-sprint-reports/);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('together with a change by somebody else').first().waitFor();
      expect((await client.get(report)).body).toMatchObject({ name: 'Weekly review', shared: true, revision: 3 });

      await page.getByRole('heading', { level: 1, name: 'Weekly review' }).waitFor();
      await openDialog('Weekly review');
      await client.patch(report, { name: 'Theirs' });
      await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const conflict = page.getByRole('alert', { name: 'Changed elsewhere' });
      await conflict.waitFor();
      expect(await conflict.textContent()).toContain('Theirs');
      await visit.shot('saved-report-conflict');
      await conflict.getByRole('button', { name: 'Use mine' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
      expect((await client.get(report)).body).toMatchObject({ name: 'Mine', revision: 5 });
    }),
    120_000,
  );

  it(
    'are shared, and deleted after a question',
    inBrowser(async (visit) => {
      const { page } = visit;
      const here = await place();
      const client = await asUser(visit, 'member');
      const name = '<b>=1+1</b> & "quotes"';
      const { body } = await client.post(here.reports, { name, sprint: 'last-completed' }, { key: null });
      await visit.open(`${here.page}/reports/saved/${body.id}`);
      await page.getByText('No Sprint of this Project has been completed yet.').waitFor();
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Share' }).click();
      await page.getByText('Shared by you').waitFor();
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`${here.page}/reports`);
      expect((await client.get(here.reports)).body.items).toEqual([]);
    }),
    120_000,
  );

  it(
    'of others have no menu for a member, and no page when they are private',
    inBrowser(async (visit) => {
      const { page } = visit;
      const here = await place();
      const client = await asUser(visit, 'member');
      const { body: shared } = await client.post(
        here.reports,
        { name: 'Ours', sprint: 'active', shared: true },
        { key: null },
      );
      const { body: hidden } = await client.post(here.reports, { name: 'Mine', sprint: 'active' }, { key: null });
      await asUser(visit, 'colleague');
      await visit.open(`${here.page}/reports/saved/${shared.id}`);
      await page.getByText(`Shared by ${world.user('member').name}`).waitFor();
      expect(await page.getByRole('button', { name: 'Actions for Ours' }).count()).toBe(0);
      visit.expectRefusal(404, /saved-sprint-reports/);
      await visit.open(`${here.page}/reports/saved/${hidden.id}`);
      await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    }),
    120_000,
  );
});

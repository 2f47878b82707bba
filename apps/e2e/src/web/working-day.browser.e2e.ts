import type { Page } from 'playwright-core';
import { readCsv } from '../exports/csv.js';
import { inBrowser } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenProject } from '../kit/given.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { choose, crumb, downloaded, hasFocus, heading, press, tabTo } from './by-keyboard.js';

const world = new World('web-working-day');
const PASSWORD = 'a long walk by the river';

beforeAll(async () => {
  const { email } = world.user('admin');
  await taskResult(['user:password', '--email', email], { databaseUrl: world.databaseUrl, input: PASSWORD });
});

const status = async (key: string): Promise<string> => (await world.owner.get(world.item(key))).body.status;

/** Moves the card to a status by the key that leads on, and waits until the server has it. */
async function moveOn(page: Page, key: string, ...statuses: readonly string[]): Promise<void> {
  await tabTo(page, page.locator(`[data-item="${key}"] a`));
  for (const wanted of statuses) {
    await press(page, ']');
    await page.locator(`ul[data-status=${wanted}] [data-item="${key}"]`).waitFor();
  }
  await eventually(`${key} in ${statuses.at(-1)}`, async () =>
    (await status(key)) === statuses.at(-1) ? true : undefined,
  );
}

/** Somebody else changes the Work Item just before the next change of the page, which cannot know of it. */
async function somebodyIsFaster(page: Page, key: string, members: object): Promise<void> {
  const item = new RegExp(`/work-items/${key}$`);
  await page.route(item, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const { status: answered } = await world.owner.patch(world.item(key), members, { ifMatch: '*' });
    expect(answered).toBe(200);
    await route.continue();
    return page.unroute(item);
  });
}

describe('A working day by the keyboard alone', () => {
  it(
    'signs in, creates, plans, starts, moves, comments, resolves a conflict, completes, reports, exports and signs out',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key: project } = await givenProject(world.owner, world.org(), { name: 'Rocket' });

      // Sign in.
      await visit.open('/');
      await heading(page, 'Sign in to Worktrack').waitFor();
      await tabTo(page, page.getByLabel('E-mail'));
      await page.keyboard.type(world.user('admin').email);
      await tabTo(page, page.getByLabel('Password', { exact: true }));
      await page.keyboard.type(PASSWORD);
      await press(page, 'Enter');
      await heading(page, 'My Work').waitFor();

      // Go to the Project, and create two Work Items.
      await press(page, 'g', 'p');
      await page.keyboard.type('rocket');
      await page.getByRole('option', { name: 'Rocket' }).waitFor();
      await press(page, 'Enter');
      await crumb(page, 'Rocket').waitFor();
      const form = page.getByRole('dialog', { name: 'Create a Work Item' });
      for (const title of ['Engine', 'Window']) {
        await press(page, 'c');
        await form.waitFor();
        await tabTo(page, form.getByLabel('Title'));
        await page.keyboard.type(title);
        await choose(page, form.getByRole('button', { name: 'Create', exact: true }));
        await form.waitFor({ state: 'detached' });
      }
      const [engine, window] = [`${project}-1`, `${project}-2`];

      // Create a Sprint, plan both into it, and start it.
      await press(page, 'g', 'l');
      await heading(page, 'Backlog').waitFor();
      await choose(page, page.getByRole('button', { name: 'Create Sprint' }).first());
      const sprintForm = page.getByRole('dialog', { name: 'Create a Sprint' });
      await tabTo(page, sprintForm.getByLabel('Name'));
      await press(page, 'Control+a');
      await page.keyboard.type('Sprint 1');
      await choose(page, sprintForm.getByRole('button', { name: 'Create' }));
      const sprint = page.getByRole('region', { name: 'Sprint 1', exact: true });
      await sprint.waitFor();
      for (const key of [engine, window]) {
        await tabTo(page, page.locator(`[data-item="${key}"] a`));
        await press(page, 'm');
        await page.getByRole('combobox', { name: `Sprint of ${key}` }).waitFor();
        await page.keyboard.type('Sprint 1');
        await page.getByRole('option', { name: 'Sprint 1' }).waitFor();
        await press(page, 'Enter');
        await sprint.locator(`[data-item="${key}"]`).waitFor();
      }
      await choose(page, page.getByRole('button', { name: 'Start Sprint 1' }));
      await choose(page, page.getByRole('dialog').getByRole('button', { name: 'Start Sprint', exact: true }));
      await page.getByText('Sprint 1 has started.').first().waitFor();

      // Move a card, open it, and comment.
      await press(page, 'g', 'b');
      await heading(page, 'Board').waitFor();
      await page.locator(`[data-item="${engine}"]`).waitFor();
      await moveOn(page, engine, 'todo', 'in_progress');
      await tabTo(page, page.locator(`[data-item="${engine}"] a`));
      await press(page, 'Enter');
      await heading(page, 'Engine').waitFor();
      await press(page, 'r');
      const comment = page.getByRole('textbox', { name: 'Comment', exact: true });
      await eventually('the focus in the comment', async () => ((await hasFocus(comment)) ? true : undefined));
      await page.keyboard.type('Which fuel?');
      await press(page, 'Control+Enter');
      await page.getByRole('article').getByText('Which fuel?').waitFor();

      // Somebody else changes what is being changed here.
      visit.expectRefusal(412, new RegExp(`${engine}$`));
      await somebodyIsFaster(page, engine, { priority: 'low' });
      await tabTo(page, page.getByRole('button', { name: 'Priority: Medium' }));
      await press(page, 'p');
      await page.getByRole('combobox', { name: `Priority of ${engine}` }).waitFor();
      await page.keyboard.type('Urgent');
      await page.getByRole('option', { name: 'Urgent' }).waitFor();
      await press(page, 'Enter');
      const conflict = page.getByRole('group', { name: 'Two values of the field Priority' });
      await choose(page, conflict.getByRole('button', { name: 'Use mine' }));
      await page.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
      await eventually('the own value', async () =>
        (await world.owner.get(world.item(engine))).body.priority === 'urgent' ? true : undefined,
      );

      // Finish it, and complete the Sprint: what is left goes to the backlog.
      await press(page, 'g', 'b');
      await heading(page, 'Board').waitFor();
      await page.locator(`[data-item="${engine}"]`).waitFor();
      await moveOn(page, engine, 'in_review', 'done');
      await press(page, 'g', 'l');
      await heading(page, 'Backlog').waitFor();
      await choose(page, page.getByRole('button', { name: 'Complete Sprint 1' }));
      await choose(page, page.getByRole('dialog').getByRole('button', { name: 'Complete Sprint', exact: true }));
      await page.getByText('1 Work Item went to the backlog.', { exact: false }).first().waitFor();

      // Read the report, take it home, and leave.
      await press(page, 'g', 'r');
      await heading(page, 'Reports').waitFor();
      const tiles = page.getByRole('list', { name: 'Reports', exact: true });
      await choose(
        page,
        tiles.getByRole('link').filter({ has: page.getByRole('heading', { name: /^Sprint report/ }) }),
      );
      await heading(page, 'Sprint report: Sprint 1').waitFor();
      await page.locator('main svg[role=img][aria-label]').waitFor();
      const { name, content } = await downloaded(page, 'CSV');
      expect(name).toMatch(new RegExp(`^${project}-sprint-1-feed-`));
      expect(readCsv(content.toString())).toMatchObject([{ title: 'Window', change: 'carryover' }]);
      const you = page.getByRole('button', { name: world.user('admin').email });
      await tabTo(page, you);
      await press(page, 'ArrowUp', 'Enter');
      await heading(page, 'Sign in to Worktrack').waitFor();
      // The session is over; the browser stays known.
      expect((await visit.context.cookies()).map(({ name }) => name)).toEqual(['worktrack-browser']);
    }),
    300_000,
  );
});

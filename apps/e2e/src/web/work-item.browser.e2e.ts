import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenComment, givenLabel, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-work-item');

interface Given {
  readonly key: string;
  readonly project: string;
  readonly path: string;
}

/** A Work Item in a fresh Project, opened by the user. */
async function opened(visit: Visit, members: object = {}, user = 'member'): Promise<Given> {
  const { key: project } = await givenProject(world.owner, world.org(), { name: 'Rocket' });
  await givenSprint(world.owner, world.project(project), { name: 'Sprint 1' });
  await givenLabel(world.owner, world.project(project), 'outdoors');
  const { key } = await givenWorkItem(world.owner, world.project(project), { title: 'Paint the door', ...members });
  await visit.enter(world, user);
  await visit.open(`/o/${world.slug}/items/${key}`);
  await visit.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
  await visit.page.waitForLoadState('networkidle');
  return { key, project, path: world.item(key) };
}

const field = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}: `) });
const value = (page: Page, name: string, text: string): Locator =>
  page.getByRole('button', { name: `${name}: ${text}`, exact: true });
const now = async (path: string): Promise<any> => (await world.owner.get(path)).body;
const said = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: false }).first().waitFor({ state: 'attached' });

/** Chooses in the picker of a field. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).click();
  await page.getByRole('combobox').fill(text);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
}

describe('The page of a Work Item', () => {
  it(
    'changes every field in its place',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { path, project, key } = await opened(visit);
      const epic = await givenWorkItem(world.owner, world.project(project), { title: 'New entrance', type: 'epic' });
      await choose(page, 'Priority', 'Urg');
      await choose(page, 'Type', 'Bug');
      await choose(page, 'Status', 'To do');
      await choose(page, 'Assignee', 'colleague');
      await choose(page, 'Sprint', 'Sprint 1');
      await choose(page, 'Story points', '34');
      await choose(page, 'Labels', 'outdoors');
      await page.keyboard.press('Escape');
      await field(page, 'Parent').click();
      await page.getByRole('combobox').fill('entrance');
      await page.getByRole('option', { name: 'New entrance' }).click();
      await field(page, 'Due').click();
      await page.getByRole('dialog').getByLabel(`Due of ${key}`).fill('2031-03-04');
      await page.getByRole('dialog').getByRole('button', { name: 'Set' }).click();
      for (const [name, text] of [
        ['Priority', 'Urgent'],
        ['Type', 'Bug'],
        ['Status', 'To do'],
        ['Assignee', world.user('colleague').name],
        ['Sprint', 'Sprint 1'],
        ['Story points', '34'],
        ['Labels', 'outdoors'],
        ['Parent', `${epic.key} New entrance`],
        ['Due', '4 Mar 2031'],
      ] as const) {
        await value(page, name, text).waitFor();
      }
      await said(page, `${key}: Due is 4 Mar 2031 now.`);

      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Paint both doors');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Paint both doors' }).waitFor();
      await page.getByRole('button', { name: 'Add a description' }).click();
      await page.getByRole('textbox', { name: 'Description' }).fill('Two **coats**:\n\n- [x] red\n- blue <b>x</b>');
      await page.keyboard.press('Control+Enter');
      await page.locator('strong', { hasText: 'coats' }).waitFor();
      await page.getByText('<b>x</b>').waitFor();
      await said(page, `${key}: Description saved.`);
      expect(await now(path)).toMatchObject({
        title: 'Paint both doors',
        description: 'Two **coats**:\n\n- [x] red\n- blue <b>x</b>',
        priority: 'urgent',
        type: 'bug',
        status: 'todo',
        assignee: { name: world.user('colleague').name },
        sprint: { name: 'Sprint 1' },
        storyPoints: 34,
        labels: [{ name: 'outdoors' }],
        parent: { key: epic.key },
        dueDate: '2031-03-04T23:59:59.999Z',
      });
      await visit.shot('work-item');
      await page.setViewportSize({ width: 1280, height: 800 });
      await choose(page, 'Sprint', 'No Sprint');
      await choose(page, 'Story points', 'No estimate');
      await said(page, `${key}: Story points is none now.`);
      expect(await now(path)).toMatchObject({ sprint: null, storyPoints: null });
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Paint both doors' }).waitFor();
    }),
    120_000,
  );

  it(
    'is changed by keys, and shows what was refused',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { path, key } = await opened(visit, { status: 'in_progress' });
      await page.keyboard.press(']');
      await value(page, 'Status', 'In review').waitFor();
      await page.keyboard.press('i');
      await value(page, 'Assignee', world.user('member').name).waitFor();
      await page.keyboard.press('p');
      await page.getByRole('combobox', { name: `Priority of ${key}` }).waitFor();
      await page.keyboard.type('low');
      await page.keyboard.press('Enter');
      await value(page, 'Priority', 'Low').waitFor();
      await said(page, `${key}: Priority is Low now.`);
      expect(await now(path)).toMatchObject({ status: 'in_review', priority: 'low' });
      await page.keyboard.press('t');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('r');
      await page.locator('textarea[aria-label=Comment]:focus').waitFor();
    }),
    120_000,
  );

  it(
    'takes comments and replies, which their authors change and delete, in one stream with what happened',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { path } = await opened(visit);
      await givenComment(world.owner, path, { body: 'Which *colour*?' });
      await world.owner.patch(path, { priority: 'high' });
      await page.reload();
      const owner = world.user('owner').name;
      await page.locator('em', { hasText: 'colour' }).waitFor();
      await page.getByText('changed the priority from Medium to High').waitFor();
      await page
        .getByRole('article', { name: `Comment of ${owner}` })
        .getByRole('button', { name: 'Reply' })
        .click();
      await page.getByRole('textbox', { name: `Reply to ${owner}` }).fill('Red');
      await page.keyboard.press('Control+Enter');
      const mine = page.getByRole('article', { name: `Comment of ${world.user('member').name}` });
      await mine.getByText('Red').waitFor();
      await mine.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Edit the comment' }).fill('Dark red');
      await page.keyboard.press('Control+Enter');
      await mine.getByText('Dark red').waitFor();
      await mine.getByText('edited').waitFor();
      await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Done soon');
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      await page.getByRole('article').getByText('Done soon').waitFor();
      await visit.shot('work-item-comments');
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByText('Changes', { exact: true }).click();
      await page.getByText('Which colour?').waitFor({ state: 'detached' });
      expect(await page.getByText('created this').count()).toBe(1);
      await page.getByText('Comments', { exact: true }).click();
      expect(await page.getByText('created this').count()).toBe(0);
      const { items } = (await world.owner.get(`${path}/comments`)).body;
      expect(items.map(({ body }: { body: string }) => body)).toEqual(['Which *colour*?', 'Dark red', 'Done soon']);
      await mine.filter({ hasText: 'Dark red' }).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('This comment was deleted.').waitFor();
    }),
    120_000,
  );

  it(
    'has sub-items, links and attachments',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { path, project, key } = await opened(visit);
      const other = await givenWorkItem(world.owner, world.project(project), { title: 'Order the paint' });
      await page.getByRole('region', { name: 'Sub-items' }).getByRole('button', { name: 'Add' }).click();
      await page.getByRole('textbox', { name: 'Title of the sub-item' }).fill('Sand it');
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: 'Sub-items' }).getByRole('link', { name: 'Sand it' }).waitFor();
      await page.getByRole('region', { name: 'Sub-items' }).getByText('0 of 1 done').waitFor();
      await page.getByRole('button', { name: 'Blocked by' }).click();
      await page.getByRole('combobox').fill('paint');
      await page.getByRole('option', { name: 'Order the paint' }).click();
      await page.getByRole('list', { name: 'Blocked by' }).getByRole('link', { name: 'Order the paint' }).waitFor();
      expect((await now(`${path}/links`)).items).toMatchObject([
        { relation: 'blocked_by', otherWorkItem: { key: other.key } },
      ]);

      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
        'base64',
      );
      await page.getByLabel('Files to attach').setInputFiles([
        { name: 'door.png', mimeType: 'image/png', buffer: png },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Two coats') },
        { name: 'ünï "q".txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
      ]);
      await page.getByRole('img', { name: 'door.png' }).waitFor();
      expect(await page.getByRole('img', { name: 'door.png' }).getAttribute('src')).toMatch(/^blob:/);
      await page.getByRole('link', { name: 'notes.txt' }).waitFor();
      await page.getByRole('link', { name: 'ünï "q".txt' }).waitFor();
      // A file that is dropped, and one that is pasted.
      for (const type of ['drop', 'paste']) {
        await page.getByRole('region', { name: 'Description' }).evaluate((target, kind) => {
          const files = new DataTransfer();
          files.items.add(new File(['x'], `${kind}.txt`, { type: 'text/plain' }));
          const options = { bubbles: true, cancelable: true };
          target.dispatchEvent(
            kind === 'drop'
              ? new DragEvent('drop', { ...options, dataTransfer: files })
              : new ClipboardEvent('paste', { ...options, clipboardData: files }),
          );
        }, type);
        await page.getByRole('link', { name: `${type}.txt` }).waitFor();
      }
      await visit.shot('work-item-parts');
      await page.setViewportSize({ width: 1280, height: 800 });
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'notes.txt' }).click();
      expect((await download).suggestedFilename()).toBe('notes.txt');
      await page.getByRole('button', { name: 'Delete notes.txt' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('link', { name: 'notes.txt' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Remove the link to ${other.key}` }).click();
      await page.getByRole('list', { name: 'Blocked by' }).waitFor({ state: 'detached' });
      expect((await now(`${path}/links`)).items).toEqual([]);
      const left = (await now(`${path}/attachments`)).items.map(({ fileName }: any) => fileName);
      expect(left.sort()).toEqual(['door.png', 'drop.txt', 'paste.txt', 'ünï "q".txt']);
      expect(key).toContain(project);
    }),
    120_000,
  );

  it(
    'is archived and deleted, and says what goes along',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { path, project, key } = await opened(visit, {}, 'owner');
      await givenWorkItem(world.owner, world.project(project), { title: 'Sand it', parentId: key });
      const menu = (): Promise<void> => page.getByRole('button', { name: `Actions of ${key}` }).click();
      await menu();
      await page.getByRole('menuitem', { name: 'Archive' }).click();
      await page.getByText('Archived: it can be read, but not changed.').waitFor();
      await visit.shot('work-item-archived');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await field(page, 'Priority').count()).toBe(0);
      expect((await now(path)).archivedAt).not.toBeNull();
      await menu();
      await page.getByRole('menuitem', { name: 'Take out of the archive' }).click();
      await field(page, 'Priority').waitFor();
      await menu();
      await page.getByRole('menuitem', { name: 'Delete …' }).click();
      const dialog = page.getByRole('dialog', { name: `Delete ${key}?` });
      await dialog.getByText('This deletes one sub-item too:').waitFor();
      await dialog.getByText('Sand it').waitFor();
      await visit.shot('work-item-delete');
      await page.setViewportSize({ width: 1280, height: 800 });
      await dialog.getByRole('button', { name: `Delete ${key} and one sub-item` }).click();
      await page.waitForURL(`**/o/${world.slug}/${project}`);
      expect((await world.owner.get(path)).status).toBe(404);
    }),
    120_000,
  );
});

describe('The panel beside a list', () => {
  it(
    'opens by Space over a board, is changed by keys, and gives the focus back',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key, project } = await opened(visit, { status: 'todo' });
      await visit.open(`/o/${world.slug}/${project}/board`);
      const card = page.getByRole('link', { name: 'Paint the door', exact: true });
      await card.focus();
      await page.keyboard.press('Space');
      const panel = page.getByRole('complementary', { name: key });
      await panel.getByRole('heading', { name: 'Paint the door' }).waitFor();
      await page.waitForLoadState('networkidle');
      await visit.shot('work-item-panel');
      await page.setViewportSize({ width: 1280, height: 800 });
      await choose(page, 'Priority', 'Urg');
      await panel.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
      await page.getByRole('img', { name: 'Priority Urgent' }).first().waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Paint the door');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
      await page.getByText('1 of 1').waitFor();
    }),
    120_000,
  );
});

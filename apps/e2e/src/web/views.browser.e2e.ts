import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-views');
const VIEWS = `/api/x/organizations/${world.slug}/saved-views`;
const screen = `/o/${world.slug}/search`;
const asking = (query: string): string => `${screen}?q=${encodeURIComponent(query)}`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pinned = (page: Page) => page.getByRole('list', { name: 'Views' });

it('A query is saved as a view, opened at its address, changed, discarded and saved', async () => {
  await inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'member');
    await visit.open(asking('status = todo'));
    await button(page, 'Save view').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('What is to do');
    await button(page, 'Save').click();
    await page.waitForURL(/\/views\/[0-9a-f-]{36}\?/);
    await pinned(page).getByRole('link', { name: 'What is to do' }).waitFor();
    const id = /views\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    const query = page.getByRole('textbox', { name: 'Query' });

    await visit.open(`/o/${world.slug}/views/${id}`);
    await page.waitForURL(/q=status/);
    expect(await query.inputValue()).toBe('status = todo');
    await query.fill('status = done');
    await button(page, 'Search').click();
    await page.getByText('Changed').waitFor();
    await visit.shot('view-changed');
    await button(page, 'Discard').click();
    await page.waitForURL(/q=status\+%3D\+todo/);
    await query.fill('status = done');
    await button(page, 'Search').click();
    await button(page, 'Save').click();
    await page.getByText('Changed').waitFor({ state: 'detached' });
    expect((await world.member.get(`${VIEWS}/${id}`)).body).toMatchObject({
      query: 'status = done',
      shared: false,
      pinned: true,
      revision: 2,
    });
  })();
});

it('A view of somebody else can be copied, but not changed, and an unknown one is not there', async () => {
  const { body } = await world.owner.post(VIEWS, { name: 'Of the owner', query: 'blocked()', shared: true });
  await inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'member');
    await visit.open(`/o/${world.slug}/views/${body.id}?q=status+%3D+done`);
    await page.getByText('Shared · Changed').waitFor();
    await button(page, 'Save as new view').waitFor();
    expect(await button(page, 'Save').count()).toBe(0);
    expect(await button(page, 'Actions for Of the owner').count()).toBe(0);
    visit.expectRefusal(404, /saved-views\/00000000/);
    await visit.open(`/o/${world.slug}/views/00000000-0000-4000-8000-000000000000`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  })();
});

/** Saves a view of the owner by the API, and opens it as its owner. */
async function openOwn(visit: Parameters<Parameters<typeof inBrowser>[0]>[0], members: object): Promise<any> {
  const { body: view } = await world.owner.post(VIEWS, { query: 'status = todo', ...members });
  await visit.enter(world, 'owner');
  await visit.open(`/o/${world.slug}/views/${view.id}`);
  await visit.page.waitForURL(/q=status/);
  await button(visit.page, `Actions for ${view.name}`).waitFor();
  return view;
}

it('A view keeps layout, groups, columns and the choice of its Project', async () => {
  await inBrowser(async (visit) => {
    const { page } = visit;
    await givenWorkItem(world.owner, world.project(), { title: 'Sort the nails', status: 'todo' });
    await visit.enter(world, 'owner');
    await visit.open(`${asking('status = todo ORDER BY title')}&group=status&columns=title,labels,key`);
    await page.getByRole('rowheader', { name: /^To do/ }).waitFor();
    await button(page, 'Save view').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Grouped');
    await page.getByRole('combobox', { name: 'About' }).selectOption('WEB');
    await button(page, 'Save').click();
    await page.waitForURL(/\/views\/[0-9a-f-]{36}\?/);
    const id = /views\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    expect((await world.owner.get(`${VIEWS}/${id}`)).body).toMatchObject({
      layout: 'table',
      groupBy: 'status',
      columns: ['title', 'labels', 'key'],
      project: { key: 'WEB' },
    });
    await visit.open(`/o/${world.slug}/views/${id}`);
    await page.getByRole('rowheader', { name: /^To do/ }).waitFor();
    await page.getByText('WEB · Private').waitFor();
    const headings = await page.getByRole('columnheader').allTextContents();
    expect(headings.slice(1)).toEqual(['Title', 'Labels', 'Key']);
    expect(await button(page, 'Discard').count()).toBe(0);
    await visit.shot('view-grouped');

    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await page.getByRole('group', { name: 'Results by status' }).waitFor();
    await button(page, 'Save').click();
    await page.getByText('Changed').waitFor({ state: 'detached' });
    await visit.open(`/o/${world.slug}/views/${id}`);
    await page.getByRole('group', { name: 'Results by status' }).waitFor();
  })();
}, 60_000);

it('Two people who change one view see both values, and choose', async () => {
  await inBrowser(async (visit) => {
    const { page } = visit;
    const { id } = await openOwn(visit, { name: 'Of two', shared: true });
    const query = page.getByRole('textbox', { name: 'Query' });
    await query.fill('status = done');
    await button(page, 'Search').click();
    await page.getByText('Shared · Changed').waitFor();
    await world.admin.patch(`${VIEWS}/${id}`, { query: 'blocked()', groupBy: 'priority' }, { ifMatch: '*' });
    visit.expectRefusal(412, /saved-views/);
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: '“Of two” was changed' });
    const conflict = dialog.getByRole('group', { name: 'Query' });
    await conflict.getByText('status = done').waitFor();
    await conflict.getByText('blocked()').waitFor();
    expect(await dialog.getByRole('group').count()).toBe(1);
    await visit.shot('view-conflict');
    await conflict.getByRole('button', { name: 'Use mine' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL(/group=priority/);
    expect((await world.owner.get(`${VIEWS}/${id}`)).body).toMatchObject({
      query: 'status = done',
      groupBy: 'priority',
    });
  })();
}, 60_000);

it('A view is renamed and shared, unpinned, pinned, and deleted after a question', async () => {
  await inBrowser(async (visit) => {
    const { page } = visit;
    const { id } = await openOwn(visit, { name: 'Old name' });
    const choose = async (view: string, item: string) => {
      await button(page, `Actions for ${view}`).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Old name', 'Rename or share');
    await page.getByRole('textbox', { name: 'Name' }).fill('New name');
    await page.getByRole('switch', { name: 'Everybody in the Organization may see it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(page, 'Actions for New name').waitFor();
    expect((await world.member.get(`${VIEWS}/${id}`)).body).toMatchObject({ name: 'New name', shared: true });

    await button(page, 'Pin New name').click();
    await pinned(page).getByRole('link', { name: 'New name' }).waitFor();
    expect(await button(page, 'Pin New name').getAttribute('aria-pressed')).toBe('true');
    await button(page, 'Pin New name').click();
    await pinned(page).getByRole('link', { name: 'New name' }).waitFor({ state: 'detached' });

    await choose('New name', 'Delete the view');
    await page.getByRole('dialog', { name: 'Delete “New name”?' }).getByText('It is gone for everybody.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await world.owner.get(`${VIEWS}/${id}`)).status).toBe(200);
    await choose('New name', 'Delete the view');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(/\/search\?/);
    expect((await world.owner.get(`${VIEWS}/${id}`)).status).toBe(404);
  })();
}, 60_000);

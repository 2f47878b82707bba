import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
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

import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-deleted-work-items');
const { owner } = world;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, list: string, title: string) =>
  list !== 'Deleted Work Items'
    ? page.getByRole('table', { name: list }).getByRole('row').filter({ hasText: title })
    : page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: title });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id);

/** A fresh Project with Work Items of these titles. */
async function given(...titles: readonly string[]) {
  const { key } = await givenProject(owner, world.org(), { name: 'Moon base' });
  const project = world.project(key);
  for (const title of titles) await givenWorkItem(owner, project, { title });
  return { key, project, screen: `/o/${world.slug}/${key}` };
}

it('A deleted Work Item is undone by the notice, restored from the list, and deleted for good after a question that names it', async () => {
  const { key, project, screen } = await given('Airlock', 'Antenna');
  await inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'owner');
    await visit.open(`/o/${world.slug}/items/${key}-1`);
    const remove = async (item: string) => {
      await button(page, `Actions of ${item}`).click();
      await page.getByRole('menuitem', { name: 'Delete …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/An owner can restore it until/).waitFor();
      await dialog.getByRole('button', { name: `Delete ${item}` }).click();
      await notices(page).getByText(`${item} is deleted. It can be restored until`).waitFor();
    };
    await remove(`${key}-1`);
    await visit.shot('item-deleted');
    await notices(page).getByRole('button', { name: 'Undo' }).click();
    await notices(page).getByText(`${key}-1 is restored.`).waitFor();
    await row(page, 'Work Items', 'Airlock').waitFor();
    expect((await owner.get(`${project}/work-items/${key}-1`)).status).toBe(200);

    for (const item of [`${key}-1`, `${key}-2`]) await owner.delete(`${project}/work-items/${item}`, { ifMatch: '*' });
    await visit.open(screen);
    await page.getByRole('link', { name: 'Deleted' }).click();
    await row(page, 'Deleted Work Items', 'Airlock')
      .getByText(/Deleted by .* can be restored until/)
      .waitFor();
    await visit.shot('deleted-work-items');
    expect(await visit.findings()).toEqual([]);
    await button(page, `Restore ${key}-2`).click();
    await row(page, 'Deleted Work Items', 'Antenna').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe(`Restore ${key}-1`);

    await button(page, `Delete ${key}-1 for good …`).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${key}-1 for good?` });
    await dialog.getByText('Airlock').waitFor();
    await visit.shot('delete-for-good');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe(`Delete ${key}-1 for good …`);
    await button(page, `Delete ${key}-1 for good …`).click();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('Nothing was deleted in the last 30 days.').waitFor();
    expect(await focused(page)).toBe('main');
    await page.goBack();
    await row(page, 'Work Items', 'Antenna').waitFor();
  })();
});

it('An archived Work Item comes out of the archive by its box, and goes back by Undo', async () => {
  const { key, project, screen } = await given('Greenhouse');
  await owner.post(`${project}/work-items/${key}-1/archive`, {}, { ifMatch: '*' });
  await inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'admin');
    await visit.open(screen);
    await page.getByRole('link', { name: 'Archived' }).waitFor();
    expect(await page.getByRole('link', { name: 'Deleted' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Archived' }).click();
    await row(page, 'Archived Work Items', 'Greenhouse').waitFor();
    await page.getByRole('checkbox', { name: `Select ${key}-1` }).check();
    await button(page, 'Restore from the archive').waitFor();
    expect(await page.getByRole('toolbar').getByRole('button', { name: '…' }).count()).toBe(0);
    await visit.shot('archived-work-items');
    expect(await visit.findings()).toEqual([]);
    await button(page, 'Restore from the archive').click();
    await page.getByText('No Work Item of this Project is archived.').waitFor();
    expect(await focused(page)).toBe('main');
    await notices(page).getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Archived Work Items', 'Greenhouse').waitFor();
    expect((await owner.get(`${project}/work-items/${key}-1`)).body.archivedAt).not.toBeNull();

    await visit.open(`${screen}/deleted`);
    await page.getByText('Owners of the Organization see and restore what was deleted.').waitFor();
  })();
});

it('Several archived Work Items come out together; one that was changed meanwhile is named, and Undo archives them again', async () => {
  const { key, project, screen } = await given('Dome', 'Rover', 'Sail');
  const path = (number: number) => `${project}/work-items/${key}-${number}`;
  for (const number of [1, 2, 3]) await owner.post(`${path(number)}/archive`, {}, { ifMatch: '*' });
  const isArchived = async (number: number) => (await owner.get(path(number))).body.archivedAt !== null;
  await inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'admin');
    await visit.open(`${screen}/archived`);
    for (const number of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select ${key}-${number}` }).check();
    await owner.post(`${path(3)}/unarchive`, {}, { ifMatch: '*' });
    await owner.post(`${path(3)}/archive`, {}, { ifMatch: '*' });
    visit.expectRefusal(412, /unarchive$/);
    await button(page, 'Restore from the archive').click();
    const dialog = page.getByRole('dialog', { name: '1 of 3 were not changed' });
    await dialog.getByText('Somebody else changed it meanwhile.').waitFor();
    await button(page, 'Change them anyway').click();
    await page.getByText('No Work Item of this Project is archived.').waitFor();
    expect(await Promise.all([1, 2, 3].map(isArchived))).toEqual([false, false, false]);
    await page.keyboard.press('u');
    await row(page, 'Archived Work Items', 'Sail').waitFor();
    await page.keyboard.press('u');
    await row(page, 'Archived Work Items', 'Dome').waitFor();
    expect(await Promise.all([1, 2, 3].map(isArchived))).toEqual([true, true, true]);
  })();
});

it('A member sees what is archived, without a way to restore it', async () => {
  const { key, project, screen } = await given('Shelter');
  await owner.post(`${project}/work-items/${key}-1/archive`, {}, { ifMatch: '*' });
  await inBrowser(async (visit) => {
    const { page } = visit;
    await visit.enter(world, 'member');
    await visit.open(`${screen}/archived`);
    await page.getByRole('checkbox', { name: `Select ${key}-1` }).check();
    await button(page, 'Deselect').waitFor();
    expect(await button(page, 'Restore from the archive').count()).toBe(0);
  })();
});

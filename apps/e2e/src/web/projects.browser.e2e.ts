import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenProject, givenWorkItem, unusedProjectKey } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-projects');
const HOME = `/o/${world.slug}`;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** Changes the Project as somebody else does meanwhile. */
async function changedElsewhere(key: string, changes: object): Promise<void> {
  const { status, text } = await world.owner.patch(world.project(key), changes, { ifMatch: '*' });
  if (status !== 200) throw new Error(`The Project was not changed: ${status} ${text}`);
}

/** The Project as the server has it. */
const stored = async (key: string) => (await world.owner.get(world.project(key))).body;

describe('A new Project', () => {
  it(
    'has a key that follows from its name; a key that is taken is said beside its field, and nothing that was typed is lost',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'admin');
      await visit.open(HOME);
      await page.getByRole('button', { name: 'New Project' }).click();
      const dialog = page.getByRole('dialog', { name: 'New Project' });
      const [name, key] = [dialog.getByLabel('Name'), dialog.getByLabel('Key')];
      await name.fill('Deep sea cables');
      expect(await key.inputValue()).toBe('DSC');
      await name.fill('Website');
      // The Organization has WEB already; a single word gives its first letters.
      expect(await key.inputValue()).toBe('WEBS');
      await key.fill('web');
      await dialog.getByLabel('Description').fill('What visitors see.');
      await dialog.getByRole('radio', { name: 'Teal' }).check();
      visit.expectRefusal(409, /\/projects$/);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('Another Project of this Organization has the key WEB. Choose another one.').waitFor();
      expect(await key.getAttribute('aria-invalid')).toBe('true');
      expect([await name.inputValue(), await dialog.getByLabel('Description').inputValue()]).toEqual([
        'Website',
        'What visitors see.',
      ]);
      await visit.shot('project-key-taken');
      const free = unusedProjectKey();
      await key.fill('1 is no key');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('is not a key.').waitFor();
      await key.fill(free);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await heading(page, 'Website').waitFor();
      expect(new URL(page.url()).pathname).toBe(`${HOME}/${free}`);
      await page.getByText('What visitors see.').waitFor();
      expect(await stored(free)).toMatchObject({
        name: 'Website',
        color: '#0d9488',
        description: 'What visitors see.',
      });
      await page.getByRole('navigation', { name: 'Main' }).getByText(free).waitFor();
    }),
  );

  it(
    'is not offered to members, nor are the settings; a direct address says why',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(HOME);
      await page.getByRole('link', { name: 'Hammer' }).first().waitFor();
      expect(await page.getByRole('button', { name: 'New Project' }).count()).toBe(0);
      await visit.open(`${HOME}/HAM`);
      await page.getByRole('link', { name: 'Labels' }).waitFor();
      expect(await page.getByRole('main').getByRole('link', { name: 'Settings' }).count()).toBe(0);
      await visit.open(`${HOME}/HAM/settings`);
      await page.getByText('Administrators of the Organization change the settings').waitFor();
      expect(await save(page).count()).toBe(0);
      await visit.open(`${HOME}/HAM/labels`);
      await page.getByText('This Project has no label yet.').waitFor();
      await visit.shot('labels-empty');
      expect(await page.getByRole('button', { name: 'Create' }).count()).toBe(0);
    }),
  );
});

describe('The settings of a Project', () => {
  it(
    'rename it everywhere; a change by somebody else of another member is joined',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org(), { name: 'Lighthouse' });
      await visit.enter(world, 'admin');
      await visit.open(`${HOME}/${key}/settings`);
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Lighthouse two');
      await save(page).click();
      await heading(page, 'Lighthouse two').waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByText('Lighthouse two').waitFor();
      await visit.shot('project-settings');

      await name.fill('Lighthouse three');
      await changedElsewhere(key, { description: 'Of the north.' });
      visit.expectRefusal(412, /\/projects\//);
      await save(page).click();
      await notices(page).getByText('Saved, together with a change by somebody else.').waitFor();
      expect(await stored(key)).toMatchObject({ name: 'Lighthouse three', description: 'Of the north.' });
      expect(await page.getByLabel('Description').inputValue()).toBe('Of the north.');
    }),
  );

  it(
    'let the user choose when both have changed the name, and lose neither',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org(), { name: 'Windmill' });
      await visit.enter(world, 'admin');
      await visit.open(`${HOME}/${key}/settings`);
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Mine');
      await changedElsewhere(key, { name: 'Theirs' });
      visit.expectRefusal(412, /\/projects\//);
      await save(page).click();
      const choice = page.getByRole('alert', { name: 'Changed elsewhere' }).getByRole('group', { name: 'Name' });
      await choice.waitFor();
      expect(await choice.innerText()).toMatch(/Yours\s+Mine\s+Theirs\s+Theirs/);
      expect((await stored(key)).name).toBe('Theirs');
      await visit.shot('project-conflict');
      await choice.getByRole('button', { name: 'Use mine' }).click();
      await save(page).click();
      await heading(page, 'Mine').waitFor();
      expect((await stored(key)).name).toBe('Mine');

      await name.fill('Mine again');
      await changedElsewhere(key, { name: 'Theirs again' });
      await save(page).click();
      await choice.getByRole('button', { name: 'Keep theirs' }).click();
      expect(await name.inputValue()).toBe('Theirs again');
      expect((await stored(key)).name).toBe('Theirs again');
    }),
  );

  it(
    'archive it after saying what that means, and take it out of the archive',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org(), { name: 'Old mill' });
      await givenWorkItem(world.owner, world.project(key), { title: 'Grind' });
      await visit.enter(world, 'admin');
      await visit.open(`${HOME}/${key}/settings`);
      await page.getByText('no new Work Item or Sprint can be created in it').waitFor();
      await page.getByRole('button', { name: 'Archive this Project …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Archive Old mill?' });
      await dialog.waitFor();
      await visit.shot('project-archive');
      // A name that somebody else changed is no reason against it.
      await changedElsewhere(key, { name: 'Older mill' });
      visit.expectRefusal(412, /\/archive$/);
      await dialog.getByRole('button', { name: 'Archive' }).click();
      await page.getByText('This Project is archived.').waitFor();
      expect((await stored(key)).archivedAt).not.toBeNull();
      await page
        .getByRole('banner')
        .or(page.getByRole('main'))
        .getByText('Archived', { exact: true })
        .first()
        .waitFor();

      await visit.open(HOME);
      await page.getByRole('region', { name: 'Projects' }).getByRole('link', { name: 'Hammer' }).waitFor();
      expect(await page.getByRole('link', { name: 'Older mill' }).count()).toBe(0);
      await page.getByRole('switch', { name: 'Archived' }).click();
      await page.getByRole('link', { name: 'Older mill' }).click();
      await page.getByRole('link', { name: 'Grind' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Take out of the archive' }).click();
      await page.getByRole('button', { name: 'Archive this Project …' }).waitFor();
      expect((await stored(key)).archivedAt).toBeNull();
    }),
  );
});

describe('A Project', () => {
  it(
    'shows what happened to its Work Items, newest first, page by page',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org(), { name: 'Bakery' });
      for (let number = 1; number <= 52; number += 1) {
        await givenWorkItem(world.owner, world.project(key), { title: `Loaf ${number}` });
      }
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/${key}`);
      await page.getByRole('main').getByRole('link', { name: 'Activity' }).click();
      await page.getByRole('link', { name: `${key}-52 Loaf 52`, exact: true }).waitFor();
      const events = page.getByRole('main').getByRole('listitem');
      expect(await events.count()).toBe(50);
      expect(await events.first().innerText()).toMatch(new RegExp(`created ${key}-52 Loaf 52`));
      await visit.shot('project-activity');
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('link', { name: `${key}-1 Loaf 1`, exact: true }).waitFor();
      expect(await events.count()).toBe(52);
      expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    }),
  );

  it(
    'has labels with colours that are seen; a name that is taken is said beside the field',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org(), { name: 'Garden' });
      await visit.enter(world, 'admin');
      await visit.open(`${HOME}/${key}/labels`);
      await page.getByText('This Project has no label yet.').waitFor();
      const name = page.getByLabel('Name', { exact: true });
      const labels = page.getByRole('list', { name: 'Labels' }).getByRole('listitem');
      await name.fill('Roses');
      await page.getByRole('radio', { name: 'Pink' }).check();
      await page.keyboard.press('Enter');
      await labels.first().waitFor();
      expect(await labels.allTextContents()).toEqual(['roses']);
      expect(await name.inputValue()).toBe('');
      const answer = await world.owner.get(`${world.project(key)}/labels`);
      expect(answer.body.items).toMatchObject([{ name: 'roses', color: '#d6409f' }]);
      await name.fill('ROSES');
      visit.expectRefusal(409, /\/labels$/);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('This Project has the label “roses” already.').waitFor();
      expect(await name.inputValue()).toBe('ROSES');
      await page.getByLabel('Another colour').fill('#ffff00');
      await page.getByText('This colour is hard to see in the light theme.').waitFor();
      await visit.shot('labels');
    }),
  );
});

import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenLabel, givenProject, givenWorkItem, unusedProjectKey } from '../kit/given.js';
import { signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';
import { crumb, hasFocus } from './by-keyboard.js';

const world = new World('web-projects');
const HOME = `/o/${world.slug}`;

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
      await key.fill('1 no key');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('is not a key.').waitFor();
      await key.fill(free);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await crumb(page, 'Website').waitFor();
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
      await crumb(page, 'Lighthouse two').waitFor();
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
      await crumb(page, 'Mine').waitFor();
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
      const events = page.getByRole('main').getByRole('listitem').filter({ hasText: 'created' });
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
      await page.getByLabel('Another color').fill('#ffff00');
      await page.getByText('This color is hard to see in the light theme.').waitFor();
      await visit.shot('labels');
    }),
  );

  it(
    'renames, recolours and deletes a label, joins the changes of two, and says why a label stays',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org(), { name: 'Garden' });
      const project = world.project(key);
      const [roses] = [
        await givenLabel(world.owner, project, 'roses'),
        await givenLabel(world.owner, project, 'tulips'),
      ];
      const item = await givenWorkItem(world.owner, project);
      await world.owner.post(`${world.item(item.key)}/labels`, { labelId: roses.id }, { ifMatch: '*' });
      const colleague = await signedIn(world, 'owner');
      const rosesPath = `${project.replace('/api/v1/', '/api/')}/labels/${roses.id}`;
      await visit.enter(world, 'admin');
      await visit.open(`${HOME}/${key}/labels`);
      const labels = page.getByRole('list', { name: 'Labels' }).getByRole('listitem');
      const choose = async (label: string, action: string) => {
        await page.getByRole('button', { name: `Actions for ${label}`, exact: true }).press('Enter');
        await page.getByRole('menuitem', { name: action }).press('Enter');
      };

      await choose('roses', 'Rename or recolor');
      const form = page.getByRole('dialog', { name: 'Change “roses”' });
      const name = form.getByLabel('Name', { exact: true });
      await name.waitFor();
      expect(await hasFocus(name)).toBe(true);
      await name.fill('Tulips');
      visit.expectRefusal(409, /labels\/[^/]+$/);
      await page.keyboard.press('Enter');
      await form.getByText('This Project has the label “tulips” already.').waitFor();
      // Somebody else recolours it meanwhile.
      await colleague.patch(rosesPath, { color: '#d6409f' });
      visit.expectRefusal(412, /labels\/[^/]+$/);
      await name.fill('Wild Roses');
      await page.keyboard.press('Enter');
      await page.getByText('Saved, together with a change by somebody else.').first().waitFor();
      await form.waitFor({ state: 'detached' });
      expect((await colleague.get(rosesPath)).body).toMatchObject({ name: 'wild roses', color: '#d6409f' });
      await labels.getByText('wild roses').waitFor();

      await choose('wild roses', 'Rename or recolor');
      const again = page.getByRole('dialog', { name: 'Change “wild roses”' });
      await again.getByLabel('Name', { exact: true }).waitFor();
      await colleague.patch(rosesPath, { name: 'theirs' });
      await again.getByLabel('Name', { exact: true }).fill('mine');
      await page.keyboard.press('Enter');
      const sides = again.getByRole('group', { name: 'Name' });
      await sides.waitFor();
      expect(await sides.getByRole('definition').allInnerTexts()).toEqual(['mine', 'theirs']);
      await visit.shot('label-conflict');
      await again.getByRole('button', { name: 'Use mine' }).press('Enter');
      await again.getByRole('button', { name: 'Save' }).press('Enter');
      await again.waitFor({ state: 'detached' });
      await labels.getByText('mine', { exact: true }).waitFor();

      await choose('mine', 'Delete');
      const question = page.getByRole('dialog', { name: 'Delete “mine”?' });
      await question.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await question.getByText('mine is or was on a Work Item').waitFor();
      await visit.shot('label-stays');
      await question.getByRole('button', { name: 'Keep it' }).press('Enter');
      await choose('tulips', 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByText('The label “tulips” is deleted.').first().waitFor();
      await labels.getByText('tulips').waitFor({ state: 'detached' });
      expect((await world.owner.get(`${project}/labels`)).body.items).toMatchObject([{ name: 'mine' }]);
    }),
    60_000,
  );

  it(
    'has no actions on labels for members',
    inBrowser(async (visit) => {
      const { key } = await givenProject(world.owner, world.org(), { name: 'Garden' });
      await givenLabel(world.owner, world.project(key), 'roses');
      await visit.enter(world, 'member');
      await visit.open(`${HOME}/${key}/labels`);
      await visit.page.getByText('roses', { exact: true }).waitFor();
      expect(await visit.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    }),
  );
});

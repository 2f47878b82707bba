import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { givenComment, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-writing');

/** Opens a new Work Item. Returns its path in the API. */
async function opened(visit: Visit, members: object = {}, user = 'member'): Promise<string> {
  const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Paint the door', ...members });
  await visit.enter(world, user);
  await visit.open(`/o/${world.slug}/items/${key}`);
  await visit.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
  await visit.page.waitForLoadState('networkidle');
  return world.item(key);
}

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null,
  );

describe('A text that is written', () => {
  it(
    'is marked by keys, which the undo of the browser takes back',
    inBrowser(async (visit) => {
      const { page } = visit;
      await opened(visit);
      const field = comment(page);
      const is = (text: string) => expect(field.inputValue()).resolves.toBe(text);
      await field.focus();
      await page.keyboard.type('paint');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+b');
      await is('**paint**');
      await page.keyboard.press('Control+i');
      await is('**_paint_**');
      await page.keyboard.press('Control+z');
      await is('**paint**');
      await page.keyboard.press('Control+z');
      await is('paint');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+e');
      await is('`paint`');
      await page.keyboard.press('Control+e');
      await is('paint');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('https://a.example');
      await is('[paint](https://a.example)');
      // The key of the palette is that of a link here.
      expect(await page.getByRole('dialog').count()).toBe(0);
    }),
    60_000,
  );

  it(
    'has tools that are one stop of the keyboard, and a preview that is sent too',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await opened(visit);
      await comment(page).focus();
      await page.keyboard.type('Two coats');
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toBe('Bold');
      for (const name of ['Italic', 'Code', 'Link', 'Heading', 'List', 'Checklist']) {
        await page.keyboard.press('ArrowRight');
        expect(await focused(page)).toBe(name);
      }
      await page.keyboard.press('Enter');
      expect(await comment(page).inputValue()).toBe('- [ ] Two coats');
      expect(await focused(page)).toBe('Comment');
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toBe('Checklist');
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toBe('Write');
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toBe('Preview');
      const preview = page.getByRole('group', { name: 'Preview' });
      await preview.getByRole('checkbox').waitFor();
      await visit.shot('writing-preview');
      expect(await visit.findings()).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press('Control+Enter');
      await page.getByRole('article').getByText('Two coats').waitFor();
      expect((await world.owner.get(`${path}/comments`)).body.items).toMatchObject([{ body: '- [ ] Two coats' }]);
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    }),
    60_000,
  );

  it(
    'has the same tools in a description and in the dialog for a new Work Item',
    inBrowser(async (visit) => {
      const { page } = visit;
      await opened(visit, { description: 'One coat' });
      await page.getByRole('button', { name: 'Edit the description' }).click();
      const description = page.getByRole('textbox', { name: 'Description' });
      await description.press('Control+a');
      await page.getByRole('region', { name: 'Description' }).getByRole('button', { name: 'Quote' }).click();
      expect(await description.inputValue()).toBe('> One coat');
      await visit.shot('writing-description');
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: 'Create a Work Item' });
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Sand it');
      await dialog.getByRole('textbox', { name: 'Description' }).press('Control+a');
      await dialog.getByRole('button', { name: 'Bold' }).click();
      expect(await dialog.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('**Sand it**');
      await dialog.getByRole('tab', { name: 'Preview' }).click();
      await dialog.locator('strong', { hasText: 'Sand it' }).waitFor();
      await visit.shot('writing-create');
      expect(await visit.findings()).toEqual([]);
      await dialog.getByRole('button', { name: 'Discard the draft' }).click();
    }),
    60_000,
  );
});

/** Waits until the server has the text. */
const until = (read: () => Promise<string>, text: string): Promise<true> =>
  eventually(JSON.stringify(text), async () => ((await read()) === text ? true : undefined));

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

describe('A text that is read', () => {
  it(
    'has links for keys of Work Items, and none in code, links and longer words',
    inBrowser(async (visit) => {
      const { page } = visit;
      const other = await givenWorkItem(world.owner, world.project(), { title: 'Sand the door' });
      const words = `\`${other.key}\` [see ${other.key}](/settings) a-${other.key} ${other.key}-b /${other.key} web-1`;
      await opened(visit, { description: `Before this, **${other.key}**.\n\n${words}` });
      const text = page.getByRole('region', { name: 'Description' });
      await text.getByText('Before this').waitFor();
      expect(await text.getByRole('link').allTextContents()).toEqual([other.key, `see ${other.key}`]);
      await text.getByRole('link', { name: other.key, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Sand the door' }).waitFor();
    }),
    60_000,
  );

  it(
    'has code in colors where its language is known, and copies it',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: visit.origin });
      const code = 'const door: Door = paint("red", 2); // twice\n';
      const patch = '@@ -1 +1 @@\n-red\n+blue\n';
      const shown = `\`\`\`ts\n${code}\`\`\`\n\n\`\`\`diff\n${patch}\`\`\`\n\n\`\`\`klingon\nif (a) b\n\`\`\``;
      await opened(visit, { description: shown });
      const text = page.getByRole('region', { name: 'Description' });
      await text.locator('[data-kind=keyword]', { hasText: 'const' }).waitFor();
      const colored = text.getByRole('group', { name: 'Code' }).locator('[data-kind]');
      expect(
        await colored.evaluateAll((all) => all.map((one) => [one.getAttribute('data-kind'), one.textContent])),
      ).toEqual([
        ['keyword', 'const'],
        ['name', 'Door'],
        ['string', '"red"'],
        ['number', '2'],
        ['comment', '// twice'],
        ['keyword', '@@ -1 +1 @@'],
        ['removed', '-red'],
        ['added', '+blue'],
      ]);
      expect(await text.getByRole('group', { name: 'Code' }).allTextContents()).toEqual(
        [code, patch, 'if (a) b\n'].map((one) => one.trimEnd()),
      );
      await text.getByRole('button', { name: 'Copy the code' }).first().click();
      await text.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code.trimEnd());
      await visit.shot('writing-code');
      expect(await visit.findings()).toEqual([]);
    }),
    60_000,
  );

  it(
    'has tasks that two people tick at the same time, and nothing is lost',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(412, /WEB-\d+$/);
      const path = await opened(visit, { description: '- [ ] sand\n- [ ] paint\n- [x] oil' });
      const description = async () => (await world.owner.get(path)).body.description;
      await box(page, 'sand').waitFor();
      const second = await visit.context.newPage();
      await second.goto(page.url());
      await box(second, 'paint').waitFor();
      await Promise.all([box(page, 'sand').check(), box(second, 'paint').check()]);
      await until(description, '- [x] sand\n- [x] paint\n- [x] oil');
      await second.close();
      await page.reload();
      await page.getByRole('checkbox', { name: 'paint', checked: true }).waitFor();
      await box(page, 'oil').focus();
      await page.keyboard.press('Space');
      await until(description, '- [x] sand\n- [x] paint\n- [ ] oil');
      expect(await focused(page)).toBe('oil');
      await visit.shot('writing-tasks');
      expect(await visit.findings()).toEqual([]);
    }),
    60_000,
  );

  it(
    'says so when the task was changed meanwhile, and shows the text as it is now',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(412, /WEB-\d+$/);
      const path = await opened(visit, { description: '- [ ] sand\n- [ ] paint' });
      await box(page, 'sand').waitFor();
      await world.owner.patch(path, { description: '- [ ] sand it twice\n- [ ] paint' });
      await box(page, 'sand').click();
      await page.getByText('Somebody changed this point of the list meanwhile.').first().waitFor();
      await page.getByRole('checkbox', { name: 'sand it twice', checked: false }).waitFor();
      expect((await world.owner.get(path)).body.description).toBe('- [ ] sand it twice\n- [ ] paint');
    }),
    60_000,
  );

  it(
    'has ticks that are taken back alone, by a key and by the notice, whatever others changed meanwhile',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(412, /WEB-\d+$/);
      const path = await opened(visit, { description: '- [ ] sand\n- [ ] paint' });
      const description = async () => (await world.owner.get(path)).body.description;
      await box(page, 'sand').check();
      await until(description, '- [x] sand\n- [ ] paint');
      const notice = page.getByRole('region', { name: 'Notices' });
      await notice.getByText('“sand” is done.').waitFor();
      await world.owner.patch(path, { description: '- [x] sand\n- [x] paint twice' });
      await page.keyboard.press('u');
      await until(description, '- [ ] sand\n- [x] paint twice');
      await page.getByRole('checkbox', { name: 'sand', checked: false }).waitFor();
      await box(page, 'paint twice').uncheck();
      await until(description, '- [ ] sand\n- [ ] paint twice');
      await notice.getByText('“paint twice” is not done.').waitFor();
      await notice.getByRole('button', { name: 'Undo' }).click();
      await until(description, '- [ ] sand\n- [x] paint twice');
      await comment(page).fill('- [ ] oil');
      await comment(page).press('Control+Enter');
      await box(page, 'oil').check();
      const body = async () => (await world.owner.get(`${path}/comments`)).body.items[0].body;
      await until(body, '- [x] oil');
      await notice.getByText('“oil” is done.').waitFor();
      await page.keyboard.press('u');
      await until(body, '- [ ] oil');
    }),
    60_000,
  );

  it(
    'has tasks in comments, which their authors tick and others read',
    inBrowser(async (visit) => {
      const { page } = visit;
      const path = await opened(visit);
      await givenComment(world.owner, path, { body: '- [ ] theirs' });
      await page.reload();
      await page.getByText('theirs').waitFor();
      await comment(page).fill('- [ ] mine\n- [ ] mine too');
      await comment(page).press('Control+Enter');
      await box(page, 'mine').check();
      await box(page, 'mine too').check();
      const bodies = async () =>
        (await world.owner.get(`${path}/comments`)).body.items.map((one: any) => one.body).join(' | ');
      await until(bodies, '- [ ] theirs | - [x] mine\n- [x] mine too');
      expect(await page.getByRole('checkbox', { name: 'To do' }).isDisabled()).toBe(true);
    }),
    60_000,
  );
});

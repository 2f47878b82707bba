import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { created, givenWorkItem } from '../kit/given.js';
import { greyPng } from '../kit/png.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';
import { movesOf, noteMoves } from './moves.js';

const world = new World('web-images');

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Makes a Work Item with the attachments, whose ids its description can name. Returns its path in the API. */
async function given(
  description: (ids: readonly string[]) => string,
  files: readonly (readonly [string, Buffer | string, string])[],
) {
  const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Paint the door' });
  const path = world.item(key);
  const ids: string[] = [];
  for (const [fileName, content, contentType] of files) {
    ids.push((await created(world.owner.post(`${path}/attachments`, uploadOf(content, { fileName, contentType })))).id);
  }
  await world.owner.patch(path, { description: description(ids) });
  return { key, path, ids };
}

async function opened(visit: Visit, key: string, user = 'member'): Promise<void> {
  await visit.enter(world, user);
  await visit.open(`/o/${world.slug}/items/${key}`);
  await visit.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
}

/** Pastes or drops a file into a field. */
async function put(
  field: Locator,
  kind: 'paste' | 'drop',
  name: string,
  content: Buffer,
  type = 'image/png',
  more = 0,
): Promise<void> {
  const file = { kind, name, type, more, content: content.toString('base64') };
  await field.evaluate((element, one) => {
    const files = new DataTransfer();
    const bytes = Uint8Array.from(atob(one.content), (sign) => sign.charCodeAt(0));
    files.items.add(new File([bytes, new Uint8Array(one.more)], one.name, { type: one.type }));
    const options = { bubbles: true, cancelable: true };
    element.dispatchEvent(
      one.kind === 'drop'
        ? new DragEvent('drop', { ...options, dataTransfer: files })
        : new ClipboardEvent('paste', { ...options, clipboardData: files }),
    );
  }, file);
}

const untilText = (field: Locator, text: RegExp): Promise<string> =>
  eventually(String(text), async () => {
    const value = await field.inputValue();
    return text.test(value) ? value : undefined;
  });

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });
const description = (page: Page) => page.getByRole('region', { name: 'Description' });
const DOOR = greyPng(800, 400);

describe('An image that is put into a text', () => {
  it(
    'is attached, shown in its place, and leaves the undo of the text as it was',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key, path } = await given(() => 'x', []);
      await opened(visit, key);
      await page.getByRole('button', { name: 'Edit the description' }).click();
      const field = page.getByRole('textbox', { name: 'Description' });
      await field.fill('');
      await page.keyboard.type('The door:');
      await put(field, 'paste', 'do[or].png', DOOR);
      const text = await untilText(field, new RegExp(`^The door: !\\[do or \\.png\\]\\(attachment:${ID}#800x400\\)$`));
      await page.keyboard.press('Control+z');
      expect(await field.inputValue()).toMatch(/^The door: !\[do or \.png\]\(attachment:new-[0-9a-f]{8}\)$/);
      await page.keyboard.press('Control+z');
      expect(await field.inputValue()).toBe('The door:');
      await page.keyboard.press('Control+Shift+z');
      await page.keyboard.press('Control+Shift+z');
      expect(await field.inputValue()).toBe(text);
      await visit.shot('images-writing');
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press('Control+Enter');
      const image = description(page).getByRole('button', { name: 'do or .png' });
      await image.waitFor();
      expect(await image.getByRole('img').getAttribute('src')).toMatch(/^blob:/);
      const items = (await world.owner.get(`${path}/attachments`)).body.items;
      expect(items).toMatchObject([{ fileName: 'do[or].png', contentType: 'image/png', size: DOOR.length }]);
      expect((await world.owner.get(path)).body.description).toBe(text.replace(new RegExp(ID), items[0].id));
      await visit.shot('images-shown');
      await page.setViewportSize({ width: 1280, height: 800 });
      await image.click();
      const dialog = page.getByRole('dialog', { name: 'do or .png' });
      await dialog.getByRole('img').waitFor();
      await visit.shot('images-large');
      await page.setViewportSize({ width: 1280, height: 800 });
      await dialog.getByRole('button', { name: 'Actual size' }).click();
      expect(await visit.findings()).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await image.evaluate((element) => element === document.activeElement)).toBe(true);
    }),
    60_000,
  );

  it(
    'waits for the connection in a comment, which waits for it too, and says why it was refused',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.permitLostRequests();
      visit.expectRefusal(413, /\/attachments$/);
      const { key, path } = await given(() => 'x', []);
      await opened(visit, key);
      const field = comment(page);
      await field.fill('Look:');
      await visit.context.setOffline(true);
      await put(field, 'drop', 'door.png', DOOR);
      await page.getByText('door.png is being sent …').waitFor();
      const send = page.getByRole('button', { name: 'Comment', exact: true });
      expect(await send.getAttribute('aria-disabled')).toBe('true');
      await field.press('Control+Enter');
      await visit.context.setOffline(false);
      await untilText(field, new RegExp(`^Look: !\\[door\\.png\\]\\(attachment:${ID}#800x400\\)$`));
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Image' }).click();
      await (await chooser).setFiles({ name: 'hinge.png', mimeType: 'image/png', buffer: DOOR });
      const both = `^Look: !\\[door\\.png\\]\\(attachment:${ID}#800x400\\) !\\[hinge\\.png\\]\\(attachment:${ID}#800x400\\)`;
      await untilText(field, new RegExp(`${both}$`));
      await put(field, 'paste', 'large.png', DOOR, 'image/png', 26 * 1_024 * 1_024);
      await page.getByText('large.png was not attached.').first().waitFor();
      await untilText(field, new RegExp(`${both} ?$`));
      await field.press('Control+Enter');
      await page.getByRole('article').getByRole('img', { name: 'door.png' }).waitFor();
      expect((await world.owner.get(`${path}/comments`)).body.items).toHaveLength(1);
    }),
    60_000,
  );

  it(
    'waits in the dialog for a new Work Item, and is attached to it',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given(() => 'x', []);
      await opened(visit, key);
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: 'Create a Work Item' });
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Oil the hinges');
      const field = dialog.getByRole('textbox', { name: 'Description' });
      await field.fill('Squeaks:');
      await put(field, 'paste', 'hinge.png', DOOR);
      await put(field, 'paste', 'plan.pdf', Buffer.from('%PDF'), 'application/pdf');
      await untilText(field, /^Squeaks: !\[hinge\.png\]\(attachment:new-\w+\) \[plan\.pdf\]\(attachment:new-\w+\)$/);
      await dialog.getByRole('tab', { name: 'Preview' }).click();
      await dialog.getByRole('img', { name: 'hinge.png' }).waitFor();
      await visit.shot('images-create');
      await page.setViewportSize({ width: 1280, height: 800 });
      // The files wait with the draft while the form is closed.
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('c');
      let send = (): void => undefined;
      const held = new Promise<void>((go) => (send = go));
      await page.route(/\/attachments$/, async (route) => {
        if (route.request().method() === 'POST') await held;
        await route.continue();
      });
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      await dialog.getByText(/ is created\. Sending hinge\.png, 1 of 2 …$/).waitFor();
      send();
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('heading', { level: 1, name: 'Oil the hinges' }).waitFor();
      await description(page).getByRole('button', { name: 'hinge.png' }).waitFor();
      await description(page).getByRole('link', { name: 'plan.pdf' }).waitFor();
      const made = world.item(new URL(page.url()).pathname.split('/').at(-1)!);
      const ids = (await world.owner.get(`${made}/attachments`)).body.items.map((one: { id: string }) => one.id);
      expect((await world.owner.get(made)).body.description).toBe(
        `Squeaks: ![hinge.png](attachment:${ids[0]}#800x400) [plan.pdf](attachment:${ids[1]})`,
      );
    }),
    60_000,
  );
});

describe('The files of a draft', () => {
  it(
    'stay in the form when pasted lines become several Work Items, and are words after the page is loaded again',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await given(() => 'x', []);
      await opened(visit, key);
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: 'Create a Work Item' });
      const field = dialog.getByRole('textbox', { name: 'Description' });
      await field.fill('Squeaks:');
      await put(field, 'paste', 'hinge.png', DOOR);
      await untilText(field, /attachment:new-/);
      const title = dialog.getByRole('textbox', { name: 'Title' });
      await title.evaluate((element) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'Left hinge\nRight hinge');
        element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      });
      const several = page.getByRole('dialog', { name: 'Make 2 Work Items?' });
      await several.getByText(/without its files: hinge\.png\. The form stays open/).waitFor();
      await several.getByRole('button', { name: 'Make 2 Work Items' }).click();
      await page.getByText('2 Work Items are created.').first().waitFor();
      await several.waitFor({ state: 'detached' });
      expect(await field.inputValue()).toMatch(/attachment:new-/);
      expect(await title.inputValue()).toBe('');

      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
      await page.keyboard.press('c');
      await untilText(field, /^Squeaks: hinge\.png$/);
    }),
    60_000,
  );
});

describe('Images of a text', () => {
  it(
    'are attachments of the same Work Item that are images by their bytes: all others stay links or words',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(404, /\/attachments\//);
      const other = await given(() => 'x', [['other.png', DOOR, 'image/png']]);
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>globalThis.stolen = 1</script></svg>';
      const { key } = await given(
        ([good, drawing, lie, huge]) =>
          [
            `![good](attachment:${good}#400x200)`,
            `![no size](attachment:${good})`,
            `![drawing](attachment:${drawing})`,
            `![lie](attachment:${lie}#60x40)`,
            `![huge](attachment:${huge}#30000x30000)`,
            `![foreign](attachment:${other.ids[0]}#400x200)`,
            `![site](https://evil.example/a.png)`,
            `![code](javascript:alert(1))`,
            `![data](data:image/png;base64,iVBORw0KGgo=)`,
            `![path](attachment:../../x)`,
            `[file](attachment:${drawing})`,
            `[![in a link](attachment:${good})](/settings)`,
          ].join('\n\n'),
        [
          ['good.png', DOOR, 'image/png'],
          ['drawing.svg', svg, 'image/svg+xml'],
          ['lie.png', svg, 'image/png'],
          ['huge.png', greyPng(30_000, 30_000, 128, 1), 'image/png'],
        ],
      );
      await page.addInitScript(noteMoves);
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(new RegExp(`/attachments/${ID}$`), async (route) => {
        await released;
        await route.continue();
      });
      await opened(visit, key);
      const text = description(page);
      // The text stands before its images come.
      await text.getByText('path', { exact: false }).last().waitFor();
      await text.locator('[aria-busy=true]').first().waitFor();
      const before = await movesOf(page);
      release();
      await text.getByText('path', { exact: false }).last().scrollIntoViewIfNeeded();
      await text.getByText('foreign is not attached any more').waitFor();
      for (const name of ['good', 'no size']) await text.getByRole('button', { name, exact: true }).waitFor();
      for (const name of ['drawing', 'lie', 'huge']) {
        const href = await text.getByRole('link', { name, exact: true }).getAttribute('href');
        expect(href).toMatch(new RegExp(`^/app/api/v1/.*/attachments/${ID}$`));
      }
      expect(await text.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual([
        'good',
        'no size',
      ]);
      expect(await text.getByRole('link', { name: 'site' }).getAttribute('href')).toBe('https://evil.example/a.png');
      for (const words of ['javascript:alert(1)', 'data:image/png', 'attachment:../../x']) {
        await text.getByText(words, { exact: false }).waitFor();
      }
      expect(await text.getByRole('link', { name: 'in a link' }).getAttribute('href')).toBe('/settings');
      expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false);
      expect((await movesOf(page)).slice(before.length)).toEqual([]);
      await visit.shot('images-others');
      expect(await visit.findings()).toEqual([]);
    }),
    60_000,
  );

  it(
    'are read when they come near, three at a time, and go when their attachment goes',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(404, /\/attachments\//);
      const files = Array.from(
        { length: 12 },
        (_, index) => [`${index}.png`, greyPng(300, 400, index), 'image/png'] as const,
      );
      const { key } = await given(
        // 200 images.
        (all) =>
          Array.from({ length: 200 }, (_, index) => `![image ${index}](attachment:${all[index % 12]}#300x400)`).join(
            '\n\n',
          ),
        files,
      );
      let underWay = 0;
      let most = 0;
      const asked: string[] = [];
      const isImage = (url: string) => new RegExp(`/attachments/${ID}$`).test(url);
      page.on('request', (request) => {
        if (!isImage(request.url())) return;
        asked.push(request.url().slice(-36));
        underWay += 1;
        most = Math.max(most, underWay);
      });
      const end = (url: string) => {
        if (isImage(url)) underWay -= 1;
      };
      page.on('requestfinished', (request) => {
        end(request.url());
      });
      page.on('requestfailed', (request) => {
        end(request.url());
      });
      await opened(visit, key, 'owner');
      const text = description(page);
      await text.getByRole('button', { name: 'image 0', exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked.length).toBeLessThan(12);
      expect(most).toBeLessThanOrEqual(3);
      await page.getByRole('region', { name: 'Attachments' }).scrollIntoViewIfNeeded();
      await text.getByRole('button', { name: 'image 199', exact: true }).waitFor();
      await page.getByRole('img', { name: '11.png' }).waitFor();
      // One request for each, however often it is shown.
      expect(new Set(asked).size).toBe(asked.length);
      await page.getByRole('button', { name: 'Delete 7.png' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await text.getByText('image 199 is not attached any more').waitFor();
    }),
    60_000,
  );
});

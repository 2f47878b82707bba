import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenComment, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-mentions');

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** Opens a new Work Item. Returns its path in the API. */
async function opened(visit: Visit, members: object = {}): Promise<string> {
  const { key } = await givenWorkItem(world.owner, world.project(), { title: 'Paint the door', ...members });
  await visit.enter(world, 'member');
  await visit.open(`/o/${world.slug}/items/${key}`);
  await visit.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
  return world.item(key);
}

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });
const people = (page: Page) => page.getByRole('listbox', { name: 'People to mention' });
const person = (page: Page, name: RegExp) => people(page).getByRole('option', { name });
const is = (page: Page, text: string) => expect(comment(page).inputValue()).resolves.toBe(text);

describe('A mention', () => {
  it(
    'is chosen by keyboard, sent, and shown as a link to the person',
    inBrowser(async (visit) => {
      const { page } = visit;
      const item = await opened(visit);
      await comment(page).focus();
      await page.keyboard.type('Ask (@adm');
      await person(page, /admin\.here/).waitFor();
      expect(await person(page, /./).count()).toBe(1);
      expect(await comment(page).getAttribute('aria-activedescendant')).toBe(
        await person(page, /admin/).getAttribute('id'),
      );
      expect(await visit.findings()).toEqual([]);
      await visit.shot('mention-list');
      await page.keyboard.press('Enter');
      await is(page, 'Ask (@admin.here ');
      await people(page).waitFor({ state: 'detached' });
      await page.keyboard.type('or `@member.here` or @nobody.here');
      await page.keyboard.press('Control+Enter');
      const link = page.getByRole('article').getByRole('link', { name: '@admin.here' });
      await link.waitFor();
      expect(await page.getByRole('article').getByRole('link', { name: /@/ }).count()).toBe(1);
      const [sent] = (await world.owner.get(`${item}/comments`)).body.items;
      expect(sent.mentions).toEqual([{ username: 'admin.here', occurrenceCount: 1 }]);
      await link.hover();
      await page.getByRole('article').getByText(world.user('admin').name).waitFor();
      await visit.shot('mention-link');
      await link.click();
      await page.getByRole('heading', { level: 1, name: world.user('admin').name }).waitFor();
    }),
    90_000,
  );

  it(
    'is not offered after Escape, which closes the list alone, nor in an address',
    inBrowser(async (visit) => {
      const { page } = visit;
      const item = await opened(visit);
      await givenComment(world.member, item, { body: 'Mine' });
      await visit.open(`/o/${world.slug}/items/${item.split('/').at(-1)}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const field = page.getByRole('textbox', { name: 'Edit the comment' });
      await field.pressSequentially(' mail@');
      await field.pressSequentially('adm @');
      await person(page, /admin\.here/).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await people(page).waitFor({ state: 'detached' });
      await page.keyboard.type('adm');
      expect(await field.inputValue()).toBe('Mine mail@adm @adm');
      expect(await people(page).count()).toBe(0);
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    }),
    90_000,
  );

  it(
    'is chosen by touch',
    inBrowser(async (visit) => {
      const { page } = visit;
      await opened(visit);
      await comment(page).tap();
      await comment(page).pressSequentially('@');
      await person(page, /owner\.here/).waitFor();
      const box = await person(page, /owner\.here/).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      await visit.picture('mention-list-on-a-phone');
      await person(page, /owner\.here/).tap();
      await is(page, '@owner.here ');
      expect(await comment(page).evaluate((element) => element === document.activeElement)).toBe(true);
    }, PHONE),
    90_000,
  );
});

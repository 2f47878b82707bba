import { inBrowser } from '../kit/browser.js';
import { givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { crumb, hasFocus, heading, press, tabTo } from './by-keyboard.js';

const world = new World('web-keyboard');
const WEB = `/o/${world.slug}/WEB`;

beforeAll(async () => {
  const mine = { assigneePublicId: world.user('member').publicId };
  await givenWorkItem(world.owner, world.project(), { title: 'Paint the door', ...mine });
  await givenWorkItem(world.owner, world.project('HAM'), { title: 'Sharpen the hammer', ...mine });
});

describe('Without a pointer', () => {
  it(
    'the first Tab offers to skip the navigation',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(WEB);
      await crumb(page, 'Website').waitFor();
      await press(page, 'Tab');
      const skip = page.getByRole('link', { name: 'Skip to the content' });
      expect(await hasFocus(skip)).toBe(true);
      expect((await skip.boundingBox())?.height).toBeGreaterThan(10);
      await press(page, 'Enter', 'Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    }),
  );

  it(
    'links lead from My Work to a Work Item and back, and the heading of each page has the focus',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/');
      await tabTo(page, page.getByRole('link', { name: 'Paint the door' }));
      await press(page, 'Enter');
      await heading(page, 'Paint the door').waitFor();
      await expect(hasFocus(page.getByRole('heading', { level: 1 }))).resolves.toBe(true);
      expect(await page.title()).toContain('Paint the door');
      await visit.shot('work-item');
      await page.goBack();
      await heading(page, 'My Work').waitFor();
      expect(await page.title()).toContain('My Work');
    }),
  );

  it(
    'the palette opens a Project and a Work Item by what is typed, and gives the focus back when it is closed',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/');
      const door = page.getByRole('link', { name: 'Paint the door' });
      await tabTo(page, door);
      await press(page, 'Control+k');
      const field = page.getByRole('combobox');
      expect(await hasFocus(field)).toBe(true);
      await press(page, 'Escape');
      expect(await hasFocus(door)).toBe(true);
      await press(page, 'Control+k');
      await page.keyboard.type('hammer');
      await page.getByRole('option', { name: 'Sharpen the hammer' }).waitFor();
      await visit.shot('palette');
      await press(page, 'Enter');
      await crumb(page, 'Hammer').waitFor();
      await press(page, 'Control+k');
      await page.keyboard.type('sharpen');
      await page.getByRole('option', { name: 'Sharpen the hammer' }).waitFor();
      await press(page, 'Enter');
      await heading(page, 'Sharpen the hammer').waitFor();
    }),
  );

  it(
    'single keys go to places and show the help; while text is typed they are text',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open(WEB);
      await crumb(page, 'Website').waitFor();
      await press(page, 'g', 'm');
      await heading(page, 'My Work').waitFor();
      await press(page, 'g', 'p');
      const field = page.getByRole('combobox', { name: 'Go to a Project' });
      expect(await field.inputValue()).toBe('');
      await page.keyboard.type('gm?');
      expect(await field.inputValue()).toBe('gm?');
      await press(page, 'Escape', '?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await visit.shot('help');
      await press(page, 'Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
    }),
  );

  it(
    'keys go from row to row and into the Work Item, and begin at the row under the pointer',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/');
      const rows = page.getByRole('table', { name: 'Assigned to me' }).getByRole('link');
      await rows.first().waitFor();
      const [first, second] = [rows.nth(0), rows.nth(1)];
      expect(await second.textContent()).toBe('Paint the door');
      await press(page, 'j');
      expect(await hasFocus(first)).toBe(true);
      await press(page, 'ArrowDown');
      expect(await hasFocus(second)).toBe(true);
      await press(page, 'j', 'k', 'End', 'Home');
      expect(await hasFocus(first)).toBe(true);
      await second.hover();
      await press(page, 'Control+k');
      const key = await page.locator('[data-item]', { hasText: 'Paint the door' }).getAttribute('data-item');
      await page.getByRole('option').first().waitFor();
      expect(await page.getByRole('listbox').innerText()).toMatch(new RegExp(`^${key}\\n`));
      await press(page, 'Escape', 'End', 'Enter');
      await heading(page, 'Paint the door').waitFor();
    }),
  );

  it(
    'single keys can be switched off, and those with Ctrl hold all the same',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/settings/appearance');
      await heading(page, 'Appearance and keys').waitFor();
      const keys = page.getByRole('switch', { name: 'Shortcuts of a single key' });
      await tabTo(page, keys);
      await press(page, 'Space');
      expect(await keys.getAttribute('aria-checked')).toBe('false');
      await press(page, '?', 'g', 'm');
      await press(page, 'Control+k');
      await page.getByRole('combobox').waitFor();
      await press(page, 'Escape');
      await heading(page, 'Appearance and keys').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await tabTo(page, keys);
      await press(page, 'Space', '?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    }),
  );

  it(
    'the menu of the user chooses a theme and signs out',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/');
      await heading(page, 'My Work').waitFor();
      const menu = page.getByRole('button', { name: world.user('member').email });
      await tabTo(page, menu);
      await press(page, 'Enter', 'd');
      expect(await hasFocus(page.getByRole('menuitemradio', { name: 'Dark' }))).toBe(true);
      await press(page, 'Enter');
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
      expect(await hasFocus(menu)).toBe(true);
      await page.reload();
      await heading(page, 'My Work').waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
      await tabTo(page, menu);
      await press(page, 'ArrowUp');
      expect(await hasFocus(page.getByRole('menuitem', { name: 'Sign out' }))).toBe(true);
      await press(page, 'Enter');
      await heading(page, 'Sign in to Worktrack').waitFor();
    }),
  );
});

import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { crumb } from './by-keyboard.js';

const world = new World('web-texts');

/** Opens a new Work Item with a description and comments. */
async function opened(visit: Visit, description: string, comments: readonly string[] = []): Promise<string> {
  const { key: project } = await givenProject(world.owner, world.org());
  const { key } = await givenWorkItem(world.owner, world.project(project), { title: 'Paint the door', description });
  for (const body of comments) await givenComment(world.owner, world.item(key), { body });
  await visit.enter(world, 'member');
  await visit.open(`/o/${world.slug}/items/${key}`);
  await visit.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
  return key;
}

const filled = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));
const wideTable = (columns: number, rows: number): string =>
  `${'a|'.repeat(columns)}\n${'-|'.repeat(columns)}\n${'a\n'.repeat(rows)}`;

/** A comment that a page can show a few times. */
const LARGE = wideTable(10, 0) + filled('one two word\n', 1_900);
/** Comments of the largest size, each of which asks for as much as it can. */
const HOSTILE = [
  wideTable(250, 499),
  wideTable(40, 800),
  filled('a|', 1_000) + filled('\n-|', 990),
  `${filled('>', 700)}a\n${filled('b\n', 1_290)}`,
  filled('*a_', 2_000),
  filled('-\n', 2_000),
  filled('[a](/b)', 2_000),
  filled('`a`', 2_000),
];
/** Elements of a page without texts, and those of each comment around its text. */
const AROUND = 2_000;

const elements = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

describe('A page with texts that ask for more than a browser can show', () => {
  it(
    'has a bounded number of elements, responds, and shows every text whole',
    inBrowser(async (visit) => {
      const { page } = visit;
      const asked = Array.from({ length: 20 }, (_, at) => [LARGE, HOSTILE[at % HOSTILE.length] ?? '']).flat();
      const comments = asked.map((body) => body.slice(0, 2_000).trim());
      const description = wideTable(2_500, 5_000);
      const key = await opened(visit, description, comments);
      await page.getByRole('article').nth(39).waitFor();
      await page.getByText('Shown as it was written').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await elements(page)).toBeLessThanOrEqual(20_000 + AROUND);
      const plain = await page.locator('[data-plain]').allTextContents();
      expect(plain.includes(description)).toBe(true);
      expect(plain.length).toBeGreaterThan(10);
      const written = new Set([description, ...comments]);
      expect(plain.filter((text) => !written.has(text)).map((text) => text.slice(0, 100))).toEqual([]);
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Paint both doors');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Paint both doors' }).waitFor();
      await page.getByRole('textbox', { name: 'Comment' }).fill('Still here');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('article').getByText('Still here').waitFor();
      await visit.shot('hostile-texts');
      await page.setViewportSize({ width: 1280, height: 800 });
      // A page that is opened next has the whole budget again.
      const [project] = key.split('-');
      const { key: next } = await givenWorkItem(world.owner, world.project(project ?? ''), {
        title: 'Sand it',
        description: `[back](/o/${world.slug}/items/${key})\n\n${filled('- a\n', 4_000)}`,
      });
      await crumb(page, 'A Project').click();
      await page.getByRole('link', { name: 'Sand it', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Sand it' }).waitFor();
      await page.getByRole('region', { name: 'Description' }).getByRole('listitem').nth(999).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/o/${world.slug}/items/${next}`);
    }),
    120_000,
  );
});

describe('A link in a text', () => {
  it(
    'opens a screen in the same window, and everything else in a window of its own that knows nothing of this one',
    inBrowser(async (visit) => {
      const { page, origin } = visit;
      await visit.permitOrigin('http://evil.example');
      const links = {
        backslash: '/\\evil.example/x',
        slashes: '//evil.example/x',
        address: '<HTTP://evil.example/x>',
        documentation: '/api/docs',
      };
      const texts = ['java\tscript:globalThis.stolen=1', 'http://a@evil.example', 'data:text/html,x', 'evil.example/x'];
      const description = [
        ...Object.entries(links).map(([name, href]) => `[${name}](${href})`),
        ...texts.map((href) => `[text](<${href}>)`),
        `[screen](${origin}/o/${world.slug})`,
        '[reference]\n\n[reference]: /\\evil.example/x',
        '![picture](/\\evil.example/x)',
      ].join('\n\n');
      await opened(visit, description);
      const item = page.url();
      const text = page.getByRole('region', { name: 'Description' });
      await text.getByRole('link', { name: 'screen' }).waitFor();
      expect(await text.getByRole('link', { name: 'text' }).count()).toBe(0);
      for (const href of texts) await text.getByText(`[text](<${href}>)`).waitFor();
      for (const name of [...Object.keys(links), 'reference', 'picture']) {
        const [other] = await Promise.all([
          visit.context.waitForEvent('page'),
          text.getByRole('link', { name, exact: true }).click(),
        ]);
        await other.waitForLoadState();
        const place = name === 'documentation' ? `${origin}/api/docs` : 'http://evil.example/x';
        expect({ name, url: other.url() }).toEqual({ name, url: place });
        expect(await other.evaluate(() => window.opener === null && document.referrer === '')).toBe(true);
        await other.close();
        expect(page.url()).toBe(item);
      }
      await text.getByRole('link', { name: 'screen' }).click();
      await page.waitForURL(`${origin}/o/${world.slug}`);
      expect(visit.context.pages().filter((one) => one.url().startsWith('http://evil'))).toEqual([]);
    }),
    60_000,
  );
});

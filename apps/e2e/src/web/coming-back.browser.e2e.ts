import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-coming-back');
let project = '';

beforeAll(async () => {
  ({ key: project } = await givenProject(world.owner, world.org()));
  const { publicId } = world.user('owner');
  for (let n = 1; n <= 60; n += 1) {
    await givenWorkItem(world.owner, world.project(project), {
      title: `Door ${String(n).padStart(2, '0')}`,
      status: 'todo',
      assigneePublicId: publicId,
    });
  }
});

/** The Work Item whose link has the focus. */
const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item);
const isScrolled = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const scrollers = [...document.querySelectorAll('[data-scroller]')];
    return scrollers.some(({ scrollTop }) => scrollTop > 300);
  });

describe('Back', () => {
  it.each(['/board', '/backlog'])(
    'from a Work Item brings back the place on the screen of %j: what was scrolled, and the Work Item with the focus',
    async (screen) => {
      await inBrowser(async (visit) => {
        const { page } = visit;
        await visit.enter(world, 'owner');
        await visit.open(`/o/${world.slug}/${project}${screen}`);
        const link = page.getByRole('link', { name: /^Door/ }).last();
        await page.waitForLoadState('networkidle');
        const title = (await link.textContent()) ?? '';
        await link.scrollIntoViewIfNeeded();
        await link.focus();
        expect(await isScrolled(page)).toBe(true);
        const key = await focused(page);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        expect(await isScrolled(page)).toBe(false);
        await page.goBack();
        await page.waitForFunction(
          (wanted) => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item === wanted,
          key,
        );
        expect(await isScrolled(page)).toBe(true);
        // A link to the same screen is a new visit of it.
        await page.getByRole('link', { name: 'My Work' }).first().click();
        await page.getByRole('heading', { level: 1, name: 'My Work' }).waitFor();
        expect(await isScrolled(page)).toBe(false);
      })();
    },
  );
});

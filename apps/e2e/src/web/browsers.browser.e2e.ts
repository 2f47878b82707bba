import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { isFirefox } from '../kit/firefox.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-browsers');

const tooOld = (page: Page): Locator => page.getByText('This browser is too old for Worktrack.');

/** The number of colors in a part of the page, as the browser has drawn it. */
async function colorsOf(page: Page, part: Locator): Promise<number> {
  const picture = (await part.screenshot()).toString('base64');
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(2, 2, image.width - 4, image.height - 4);
    return new Set(new Uint32Array(data.buffer)).size;
  }, picture);
}

describe('A browser', () => {
  it(
    'that lacks what the page needs shows a sentence about it, and no other does',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.open('/sign-in');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await tooOld(page).isVisible()).toBe(false);
      // An old browser does not know the condition, and leaves the rule out.
      await page.route('**/*.css', async (route) => {
        const answer = await route.fetch();
        const text = await answer.text();
        await route.fulfill({ response: answer, body: text.replace('light-dark(white', 'unknown(white') });
      });
      await visit.open('/sign-in');
      await tooOld(page).waitFor();
      await page.unroute('**/*.css');
    }),
  );

  it(
    'draws the hatching of statuses',
    inBrowser(async (visit) => {
      const { page } = visit;
      // Playwright's own, for the picture.
      if (isFirefox()) visit.expectFault(/blocked an inline style/);
      const { key } = await givenProject(world.owner, world.org());
      await givenWorkItem(world.owner, world.project(key), { status: 'in_review' });
      await visit.enter(world, 'owner');
      await visit.open(`/o/${world.slug}/${key}/reports/cumulative-flow`);
      const hatched = page.locator('svg rect[fill^="url("]').first();
      await hatched.waitFor();
      const plain = page.locator(`svg rect[fill="${await hatched.evaluate(plainFill)}"]`).first();
      // Stripes over a pale ground, with edges between them; a plain color is one.
      expect(await colorsOf(page, hatched)).toBeGreaterThan(2);
      expect(await colorsOf(page, plain)).toBe(1);
    }),
  );
});

/** The color of a swatch of the same drawing that is not hatched. Runs in the page. */
function plainFill(hatched: SVGElement | HTMLElement): string {
  const { width, height } = (hatched as SVGRectElement).getBBox();
  const swatches = [...hatched.closest('svg')!.querySelectorAll('rect')].filter((one) => {
    const box = one.getBBox();
    return box.width === width && box.height === height;
  });
  return swatches.find((one) => !one.getAttribute('fill')!.startsWith('url('))!.getAttribute('fill')!;
}

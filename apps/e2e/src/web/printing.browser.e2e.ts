import { inBrowser } from '../kit/browser.js';
import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('web-printing');

describe('On paper', () => {
  it(
    'the board, the backlog and a Work Item are whole, without the frame and what can only be clicked',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { key } = await givenProject(world.owner, world.org());
      const items: string[] = [];
      for (let n = 1; n <= 40; n += 1) {
        const title = `Door ${String(n).padStart(2, '0')}`;
        const description = `First paragraph.\n\n${'Long text. '.repeat(200)}\n\nLast paragraph.`;
        const item = await givenWorkItem(world.owner, world.project(key), { title, status: 'todo', description });
        items.push(item.key);
      }
      await givenComment(world.owner, world.item(items[0]!), { body: 'A comment on paper' });
      await visit.enter(world, 'owner');
      const whole = async (path: string, ...texts: readonly string[]) => {
        await visit.open(`/o/${world.slug}${path}`);
        for (const text of texts) await page.getByText(text).first().waitFor({ state: 'attached' });
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
        expect(await page.getByRole('button', { name: 'Create Sprint' }).count()).toBe(0);
        // Nothing is cut: the document is as high as its content, and shows every text.
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('[data-scroller], main *')]
            .filter((element) => element.scrollHeight > element.clientHeight + 8 && element.clientHeight > 0)
            .filter((element) => !['visible', 'clip'].includes(getComputedStyle(element).overflowY))
            .map((element) => element.outerHTML.slice(0, 120)),
        );
        expect(cut).toEqual([]);
        for (const text of texts) await page.getByText(text).first().waitFor();
        await visit.picture(`print${path.replaceAll('/', '-')}`);
        await page.emulateMedia({ media: 'screen', colorScheme: null });
      };
      await whole(`/${key}/board`, 'Door 01', 'Door 40');
      await whole(`/${key}/backlog`, 'Door 01', 'Door 40');
      await whole(`/items/${items[0]}`, 'First paragraph.', 'Last paragraph.', 'A comment on paper');
    }),
    120_000,
  );
});

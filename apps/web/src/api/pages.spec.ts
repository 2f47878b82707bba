import { allPages } from './pages.js';

const ITEMS = Array.from({ length: 25 }, (_, at) => at);
const SIZE = 10;

/** Pages of ten; notes what it is asked for. */
function list() {
  const asked: (string | undefined)[] = [];
  const read = ({ cursor }: { readonly cursor?: string }) => {
    asked.push(cursor);
    const begin = Number(cursor ?? 0);
    const end = begin + SIZE;
    const nextCursor = end < ITEMS.length ? String(end) : null;
    return Promise.resolve({ items: ITEMS.slice(begin, end), page: { nextCursor } });
  };
  return { asked, read };
}

describe('Reading all pages', () => {
  it('has every item in order, and asks for the first page without a cursor', async () => {
    const { asked, read } = list();
    expect(await allPages(read, 1_000)).toEqual(ITEMS);
    expect(asked).toEqual([undefined, '10', '20']);
  });

  it('ends with the page that reaches the most items', async () => {
    const { asked, read } = list();
    expect(await allPages(read, 15)).toEqual(ITEMS.slice(0, 20));
    expect(asked).toEqual([undefined, '10']);
  });

  it('fails when a page fails', async () => {
    const failing = () => Promise.reject(new Error('refused'));
    await expect(allPages(failing, 15)).rejects.toThrow('refused');
  });
});

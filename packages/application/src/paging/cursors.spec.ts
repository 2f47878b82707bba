import { CursorSeal } from '@worktrack/keyset';
import { refusalOf } from '@worktrack/domain/testing';
import { Cursors } from './cursors.js';

const cursors = new Cursors(new CursorSeal(Buffer.alloc(32, 5)));
const page = (limit: number, rows: readonly string[], collection = 'names of O') =>
  cursors.page(
    collection,
    { limit, cursor: undefined },
    rows,
    (row) => row.toUpperCase(),
    (row) => [row],
  );

describe('A page', () => {
  it('is cut to its limit, with a cursor after its last row where there is another', () => {
    const { items, page: info } = page(2, ['a', 'b', 'c']);
    expect([items, info.limit, info.hasMore]).toEqual([['A', 'B'], 2, true]);
    expect(cursors.open('names of O', { limit: 2, cursor: info.nextCursor! })).toEqual(['b']);
  });

  it.each([[[]], [['a']], [['a', 'b']]])('of %j, which are all, is the last one', (rows) => {
    expect(page(2, rows)).toEqual({
      items: rows.map((row: string) => row.toUpperCase()),
      page: { limit: 2, hasMore: false, nextCursor: null },
    });
  });

  it('is the first one without a cursor', () => {
    expect(cursors.open('names of O', { limit: 2, cursor: undefined })).toBeUndefined();
  });

  it('is refused by a cursor of another collection, or by any other text', () => {
    const cursor = page(1, ['a', 'b']).page.nextCursor!;
    for (const [collection, text] of [
      ['names of P', cursor],
      ['names of O', `${cursor}A`],
      ['names of O', ''],
    ] as const) {
      expect(refusalOf(() => cursors.open(collection, { limit: 1, cursor: text }))).toBe('INVALID_CURSOR');
    }
  });
});

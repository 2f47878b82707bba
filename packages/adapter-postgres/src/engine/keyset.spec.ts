import { Cursors, type PageRequest } from '@worktrack/application';
import { CursorSeal, type Position } from '@worktrack/keyset';
import { after, comparing, KeysetPages, orderBy, rowsByOrganization } from './keyset.js';
import type { Reader, ReaderOfSeveral, SentStatement, Statement, Value } from './statement.js';

interface Row {
  readonly name: string;
  readonly number: number;
}

const cursors = new Cursors(new CursorSeal(Buffer.alloc(32, 3)));
const source = {
  select: 'select name, number from rows where organization = $1',
  parameters: 1,
  orderings: [
    { by: 'name', direction: 'asc', type: 'text', valueOf: ({ name }: Row) => name },
    { by: 'number', direction: 'desc', type: 'bigint', valueOf: ({ number }: Row) => number },
  ],
} as const;
const pages = new KeysetPages<Row>({ name: 'test.pages', ...source });

/** Reads a page of these rows. Returns it with the statement and the values that were sent. */
async function read(
  request: Partial<PageRequest>,
  rows: readonly Row[] = [],
  start?: Position,
  collection = 'rows of O',
) {
  const sent: { statement: Statement; values: readonly Value[] }[] = [];
  const reader = {
    rows: (statement: Statement, values: readonly Value[]) => {
      sent.push({ statement, values });
      return Promise.resolve(rows);
    },
  } as unknown as Reader;
  const asked = { limit: 2, cursor: undefined, ...request };
  const page = await pages.read(
    reader,
    cursors,
    collection,
    asked,
    ['o'],
    ({ name, number }) => `${name}${number}`,
    start,
  );
  return { page, text: sent[0]?.statement.text, name: sent[0]?.statement.name, values: sent[0]?.values };
}

const FIRST = `${source.select} order by name asc, number desc limit`;
const NEXT = `${source.select} and (name) >= ($2::text) and ((name) > ($2::text) or (number) < ($3::bigint)) order by name asc, number desc limit`;
const rowsOf = (...texts: string[]): Row[] =>
  texts.map((text) => ({ name: text.charAt(0), number: Number(text.slice(1)) }));

describe('The pages of a collection', () => {
  it('begin at its first row', async () => {
    const { page, text, values, name } = await read({}, rowsOf('a2', 'a1'));
    expect([name, text, values]).toEqual(['test.pages.first', `${FIRST} $2`, ['o', 3]]);
    expect(page).toEqual({ items: ['a2', 'a1'], page: { limit: 2, hasMore: false, nextCursor: null } });
  });

  it('go on after the last row that was shown', async () => {
    const { page } = await read({}, rowsOf('a2', 'a1', 'b9'));
    expect(page.items).toEqual(['a2', 'a1']);
    expect(page.page.hasMore).toBe(true);
    const { text, values, name } = await read({ cursor: page.page.nextCursor! });
    expect([name, text, values]).toEqual(['test.pages.next', `${NEXT} $4`, ['o', 'a', 1, 3]]);
  });

  it.each([50, 100])('of %i rows have their size in the text', async (limit) => {
    const first = await read({ limit });
    expect([first.name, first.text, first.values]).toEqual([
      `test.pages.first.${limit}`,
      `${FIRST} ${limit + 1}`,
      ['o'],
    ]);
    const cursor = cursors.page('rows of O', { limit: 1, cursor: undefined }, ['x', 'y'], String, () => ['a', 1]).page
      .nextCursor!;
    const next = await read({ limit, cursor });
    expect([next.name, next.text, next.values]).toEqual([
      `test.pages.next.${limit}`,
      `${NEXT} ${limit + 1}`,
      ['o', 'a', 1],
    ]);
  });

  it('take no cursor of another collection', async () => {
    const { page } = await read({}, rowsOf('a2', 'a1', 'b9'));
    const cursor = page.page.nextCursor!;
    await expect(read({ cursor }, [], undefined, 'rows of P')).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  });

  it.each<[string, Position, Position, Position]>([
    ['the cursor, with a later name', ['b', 1], ['a', 9], ['b', 1]],
    ['the start, with a later name', ['a', 1], ['b', 9], ['b', 9]],
    ['the cursor, with a smaller number', ['a', 1], ['a', 9], ['a', 1]],
    ['the start, with a smaller number', ['a', 9], ['a', 1], ['a', 1]],
    ['both, which are the same', ['a', 1], ['a', 1], ['a', 1]],
  ])('come after the later of cursor and start: %s', async (_, ofCursor, start, expected) => {
    const sealed = cursors.page('rows of O', { limit: 1, cursor: undefined }, ['x', 'y'], String, () => ofCursor);
    const { values } = await read({ cursor: sealed.page.nextCursor! }, [], start);
    expect(values).toEqual(['o', ...expected, 3]);
  });

  it('come after the start where there is no cursor', async () => {
    expect((await read({}, [], ['c', 4])).values).toEqual(['o', 'c', 4, 3]);
  });
});

describe('A keyset', () => {
  it('orders by every part', () => {
    expect(
      orderBy([
        { by: 'name', direction: 'asc' },
        { by: 'id', direction: 'desc' },
      ]),
    ).toBe('name asc, id desc');
  });

  it('continues after a position in one comparison where all parts run the same way', () => {
    const ascending = [
      { by: 'name', direction: 'asc' },
      { by: 'id', direction: 'asc' },
    ] as const;
    expect(after(ascending, ['text', 'uuid'], 3)).toBe('(name, id) > ($3::text, $4::uuid)');
  });

  it('compares the leading columns of one direction as a row, and breaks ties by the rest', () => {
    const mixed = [
      { by: 'at', direction: 'desc' },
      { by: 'number', direction: 'desc' },
      { by: 'id', direction: 'asc' },
    ] as const;
    expect(after(mixed, ['timestamptz', 'bigint', 'uuid'], 1)).toBe(
      '(at, number) <= ($1::timestamptz, $2::bigint) and ' +
        '((at, number) < ($1::timestamptz, $2::bigint) or (id) > ($3::uuid))',
    );
  });

  it('compares a part without a type as text', () => {
    expect(after([{ by: 'name', direction: 'desc' }], [], 2)).toBe('(name) < ($2::text)');
  });

  it('has nothing after a position without parts', () => {
    expect([orderBy([]), after([], [], 1)]).toEqual(['', 'false']);
  });
});

describe('The rows of several Organizations', () => {
  const byName = comparing<Row>({ of: 'name', descending: false }, { of: 'number', descending: true });

  /** Reads the first rows of Organizations that have these rows, one statement each. Returns them, and how many statements went together. */
  async function firstOf(organizations: readonly (readonly Row[])[], limit: number) {
    const trips: number[] = [];
    const reader = {
      rowsOfEach: (statements: readonly SentStatement[]) => {
        trips.push(statements.length);
        return Promise.resolve(statements.map(({ values: [at] }) => organizations[Number(at)] ?? []));
      },
    } as unknown as ReaderOfSeveral;
    const statement = { name: 'test.of-one', text: 'select 1' } as Statement;
    const statements = organizations.map((_, at) => ({ statement, values: [at] }));
    return { rows: await rowsByOrganization(reader, statements, byName, limit), trips };
  }

  it('are the first of all of them in the order', async () => {
    const { rows, trips } = await firstOf([rowsOf('b2', 'd1'), rowsOf('a1', 'c9'), [], rowsOf('b5')], 3);
    expect([rows, trips]).toEqual([rowsOf('a1', 'b5', 'b2'), [4]]);
  });

  it('are read from 20 Organizations in one round trip, and a later one can hold the first row', async () => {
    const organizations = Array.from({ length: 41 }, (_, at) => rowsOf(`m${at}`));
    const { rows, trips } = await firstOf([...organizations.slice(0, 40), rowsOf('a1')], 2);
    expect([rows, trips]).toEqual([rowsOf('a1', 'm39'), [20, 20, 1]]);
    expect(await firstOf([], 2)).toEqual({ rows: [], trips: [] });
  });

  it('compare by the first member that differs, each in its direction', () => {
    const order = (one: string, other: string) => byName(...(rowsOf(one, other) as [Row, Row]));
    expect([order('a1', 'b1'), order('b1', 'a1')]).toEqual([-1, 1]);
    expect([order('a2', 'a1'), order('a1', 'a2')]).toEqual([-1, 1]);
    expect(order('a1', 'a1')).toBe(0);
  });
});

import { csvOf, jsonOf, rowsOf, textOf, type RowSource } from './row-texts.js';

interface Row {
  readonly title: string;
  readonly net: number;
  readonly at: Date | null;
}

const COLUMNS = { title: (row: Row) => row.title, net: (row: Row) => row.net, at: (row: Row) => row.at };
const csv = (...rows: readonly Row[]) => textOf(csvOf(COLUMNS, rowsOf(rows)));
const titled = (title: string): Row => ({ title, net: 0, at: null });

/** Rows that count how many of them were built. */
class CountedRows implements RowSource<{ readonly index: number }> {
  built = 0;
  constructor(readonly length: number) {}
  at(index: number) {
    this.built += 1;
    return { index };
  }
}

describe('Rows as CSV', () => {
  it('begin with a byte order mark and the headings, and end each line with CRLF', async () => {
    const at = new Date('2026-03-04T05:06:07.008Z');
    expect(await csv({ title: 'Plan', net: -3, at }, titled(''))).toBe(
      '\uFEFFtitle,net,at\r\nPlan,-3,2026-03-04T05:06:07.008Z\r\n,0,\r\n',
    );
  });

  it('without rows are the headings alone', async () => {
    expect(await csv()).toBe('\uFEFFtitle,net,at\r\n');
  });

  it('have texts with commas, quotes and line breaks in quotes', async () => {
    expect(await csv(titled('a,"b"\r\nc'))).toBe('\uFEFFtitle,net,at\r\n"a,""b""\r\nc",0,\r\n');
  });

  it.each(['a;b', 'a\tb', 'a\rb', 'a\nb'])(
    'have a text in quotes that a program could divide into cells or lines: %j',
    async (title) => {
      expect(await csv(titled(title))).toBe(`\uFEFFtitle,net,at\r\n"${title}",0,\r\n`);
    },
  );

  const SIGNS = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'];
  // A quote is passed over too: a program that divides at `;` drops it when it begins a cell.
  const BEGINNINGS = ['', ' ', '\t', '\r', '"', 'x;', 'x\t', 'x\r', 'x\n', 'x\r\n', 'x; ', 'x;"', 'x;"" \u00A0'];

  it.each(SIGNS.flatMap((sign) => BEGINNINGS.map((beginning) => [beginning, sign] as const)))(
    'have an apostrophe where a cell could begin with a formula: after %j before %s',
    async (beginning, sign) => {
      const safe = `${beginning}'${sign}1+1;y`.replaceAll('"', '""');
      expect(await csv(titled(`${beginning}${sign}1+1;y`))).toBe(`\uFEFFtitle,net,at\r\n"${safe}",0,\r\n`);
    },
  );

  it.each(['a=1', 'a - b', '(+1)', 'x,=1', `'=1`, 'a@b.example;c', '#+1'])(
    'leave a sign inside a cell as it is: %j',
    async (title) => {
      expect(await csv(titled(title))).toContain(title);
    },
  );

  it('keep negative numbers numbers', async () => {
    expect(await csv({ title: '-3', net: -3.5, at: null })).toBe("\uFEFFtitle,net,at\r\n'-3,-3.5,\r\n");
  });

  it('are complete when there are more than fit into one piece', async () => {
    const rows = new CountedRows(1_001);
    const text = await textOf(csvOf({ index: ({ index }: { readonly index: number }) => index }, rows));
    expect(text.trimEnd().split('\r\n').slice(1)).toEqual(Array.from({ length: 1_001 }, (_, index) => String(index)));
  });
});

describe('Rows as JSON', () => {
  it.each([0, 1, 200, 201, 1_001])('are all there: %i', async (length) => {
    const text = await textOf(jsonOf({ kind: 'velocity', capped: false }, new CountedRows(length)));
    const items = Array.from({ length }, (_, index) => ({ index }));
    expect(JSON.parse(text)).toEqual({ kind: 'velocity', capped: false, items });
  });

  it('are legal after a head without members', async () => {
    expect(await textOf(jsonOf({}, rowsOf([1])))).toBe('{"items":[1]}');
  });
});

describe('The pieces of 10,000 rows', () => {
  it.each([
    ['CSV', (rows: CountedRows) => csvOf({ index: ({ index }: { readonly index: number }) => index }, rows)],
    ['JSON', (rows: CountedRows) => jsonOf({}, rows)],
  ])('of %s are built when they are asked for, not before', async (_, pieces) => {
    const rows = new CountedRows(10_000);
    let taken = 0;
    let longest = 0;
    for await (const piece of pieces(rows)) {
      taken += piece.split(/[\r{]/).length - 1;
      longest = Math.max(longest, piece.length);
      expect(rows.built - taken).toBeLessThanOrEqual(200);
    }
    expect(rows.built).toBe(10_000);
    expect(longest).toBeLessThan(5_000);
  });

  it('leave turns of the event loop to others', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await textOf(jsonOf({}, new CountedRows(10_000)));
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(49);
  });
});

import fc from 'fast-check';
import { Catalogue, parse, resolve, type CatalogueEntries } from './index.js';
import { marked } from '../test/marked.js';
import { tokenSoup } from '../test/queries.js';

/** Each run uses another seed, which a failure prints; `SEED=<number>` repeats a run. */
if (process.env.SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.SEED) });

const everything = ['=', '!=', '<', '<=', '>', '>=', '~', '!~', 'IN', 'IS'] as const;

/** The catalogue of a bookshop: the language is not tied to Work Items. */
const ENTRIES = {
  types: {
    text: { takes: 'text' },
    person: { takes: 'text' },
    genre: { takes: 'words', words: ['novel', 'poetry', 'science_fiction'], aliases: { sf: 'science_fiction' } },
    number: { takes: 'number' },
    truth: { takes: 'truth' },
    time: { takes: 'time' },
  },
  fields: {
    title: { type: 'text', operators: ['=', '~'], sortable: true },
    author: { aliases: ['writer', 'writtenBy'], type: 'person', operators: ['=', '!=', 'IN', 'IS'] },
    genre: { type: 'genre', operators: ['=', '<', 'IN'] },
    price: { type: 'number', operators: everything, sortable: true },
    lentTo: { type: 'person', operators: ['='], costly: true },
    sold: { type: 'truth', operators: ['='] },
    printed: { type: 'time', operators: ['<', '>=', 'IN'], sortable: true },
  },
  functions: {
    me: { aliases: ['myself'], gives: 'person' },
    friendsOf: { gives: 'person', takes: ['person'], manyValues: true },
    now: { gives: 'time' },
    reviewed: { gives: 'predicate', takes: ['person', 'time'] },
    rare: { gives: 'predicate' },
    everSold: { gives: 'predicate', costly: true },
  },
} as const satisfies CatalogueEntries<string, string, string>;
const BOOKS = new Catalogue(ENTRIES);

function meaningOf(text: string) {
  const { query, diagnostics } = resolve(parse(text), BOOKS, { ordering: true });
  if (diagnostics) throw new Error(`${text}: ${JSON.stringify(diagnostics)}`);
  return query;
}

function errorsOf(text: string, ordering = true) {
  return resolve(parse(text), BOOKS, { ordering }).diagnostics ?? [];
}

describe('A query that means something', () => {
  it('names fields, functions and words as the catalogue does, whatever their case or alias', () => {
    expect(meaningOf('WRITER = MySelf() and Genre in (SF, "Novel")').condition).toEqual({
      kind: 'and',
      operands: [
        {
          kind: 'comparison',
          field: 'author',
          operator: '=',
          value: { kind: 'call', function: 'me', values: [] },
        },
        {
          kind: 'membership',
          field: 'genre',
          negated: false,
          values: [
            { kind: 'word', word: 'science_fiction' },
            { kind: 'word', word: 'novel' },
          ],
        },
      ],
    });
  });

  it.each([
    ['title = dune', { kind: 'text', text: 'dune' }],
    ["title ~ 'Dune; or: 100%'", { kind: 'text', text: 'Dune; or: 100%' }],
    ['price = 12345678901234567890.50', { kind: 'number', decimal: '12345678901234567890.50' }],
    ['sold = true', { kind: 'truth', value: true }],
    ['printed < -90m', { kind: 'duration', minutes: -90 }],
    ['printed < +2h', { kind: 'duration', minutes: 120 }],
    ['printed < 3D', { kind: 'duration', minutes: 4320 }],
    ['printed < 99999w', { kind: 'duration', minutes: 1_007_989_920 }],
    ['printed < -0d', { kind: 'duration', minutes: 0 }],
    ["printed < '2026-03-01'", { kind: 'day', milliseconds: Date.UTC(2026, 2, 1) }],
    ["printed < '2024-02-29'", { kind: 'day', milliseconds: Date.UTC(2024, 1, 29) }],
    ["printed < '0001-01-01'", { kind: 'day', milliseconds: Date.parse('0001-01-01T00:00:00Z') }],
    [
      "printed < '2026-03-01T12:30:15Z'",
      { kind: 'instant', milliseconds: Date.UTC(2026, 2, 1, 12, 30, 15), exact: true },
    ],
    [
      "printed < '2026-03-01T12:30:15.5+02:30'",
      { kind: 'instant', milliseconds: Date.UTC(2026, 2, 1, 10, 0, 15, 500), exact: true },
    ],
    [
      "printed < '2026-03-01T23:30:15.1230-01:00'",
      { kind: 'instant', milliseconds: Date.UTC(2026, 2, 2, 0, 30, 15, 123), exact: true },
    ],
    [
      "printed < '2026-03-01T12:30:15.1230000000000000001Z'",
      { kind: 'instant', milliseconds: Date.UTC(2026, 2, 1, 12, 30, 15, 123), exact: false },
    ],
    ['printed < now()', { kind: 'call', function: 'now', values: [] }],
  ])('has operands of the type of their field: %s', (text, value) => {
    expect(meaningOf(text).condition).toMatchObject({ value });
  });

  it('keeps NOT and its own forms of it apart', () => {
    expect(meaningOf('NOT author NOT IN (a) OR author IS NOT EMPTY').condition).toEqual({
      kind: 'or',
      operands: [
        {
          kind: 'not',
          operand: { kind: 'membership', field: 'author', negated: true, values: [{ kind: 'text', text: 'a' }] },
        },
        { kind: 'null-test', field: 'author', negated: true },
      ],
    });
  });

  it('has functions with operands, as conditions and among the values of an IN', () => {
    expect(meaningOf('reviewed(me(), -7d)').condition).toEqual({
      kind: 'call',
      function: 'reviewed',
      values: [
        { kind: 'call', function: 'me', values: [] },
        { kind: 'duration', minutes: -10_080 },
      ],
    });
    expect(meaningOf('author IN (ann, friendsOf(ben))').condition).toMatchObject({ values: [{}, { kind: 'call' }] });
  });

  it('returns its requested order and all its fields', () => {
    const { orderBy, fields } = meaningOf('writer = a OR title = b AND author = c ORDER BY TITLE desc, price');
    expect(orderBy).toEqual([
      { field: 'title', direction: 'desc' },
      { field: 'price', direction: 'asc' },
    ]);
    expect(fields).toEqual(['author', 'title', 'price']);
    expect(meaningOf('rare()')).toMatchObject({ orderBy: [], fields: [] });
  });

  it('is frozen, and so are errors', () => {
    const texts = ['author IN (friendsOf(me())) AND NOT printed < -7d ORDER BY title', 'x = y AND genre = z', '#'];
    for (const text of texts) expectFrozen(resolve(parse(text), BOOKS, { ordering: true }));
  });
});

/** Wrong queries about the bookshop. The offending token stands between ‹ and ›. */
const WRONG: readonly (readonly [string, string, string?])[] = [
  ['UNKNOWN_FIELD', '‹titel› = a', 'title'],
  ['UNKNOWN_FIELD', '‹TITLES› = a', 'title'],
  ['UNKNOWN_FIELD', '‹riter› = a', 'writer'],
  ['UNKNOWN_FIELD', '‹pric› IN (1)', 'price'],
  ['UNKNOWN_FIELD', '‹pr› IS NULL'],
  ['UNKNOWN_FIELD', '‹constructor› = a'],
  ['UNKNOWN_FIELD', '‹toString› = a'],
  ['UNKNOWN_FIELD', '‹me› = a'],
  ['UNKNOWN_FIELD', 'rare() ORDER BY ‹titlee›', 'title'],
  ['UNKNOWN_FUNCTION', '‹title›()'],
  ['UNKNOWN_FUNCTION', '‹rar›()'],
  ['UNKNOWN_FUNCTION', 'author = ‹hasOwnProperty›(5)'],
  ['UNKNOWN_FUNCTION', 'author IN (a, ‹mee›())'],
  ['UNKNOWN_FUNCTION', 'reviewed(‹mee›(), -7d)'],
  ['TYPE_MISMATCH', 'title = ‹5›'],
  ['TYPE_MISMATCH', 'title = ‹TRUE›'],
  ['TYPE_MISMATCH', 'title = ‹-7d›'],
  ['TYPE_MISMATCH', 'title = ‹me›()'],
  ['TYPE_MISMATCH', 'author = ‹now›()'],
  ['TYPE_MISMATCH', 'author = ‹rare›()'],
  ['TYPE_MISMATCH', 'author = ‹friendsOf›(a)'],
  ['TYPE_MISMATCH', 'author IN (friendsOf(‹friendsOf›(a)))'],
  ['TYPE_MISMATCH', '‹me›()'],
  ['TYPE_MISMATCH', 'rare() AND ‹now›()'],
  ['TYPE_MISMATCH', 'genre = ‹5›'],
  ['TYPE_MISMATCH', 'genre = ‹false›'],
  ['TYPE_MISMATCH', 'price = ‹five›'],
  ['TYPE_MISMATCH', "price = ‹'5'›"],
  ['TYPE_MISMATCH', 'price = ‹5d›'],
  ['TYPE_MISMATCH', 'price IN (5, ‹TRUE›)'],
  ['TYPE_MISMATCH', 'sold = ‹yes›'],
  ['TYPE_MISMATCH', "sold = ‹'true'›"],
  ['TYPE_MISMATCH', 'sold = ‹1›'],
  ['TYPE_MISMATCH', 'printed < ‹yesterday›'],
  ['TYPE_MISMATCH', 'printed < ‹2026›'],
  ['TYPE_MISMATCH', 'printed < ‹TRUE›'],
  ['TYPE_MISMATCH', 'printed < ‹me›()'],
  ['TYPE_MISMATCH', 'reviewed(‹5›, -7d)'],
  ['UNSUPPORTED_OPERATOR', 'title ‹!=› a'],
  ['UNSUPPORTED_OPERATOR', 'title ‹<>› a'],
  ['UNSUPPORTED_OPERATOR', 'title ‹IN› (a)'],
  ['UNSUPPORTED_OPERATOR', 'title ‹not IN› (a)'],
  ['UNSUPPORTED_OPERATOR', 'title ‹is› NULL'],
  ['UNSUPPORTED_OPERATOR', 'title ‹IS NOT› NULL'],
  ['UNSUPPORTED_OPERATOR', 'genre ‹>› 5'],
  ['UNSUPPORTED_OPERATOR', 'sold ‹!=› no()'],
  ['UNSUPPORTED_OPERATOR', 'rare() ORDER BY title, ‹genre› DESC'],
  ['INVALID_VALUE', 'genre = ‹novell›', 'novel'],
  ['INVALID_VALUE', "genre = ‹'NOVL'›", 'novel'],
  ['INVALID_VALUE', 'genre = ‹sfi›', 'sf'],
  ['INVALID_VALUE', 'genre IN (novel, ‹drama›)'],
  ['INVALID_VALUE', "genre = ‹''›", 'sf'],
  ['INVALID_VALUE', 'printed < ‹100000d›'],
  ['INVALID_VALUE', 'printed < ‹-000001m›'],
  ['INVALID_VALUE', "printed < ‹''›"],
  ['INVALID_VALUE', "printed < ‹'2026-02-29'›"],
  ['INVALID_VALUE', "printed < ‹'2026-02-30'›"],
  ['INVALID_VALUE', "printed < ‹'2026-13-01'›"],
  ['INVALID_VALUE', "printed < ‹'0000-01-01'›"],
  ['INVALID_VALUE', "printed < ‹'2026-3-1'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01 '›"],
  ['INVALID_VALUE', "printed < ‹'now()'›"],
  ['INVALID_VALUE', "printed < ‹'-7d'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:00:00'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:00Z'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01t12:00:00Z'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:00:00z'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01 12:00:00Z'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T24:00:00Z'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:60:00Z'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:00:60Z'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:00:00.Z'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:00:00+24:00'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:00:00+01:60'›"],
  ['INVALID_VALUE', "printed < ‹'2026-03-01T12:00:00+0100'›"],
  ['INVALID_VALUE', "printed < ‹'2026-02-30T12:00:00Z'›"],
  ['INVALID_VALUE', "printed < ‹'0001-01-01T00:00:00+00:01'›"],
  ['INVALID_VALUE', "printed < ‹'9999-12-31T23:59:59-00:01'›"],
  ['INVALID_VALUE', 'author = ‹me›(a)'],
  ['INVALID_VALUE', 'author IN (‹friendsOf›())'],
  ['INVALID_VALUE', '‹reviewed›()'],
  ['INVALID_VALUE', '‹reviewed›(me())'],
  ['INVALID_VALUE', '‹rare›(5)'],
];

describe('A query that means nothing here is refused at the offending token', () => {
  it.each(WRONG.map(([code, text, suggestion]) => [code, text, suggestion] as const))(
    '%s: %s',
    (code, text, suggestion) => {
      const { query, ...place } = marked(text);
      const [error, ...others] = errorsOf(query);
      expect(others).toEqual([]);
      expect(error).toMatchObject({ code: `SQUEAKQL_${code}`, ...place, message: expect.stringMatching(/[.?]$/) });
      expect(error?.suggestion).toBe(suggestion);
    },
  );

  it('says what may stand there', () => {
    expect(errorsOf('genre = drama')[0]?.expected).toEqual(['novel', 'poetry', 'science_fiction']);
    expect(errorsOf('author = 5')[0]?.expected).toEqual(['text', 'me()']);
    expect(errorsOf('author = friendsOf(author)')[0]?.expected).toEqual(['text', 'me()']);
    expect(errorsOf('author IN (5)')[0]?.expected).toEqual(['text', 'me()', 'friendsOf()']);
    expect(errorsOf('sold = 5')[0]?.expected).toEqual(['TRUE', 'FALSE']);
    expect(errorsOf('printed < 5')[0]?.expected).toEqual(['timestamp', 'date', 'duration', 'now()']);
    expect(errorsOf('title > 5')[0]?.expected).toEqual(['=', '~']);
    expect(errorsOf('bare()')[0]?.expected).toEqual(['reviewed()', 'rare()', 'everSold()']);
    expect(errorsOf('rare() ORDER BY author')[0]?.expected).toEqual(['title', 'price', 'printed']);
  });
});

describe('All independent errors come in one go', () => {
  const codes = (text: string, ordering?: boolean) =>
    errorsOf(text, ordering).map(({ code, token }) => `${code.slice('SQUEAKQL_'.length)} ${token ?? 'end'}`);

  it('in the order of the text', () => {
    expect(
      codes('(x1 = a OR genre = b) AND NOT title > c AND bare() AND price IN (d, 5, e()) ORDER BY y1, sold'),
    ).toEqual([
      'UNKNOWN_FIELD x1',
      'INVALID_VALUE b',
      'UNSUPPORTED_OPERATOR >',
      'UNKNOWN_FUNCTION bare',
      'TYPE_MISMATCH d',
      'UNKNOWN_FUNCTION e',
      'UNKNOWN_FIELD y1',
      'UNSUPPORTED_OPERATOR sold',
    ]);
  });

  it('a wrong number of operands beside what is wrong with them', () => {
    expect(codes('reviewed(5)')).toEqual(['INVALID_VALUE reviewed', 'TYPE_MISMATCH 5']);
  });

  it('of an unknown field only the functions that do not exist anywhere', () => {
    expect(codes('x1 = 5 OR x2 IN (TRUE, who()) OR x3 IS NULL OR x4 = rare()')).toEqual([
      'UNKNOWN_FIELD x1',
      'UNKNOWN_FIELD x2',
      'UNKNOWN_FUNCTION who',
      'UNKNOWN_FIELD x3',
      'UNKNOWN_FIELD x4',
    ]);
  });

  it('of an operator that the field lacks, nothing about its operand', () => {
    expect(codes('title > who(5)')).toEqual(['UNSUPPORTED_OPERATOR >']);
    expect(codes('sold IN (5, who())')).toEqual(['UNSUPPORTED_OPERATOR IN']);
  });

  it('at most ten', () => {
    const wrong = Array.from({ length: 12 }, (_, at) => `x${at} = a`).join(' AND ');
    expect(codes(wrong)).toHaveLength(10);
    expect(codes(wrong)[9]).toBe('UNKNOWN_FIELD x9');
    expect(codes(`${wrong} AND #`)[9]).toBe('UNKNOWN_FIELD x9');
  });

  it('and the first syntax error ends the list, after the errors of the predicates that were complete', () => {
    expect(codes('x1 = a AND (genre = b OR x3 = #')).toEqual(['UNKNOWN_FIELD x1', 'INVALID_VALUE b', 'SYNTAX_ERROR #']);
    expect(codes('x1 = a AND #, x2 = b')).toEqual(['UNKNOWN_FIELD x1', 'SYNTAX_ERROR #']);
    expect(codes('x1 = a AND')).toEqual(['UNKNOWN_FIELD x1', 'SYNTAX_ERROR end']);
    expect(codes('rare() ORDER BY x1, #')).toEqual(['SYNTAX_ERROR #']);
  });

  it('and so does what is too complex', () => {
    expect(codes(`x1 = a AND ${'('.repeat(21)}`)).toEqual(['UNKNOWN_FIELD x1', 'QUERY_TOO_COMPLEX (']);
  });

  it('where no order can be chosen, that alone is said of it', () => {
    expect(codes('x1 = a order by x2', false)).toEqual(['UNKNOWN_FIELD x1', 'UNSUPPORTED_OPERATOR order by']);
    expect(errorsOf('rare() ORDER  BY x2', false)).toMatchObject([{ column: 8, endColumn: 16 }]);
  });
});

describe('Any text', () => {
  it('means something, or has one to ten errors in the order of the text', () => {
    const names = fc.constantFrom(
      'title = a',
      'author IN (me())',
      'x = 5',
      'genre = drama',
      'rare()',
      'price > b',
      '(',
    );
    const texts = fc.array(fc.oneof(tokenSoup, names), { maxLength: 15 }).map((parts) => parts.join(' AND '));
    fc.assert(
      fc.property(texts, fc.boolean(), (text, ordering) => {
        const resolved = resolve(parse(text), BOOKS, { ordering });
        if (resolved.query) return true;
        const places = resolved.diagnostics.map(({ line, column }) => line * 10_000 + column);
        const inOrder = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
        return inOrder && places.length >= 1 && places.length <= 10;
      }),
      { numRuns: 3_000 },
    );
  }, 600_000);
});

describe('A catalogue', () => {
  it('has one thing of a name', () => {
    const { types, fields, functions } = ENTRIES;
    const clashes: CatalogueEntries<string, string, string>[] = [
      { types, functions, fields: { ...fields, WRITER: fields.title } },
      { types, fields, functions: { ...functions, Myself: functions.rare } },
      { fields, functions, types: { ...types, genre: { takes: 'words', words: ['a', 'A'] } } },
    ];
    for (const entries of clashes) expect(() => new Catalogue(entries)).toThrow(RangeError);
  });
});

describe('Conditions that cost much', () => {
  const checked = (text: string, costly?: number) =>
    resolve(parse(text), BOOKS, { ordering: true, ...(costly === undefined ? {} : { costly }) });
  const many = (count: number) => Array.from({ length: count }, () => 'everSold()').join(' OR ');

  it('are as many as are allowed, fields and functions together, wherever they stand', () => {
    const text = 'everSold() AND NOT (lentTo = me() OR price = 1 AND NOT everSold())';
    expect(checked(text, 3).diagnostics).toBeUndefined();
    expect(checked(text, 2).diagnostics).toEqual([
      {
        code: 'SQUEAKQL_QUERY_TOO_COMPLEX',
        message: 'A query holds at most 2 conditions as costly as everSold.',
        line: 1,
        column: text.lastIndexOf('everSold') + 1,
        endLine: 1,
        endColumn: text.lastIndexOf('everSold') + 'everSold'.length,
        token: 'everSold',
      },
    ]);
    expect(checked(text, 1).diagnostics).toMatchObject([{ token: 'lentTo', column: text.indexOf('lentTo') + 1 }]);
  });

  it('are any number where nothing is said of them', () => {
    expect(checked(many(100)).diagnostics).toBeUndefined();
  });

  it('end the list of what is wrong with the first one that is too many', () => {
    const wrong = checked(`prise = 1 AND everSold() AND everSold() AND genre = x AND everSold() ORDER BY author`, 1);
    expect(wrong.diagnostics?.map(({ code }) => code)).toEqual([
      'SQUEAKQL_UNKNOWN_FIELD',
      'SQUEAKQL_QUERY_TOO_COMPLEX',
    ]);
    const broken = checked(`${many(2)} AND`, 1);
    expect(broken.diagnostics?.map(({ code }) => code)).toEqual(['SQUEAKQL_QUERY_TOO_COMPLEX']);
  });
});

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Object.isFrozen(value)) throw new Error(`${JSON.stringify(value)} is not frozen.`);
  for (const part of Object.values(value)) expectFrozen(part);
}

import fc from 'fast-check';
import { LIBRARY, WORDS_OF_LIBRARY } from '../test/catalogue.js';
import { LIMITS, asOperand, complete, parse, resolve, type Completion, type CompletionUse } from './index.js';
import { codePoint, queries, tokenSoup } from '../test/queries.js';
import { print } from './printer.js';

if (process.env.SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.SEED) });
jest.setTimeout(600_000);

const RUNS = process.env.TEST_DEEP === undefined ? 400 : 2_000;
const USE = { ordering: true, costly: 3 } as const;

/** The ways to go on at the mark `|`. */
const at = (marked: string, use: CompletionUse = USE) => {
  const offset = marked.indexOf('|');
  return complete(marked.replace('|', ''), offset, LIBRARY, use);
};
const texts = (marked: string, use?: CompletionUse): string[] => at(marked, use).items.map(({ text }) => text);

/** The text up to the caret, when the completion is chosen. */
const chosen = (text: string, { from, text: put }: Completion): string => text.slice(0, from) + put;

/** True when a valid query may begin with this text: nothing is wrong but that it ends. */
const mayBegin = (text: string): boolean =>
  (resolve(parse(text), LIBRARY, USE).diagnostics ?? []).every(
    ({ code, token }) => code === 'SQUEAKQL_SYNTAX_ERROR' && token === undefined,
  );

const OPERANDS = WORDS_OF_LIBRARY;
type Type = keyof typeof OPERANDS;
const operand = (type: Type) => fc.constantFrom(...OPERANDS[type]).map((text) => [text]);
const joined = (...parts: readonly fc.Arbitrary<readonly string[]>[]) => fc.tuple(...parts).map((all) => all.flat());
const words = (...text: readonly string[]) => fc.constant<readonly string[]>(text);
const list = (type: Type) =>
  fc
    .array(type === 'person' ? fc.oneof(operand(type), words('friends()')) : operand(type), {
      minLength: 1,
      maxLength: 3,
    })
    .map((values) => ['(', ...values.flatMap((value, index) => (index === 0 ? value : [',', ...value])), ')']);
const membershipOperator = fc.constantFrom(['IN'], ['NOT', 'IN']);
const nullTest = fc.constantFrom(['IS', 'NULL'], ['IS', 'NOT', 'NULL']);

/** Valid conditions of the library as lists of their tokens. `f()` and `f(` count as one. */
const predicate = fc.oneof(
  joined(words('title'), fc.constantFrom(['='], ['!='], ['~'], ['!~']), operand('text')),
  joined(words('author'), fc.constantFrom(['='], ['!=']), operand('person')),
  joined(words('genre'), fc.constantFrom(['<='], ['>'], ['=']), operand('genre')),
  joined(words('pages'), fc.constantFrom(['='], ['<'], ['>']), operand('pages')),
  joined(words('printed'), fc.constantFrom(['<='], ['<'], ['>']), operand('time')),
  joined(words('lent'), fc.constantFrom(['='], ['!=']), operand('truth')),
  joined(words('author'), membershipOperator, list('person')),
  joined(words('genre'), membershipOperator, list('genre')),
  joined(words('pages'), membershipOperator, list('pages')),
  joined(fc.constantFrom(['title'], ['author'], ['pages'], ['printed']), nullTest),
  words('rare()'),
);
const costly = fc.oneof(
  joined(words('readBy('), operand('person'), words(')')),
  joined(words('was('), operand('genre'), words(','), operand('time'), words(')')),
  joined(words('shelf'), membershipOperator, list('text')),
);
const { expression } = fc.letrec<{ expression: readonly string[] }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: predicate },
    { weight: 1, arbitrary: joined(words('NOT'), tie('expression')) },
    { weight: 1, arbitrary: joined(words('('), tie('expression'), words(')')) },
    { weight: 2, arbitrary: joined(tie('expression'), fc.constantFrom(['AND'], ['OR']), tie('expression')) },
  ),
}));
const order = joined(
  words('ORDER', 'BY'),
  fc
    .array(fc.tuple(fc.constantFrom('title', 'genre', 'pages', 'printed'), fc.constantFrom([], ['ASC'], ['DESC'])), {
      minLength: 1,
      maxLength: 3,
    })
    .map((keys) => keys.flatMap(([field, direction], index) => [...(index === 0 ? [] : [',']), field, ...direction])),
);
const validQueries = fc
  .tuple(fc.option(costly, { nil: undefined }), expression, fc.option(order, { nil: [] }))
  .map(([behind, own, by]) => [...(behind ? [...behind, 'AND', '('] : []), ...own, ...(behind ? [')'] : []), ...by]);

/** Tokens that a catalogue cannot list. */
const isFree = (token: string): boolean => /^['"\d-]/.test(token) || ['ada', 'sea', 'verse'].includes(token);

describe('What may follow', () => {
  it('the beginning of a valid query is offered at every place between two tokens', () => {
    fc.assert(
      fc.property(validQueries, (tokens) => {
        expect(resolve(parse(tokens.join(' ')), LIBRARY, USE).diagnostics).toBeUndefined();
        for (const [index, next] of tokens.entries()) {
          const before = tokens
            .slice(0, index)
            .map((token) => `${token} `)
            .join('');
          const offered = complete(before, before.length, LIBRARY, USE).items.map((item) => item.text.toLowerCase());
          expect({ before, offered: offered.length > 0 }).toEqual({ before, offered: true });
          if (isFree(next)) continue;
          const wanted = next.toLowerCase();
          const isOffered = offered.some((text) => text === wanted || text.startsWith(`${wanted} `));
          expect({ before, next, isOffered }).toEqual({ before, next, isOffered: true });
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('goes on with the text: whichever is chosen, wherever the caret is, a valid query may begin so', () => {
    fc.assert(
      fc.property(validQueries, fc.nat(), (tokens, random) => {
        const text = tokens.join(' ');
        const offset = random % (text.length + 1);
        const before = text.slice(0, offset);
        // The caret may be inside a token that means nothing before its end, such as `!`.
        if (!mayBegin(before.replace(/\S+$/, ''))) return;
        for (const item of complete(text, offset, LIBRARY, USE).items) {
          // A quote opens a string.
          const result = chosen(text, item) + (item.text.endsWith(" '") || item.text === "'" ? "'" : '');
          expect({ before, result, mayBegin: mayBegin(result) }).toEqual({ before, result, mayBegin: true });
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('leads from nothing to valid queries, and to nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (choices) => {
        let text = '';
        for (const choice of choices) {
          const { items } = complete(text, text.length, LIBRARY, {
            ...USE,
            values: { person: [{ text: 'ada' }, { text: 'Ada L' }] },
          });
          expect({ text, some: items.length > 0 }).toEqual({ text, some: true });
          const item = items[choice % items.length]!;
          text = chosen(text, item) + (item.isSpaced ? ' ' : '');
          expect({ text, mayBegin: mayBegin(text) || text.endsWith("'") }).toEqual({ text, mayBegin: true });
          if (item.text === "'") text += "x' ";
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('is found in any text at any place without an error', () => {
    const anyText = fc.oneof(tokenSoup, queries.map(print), fc.string({ unit: codePoint, maxLength: 60 }), fc.string());
    fc.assert(
      fc.property(anyText, fc.nat(), (text, random) => {
        const offset = random % (text.length + 1);
        for (const { from, to } of complete(text, offset, LIBRARY, USE).items) {
          expect(from).toBeLessThanOrEqual(offset);
          expect(to).toBeGreaterThanOrEqual(offset);
          expect(to).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2 * RUNS },
    );
  });
});

describe('At a place', () => {
  it.each<[string, readonly string[]]>([
    ['|', ['title', 'author', 'genre', 'pages', 'printed', 'lent', 'shelf', 'rare()', 'readBy(', 'was(', 'NOT', '(']],
    ['ti|', ['title']],
    ['WRI|', ['writer']],
    ['title |', ['=', '!=', '~', '!~', 'IS NULL', 'IS NOT NULL']],
    ['title!|', ['!=', '!~']],
    ['genre <|', ['<=', ' novel', ' poetry', ' in_print', ' essay']],
    ['genre = |', ['novel', 'poetry', 'in_print', 'essay']],
    ['genre = poe|', ['poetry']],
    ['genre = ve|', ['verse']],
    ['genre = pri|', ['in_print']],
    ['genre = novel|', [' AND', ' OR', ' ORDER BY']],
    ['genre n|', ['NOT IN (']],
    ['genre NOT |', ['IN (']],
    ['genre NOT IN |', ['(']],
    ['genre IN (novel, |', ['novel', 'poetry', 'in_print', 'essay']],
    ['genre IN (novel |', [',', ')']],
    ['genre IN (novel|', [',', ')']],
    ['title IS |', ['NULL', 'NOT NULL']],
    ['title IS NOT |', ['NULL']],
    ['author = |', ['me()', "'"]],
    ['author IN (|', ['me()', 'friends()', "'"]],
    ["title ~ 'it|", ["'it'"]],
    ['title ~ "it\\|', ['"it\\\\"']],
    ['lent = |', ['TRUE', 'FALSE']],
    ['printed < 3|', ['3d', '3w', '3h', '3m']],
    ['printed < t|', ['today()']],
    ['was(|', ['novel', 'poetry', 'in_print', 'essay']],
    ['was(novel |', [',']],
    ['was(novel, -7d |', [')']],
    ['rare() |', ['AND', 'OR', 'ORDER BY']],
    ['rare() ORDER |', ['BY']],
    ['rare() ORDER BY |', ['title', 'genre', 'pages', 'printed']],
    ['rare() ORDER BY title |', ['ASC', 'DESC', ',']],
    ['rare() ORDER BY title DESC |', [',']],
    ['(rare() |', ['AND', 'OR', ')']],
    [
      'NOT |',
      ['title', 'author', 'genre', 'pages', 'printed', 'lent', 'shelf', 'rare()', 'readBy(', 'was(', 'NOT', '('],
    ],
    ['title = = |', []],
    ['nothing = |', []],
  ])('%s', (marked, expected) => {
    expect(texts(marked)).toEqual(expected);
  });

  it('of a type with named values, those are found by their names and written as operands', () => {
    const person = [
      { text: 'ada' },
      { text: 'usr_1', label: 'Grace Hopper' },
      { text: 'Ann Lee' },
      { text: "D'Arcy" },
      { text: 'not' },
    ];
    const use = { ...USE, values: { person } };
    expect(texts('author = |', use)).toEqual(['me()', 'ada', 'usr_1', "'Ann Lee'", "'D\\'Arcy'", "'not'", "'"]);
    expect(at('author = hop|', use)).toMatchObject({
      type: 'person',
      typed: 'hop',
      items: [
        { kind: 'value', text: 'usr_1', label: 'Grace Hopper', from: 9, to: 12 },
        { text: ' AND', from: 12, to: 12 },
        { text: ' OR' },
        { text: ' ORDER BY' },
      ],
    });
    expect(texts("author = 'Ann L|", use)).toEqual(["'Ann Lee'", "'Ann L'"]);
    expect(texts('author = lee|', use)).toEqual(["'Ann Lee'", ' AND', ' OR', ' ORDER BY']);
  });

  it('the whole token under the caret is replaced, and a bracket is not written twice', () => {
    expect(at('ti|x = 5').items).toEqual([{ kind: 'field', text: 'title', from: 0, to: 3, isSpaced: true }]);
    expect(texts('genre n| (novel)')).toEqual(['NOT IN']);
    expect(texts('wa|(novel)')).toEqual(['was']);
  });

  it.each([
    ['genre = novel|', true],
    ['genre = NOVEL|', true],
    ['genre = nov|', false],
    ['genre = |', false],
    ['pages = 1|', true],
  ])('it is known whether the token is one of the completions already: %s %s', (marked, isWritten) => {
    expect(at(marked).isWritten).toBe(isWritten);
  });

  it('an order is offered only where it may be chosen', () => {
    expect(texts('rare() |', { ordering: false })).toEqual(['AND', 'OR']);
  });

  it('nothing is offered beyond a limit', () => {
    expect(texts('readBy(me()) AND readBy(me()) AND |', { ordering: true, costly: 2 })).toEqual(
      texts('|').filter((text) => !['shelf', 'readBy(', 'was('].includes(text)),
    );
    const full = 'lent = TRUE OR '.repeat(LIMITS.names / 2);
    expect(texts(`${full}|`)).toEqual(['rare()', 'NOT', '(']);
    const deep = '('.repeat(LIMITS.nesting);
    expect(texts(`${deep}|`)).not.toContain('(');
    expect(texts(`${deep}|`)).not.toContain('rare()');
    const values = Array.from({ length: LIMITS.values }, () => 'novel').join(', ');
    expect(texts(`genre IN (${values} |`)).toEqual([')']);
    const long = `title = '${'x'.repeat(LIMITS.length - 13)}' `;
    expect(texts(`${long}|`)).toEqual(['OR']);
  });
});

describe('A text as an operand', () => {
  it('is written bare or quoted, so that it is read as it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('and', 'a', 'a-b', "it's", '\\', '5')), (text) => {
        const { condition } = resolve(parse(`title = ${asOperand(text)}`), LIBRARY, USE).query!;
        expect(condition).toMatchObject({ value: { kind: 'text', text } });
      }),
    );
  });
});

import fc from 'fast-check';
import { Lexer } from './lexer.js';
import { LIMITS, parse, print } from './index.js';
import { parseTokens } from './parser.js';
import { codePoint, queries, tokenSoup, withoutPlaces } from '../test/queries.js';
import type { Token } from './token.js';

const RUNS = process.env.TEST_DEEP === undefined ? 8_000 : 1_000_000;

/** Each run uses another seed, which a failure prints; `SEED=<number>` repeats a run. */
if (process.env.SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.SEED) });

// Generating takes most of the time, and the machine may be busy: these tests are long, not slow.
jest.setTimeout(600_000);

const anyText = fc.oneof(
  tokenSoup,
  tokenSoup,
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.string(),
  fc.string({ unit: fc.constantFrom('\ud800', '\udc00', "'", '\\', '\n', '(', 'a', '5', '\u0000', ' ') }),
);

describe('Printing and parsing', () => {
  it('give back the same query, however it is made', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const again = parse(print(query)).query;
        expect(again && withoutPlaces(again)).toEqual(withoutPlaces(query));
      }),
      { numRuns: 1_000 },
    );
  });

  it('give back the same query, however it is written', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { query } = parse(text);
        if (query) expect(withoutPlaces(parse(print(query)).query!)).toEqual(withoutPlaces(query));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('Printing', () => {
  it('may give a text that is too long to be read: backslashes and blanks come to it', () => {
    const text = `a='${'\\b'.repeat((LIMITS.length - 4) / 2)}'`;
    const { query } = parse(text);
    expect(Array.from(text)).toHaveLength(LIMITS.length);
    expect(parse(print(query!)).failure).toMatchObject({ code: 'SQUEAKQL_QUERY_TOO_COMPLEX' });
  });
});

describe('Parsing', () => {
  it('never throws, and either gives a query or a failure inside the text, with what stands there', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { query, failure } = parse(text);
        if ((query === undefined) === (failure === undefined)) return false;
        return failure === undefined || textAt(text, failure) === (failure.token ?? '');
      }),
      { numRuns: RUNS },
    );
  });

  it('freezes all that it gives', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          queries.map((query) => print(query)),
          tokenSoup,
        ),
        (text) => {
          expectFrozen(parse(text));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('Cutting into tokens', () => {
  it('passes every character once: the tokens and the blanks between them are the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let rest = text;
        for (const { token } of tokensOf(text)) {
          rest = rest.replace(/^[ \t\r\n]*/, '');
          if (!rest.startsWith(token)) return false;
          rest = rest.slice(token.length);
        }
        return rest.replace(/^[ \t\r\n]*/, '') === '';
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Texts of the greatest legal length, each the worst case of its kind. */
const WORST: readonly (readonly [string, string])[] = [
  ['blanks', ' '],
  ['line feeds', '\n'],
  ['opening parentheses', '('],
  ['closing parentheses', ')'],
  ['NOT', 'NOT '],
  ['quotes', "'"],
  ['an escape without end', "'\\'"],
  ['backslashes in a string', "'\\"],
  ['digits', '9'],
  ['points', '1.'],
  ['signs', '+'],
  ['signed digits', '-1'],
  ['one word', 'a'],
  ['words', 'a '],
  ['calls', 'f('],
  ['calls of nothing', 'f() AND '],
  ['calls of calls', 'a = f(g(1)) AND '],
  ['comparisons', 'a=b OR '],
  ['tests', 'a IS NOT EMPTY OR '],
  ['a list', 'a IN (1,'],
  ['commas', ','],
  ['comparators', '<>'],
  ['emoji', '😀'],
  ['emoji in a string', "'😀"],
  ['halves of emoji', '\ud800'],
  ['NUL', '\u0000'],
  ['levels opened and closed', '(((((f())))))AND '],
  ['sort fields', 'ORDER BY a,'],
];

describe('The worst text of the greatest length', () => {
  it.each(WORST)('asks for no more tokens than it has characters: %s', (_, part) => {
    const units = Array.from(part.repeat(LIMITS.length));
    for (const prefix of ['', 'a = ', "a = b AND '", 'a = b ORDER BY ']) {
      const text = prefix + units.slice(0, LIMITS.length - prefix.length).join('');
      const lexer = new Lexer(text);
      let asked = 0;
      const parsed = parseTokens(() => {
        asked += 1;
        return lexer.next();
      });
      expect(asked).toBeLessThanOrEqual(Array.from(text).length + 1);
      expect(parse(text)).toEqual(parsed);
    }
  });

  it('nor goes deeper than the nesting allows, however long the text', () => {
    const endless = (token: Token) => () => token;
    const first = (text: string) => new Lexer(text).next();
    for (const text of ['(', 'NOT']) {
      expect(parseTokens(endless(first(text))).failure).toMatchObject({ code: 'SQUEAKQL_QUERY_TOO_COMPLEX' });
    }
  });
});

function tokensOf(text: string): Token[] {
  const lexer = new Lexer(text);
  const tokens: Token[] = [];
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next()) tokens.push(token);
  return tokens;
}

/** Returns the part of the text from `line` and `column` to `endLine` and `endColumn`, both included. */
function textAt(
  text: string,
  { line, column, endLine, endColumn }: { line: number; column: number; endLine: number; endColumn: number },
): string {
  const lines = text.split('\n').map((content) => [...Array.from(content), '\n']);
  const offset = (of: number, at: number) => lines.slice(0, of - 1).flat().length + at - 1;
  return lines
    .flat()
    .slice(0, -1)
    .slice(offset(line, column), offset(endLine, endColumn) + 1)
    .join('');
}

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Object.isFrozen(value)) throw new Error(`${JSON.stringify(value)} is not frozen.`);
  for (const part of Object.values(value)) expectFrozen(part);
}

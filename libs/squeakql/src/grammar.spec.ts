import { LIMITS, parse, print, type Expression, type Operand, type Query } from './index.js';
import { marked } from '../test/marked.js';

function queryOf(text: string): Query {
  const { query, failure } = parse(text);
  if (failure) throw new Error(`${text}: ${failure.message}`);
  return query;
}

function conditionOf(text: string): Expression {
  return queryOf(text).expression;
}

/** Prints an expression with all parentheses: `(a = b AND (NOT c = d))`. */
function grouping(expression: Expression): string {
  if (expression.kind === 'and' || expression.kind === 'or') {
    return `(${expression.operands.map(grouping).join(expression.kind === 'and' ? ' AND ' : ' OR ')})`;
  }
  if (expression.kind === 'not') return `(NOT ${grouping(expression.operand)})`;
  return print({ kind: 'query', expression, orderBy: undefined, range: expression.range });
}

function operandOf(text: string): Operand {
  const condition = conditionOf(`a = ${text}`);
  if (condition.kind !== 'comparison') throw new Error(`${text} is no operand.`);
  return condition.operand;
}

describe('The grammar', () => {
  it.each([
    ['a = 1 OR b = 2 AND c = 3', '(a = 1 OR (b = 2 AND c = 3))'],
    ['a = 1 AND b = 2 OR c = 3', '((a = 1 AND b = 2) OR c = 3)'],
    ['(a = 1 OR b = 2) AND c = 3', '((a = 1 OR b = 2) AND c = 3)'],
    ['NOT a = 1 AND b = 2', '((NOT a = 1) AND b = 2)'],
    ['NOT (a = 1 AND b = 2)', '(NOT (a = 1 AND b = 2))'],
    ['NOT a = 1 OR NOT b = 2', '((NOT a = 1) OR (NOT b = 2))'],
    ['NOT NOT a = 1', '(NOT (NOT a = 1))'],
    ['a = 1 OR b = 2 OR c = 3', '(a = 1 OR b = 2 OR c = 3)'],
    ['a = 1 OR (b = 2 OR c = 3)', '(a = 1 OR (b = 2 OR c = 3))'],
    ['((a = 1))', 'a = 1'],
    ['NOT a IN (1) AND NOT b IS NULL AND NOT f()', '((NOT a IN (1)) AND (NOT b IS NULL) AND (NOT f()))'],
  ])('OR binds loosest, then AND, then NOT: %s', (text, grouped) => {
    expect(grouping(conditionOf(text))).toBe(grouped);
  });

  it.each(['=', '!=', '<', '<=', '>', '>=', '~', '!~'])('a field is compared by %s', (comparator) => {
    expect(conditionOf(`a ${comparator} b`)).toMatchObject({ kind: 'comparison', operator: { text: comparator } });
    expect(conditionOf(`a${comparator}'b'`)).toMatchObject({ kind: 'comparison', operator: { text: comparator } });
  });

  it('`<>` is accepted for `!=`', () => {
    expect(conditionOf('a <> b')).toMatchObject({ operator: { text: '!=', token: '<>' } });
  });

  it('`IN` and `NOT IN` take a list of operands', () => {
    expect(conditionOf('a IN (b)')).toMatchObject({ kind: 'membership', negated: false, operands: [{ text: 'b' }] });
    expect(conditionOf("a not in (b, 'c',5)")).toMatchObject({
      negated: true,
      operands: [
        { kind: 'word', text: 'b' },
        { kind: 'string', text: 'c' },
        { kind: 'number', text: '5' },
      ],
    });
  });

  it.each(['NULL', 'EMPTY', 'null', 'Empty'])('`IS %s` tests for nothing, `IS NOT %s` for something', (word) => {
    expect(conditionOf(`a IS ${word}`)).toMatchObject({ kind: 'null-test', negated: false });
    expect(conditionOf(`a is not ${word}`)).toMatchObject({ kind: 'null-test', negated: true });
  });

  it('a function is a predicate or an operand, and an operand of a function', () => {
    expect(conditionOf('f()')).toMatchObject({ kind: 'call', name: { text: 'f' }, operands: [] });
    expect(conditionOf("f ( 'a' , -7d, g(1) )")).toMatchObject({
      operands: [{ kind: 'string' }, { kind: 'duration' }, { kind: 'call', name: { text: 'g' } }],
    });
    expect(operandOf('f(TRUE)')).toMatchObject({ kind: 'call', operands: [{ kind: 'truth', value: true }] });
  });

  it.each([
    ['5', { kind: 'number', text: '5' }],
    ['-5', { kind: 'number', text: '-5' }],
    ['007', { kind: 'number', text: '007' }],
    ['-0.50', { kind: 'number', text: '-0.50' }],
    ['1234567890123456789012345678901234567890', { kind: 'number', text: '1234567890123456789012345678901234567890' }],
    ['a', { kind: 'word', text: 'a' }],
    ['WEB-1', { kind: 'word', text: 'WEB-1' }],
    ['a_b-c.d9', { kind: 'word', text: 'a_b-c.d9' }],
    ['nulls', { kind: 'word', text: 'nulls' }],
    ['order.by', { kind: 'word', text: 'order.by' }],
    ['TRUE', { kind: 'truth', value: true }],
    ['fAlSe', { kind: 'truth', value: false }],
    ['7d', { kind: 'duration', sign: '+', digits: '7', unit: 'd' }],
    ['+7D', { kind: 'duration', sign: '+', digits: '7', unit: 'd' }],
    ['-30m', { kind: 'duration', sign: '-', digits: '30', unit: 'm' }],
    ['4H', { kind: 'duration', sign: '+', digits: '4', unit: 'h' }],
    ['-0012345678w', { kind: 'duration', sign: '-', digits: '0012345678', unit: 'w' }],
    ["'b'", { kind: 'string', text: 'b' }],
    ['"b"', { kind: 'string', text: 'b' }],
    ["''", { kind: 'string', text: '' }],
    ["'NULL'", { kind: 'string', text: 'NULL' }],
    ["'5'", { kind: 'string', text: '5' }],
  ])('the operand %s', (text, operand) => {
    expect(operandOf(text)).toMatchObject(operand);
  });

  it.each([
    [String.raw`'it\'s'`, "it's"],
    [String.raw`"say \"hi\""`, 'say "hi"'],
    [String.raw`'\\'`, '\\'],
    [String.raw`'\\\''`, "\\'"],
    [String.raw`'a\nb'`, String.raw`a\nb`],
    [String.raw`'a\"b'`, String.raw`a\"b`],
    [String.raw`"a\'b"`, String.raw`a\'b`],
    [String.raw`'\a\\b'`, String.raw`\a\b`],
    ["'a\"b'", 'a"b'],
    ['"a\'b"', "a'b"],
    ["'a\r\nb\tc'", 'a\r\nb\tc'],
    ["'#!%_é😀\u0000'", '#!%_é😀\u0000'],
    ["'AND (a = b)'", 'AND (a = b)'],
  ])(
    'a backslash escapes the delimiting quote and itself, and stands for itself before anything else: %j',
    (text, value) => {
      expect(operandOf(text)).toMatchObject({ kind: 'string', text: value });
    },
  );

  it('keywords and units are case-insensitive; names keep their case', () => {
    const text = 'not Aa in (True) or bB iS nOt EmPtY order by Cc DeSc';
    expect(print(queryOf(text))).toBe('NOT Aa IN (TRUE) OR bB IS NOT NULL ORDER BY Cc DESC');
  });

  it('space, tab, CR and LF separate tokens, and nothing needs to where they do not run together', () => {
    expect(print(queryOf('\t a\r\n=\n\nb\rAND(c=1)'))).toBe('a = b AND c = 1');
    expect(print(queryOf("a='b'AND c<-5 OR d>=-7d"))).toBe("a = 'b' AND c < -5 OR d >= -7d");
    expect(print(queryOf('NOT(a=1)'))).toBe('NOT a = 1');
    expect(print(queryOf("a IN('b','c')"))).toBe("a IN ('b', 'c')");
  });

  it('ORDER BY takes fields and their directions, ascending unless they say otherwise', () => {
    expect(queryOf('a = b ORDER BY c, d ASC, e.f desc').orderBy?.fields).toMatchObject([
      { field: { text: 'c' }, direction: 'asc' },
      { field: { text: 'd' }, direction: 'asc' },
      { field: { text: 'e.f' }, direction: 'desc' },
    ]);
    expect(queryOf('a = b').orderBy).toBeUndefined();
  });

  it('reserves its keywords as fields and functions too', () => {
    for (const word of 'AND OR NOT IN IS NULL EMPTY TRUE FALSE ORDER BY ASC DESC'.split(' ')) {
      expect(parse(`${word} = a`).query).toBeUndefined();
      expect(parse(`${word.toLowerCase()}(`).query).toBeUndefined();
      expect(parse(`a = ${word}(b)`).query).toBeUndefined();
      expect(parse(`a = '${word}'`).query).toBeDefined();
    }
  });
});

describe('A place', () => {
  it.each([
    [
      'the field',
      '‹status› = a',
      (query: Query) => (query.expression.kind === 'comparison' ? query.expression.field : undefined),
    ],
    ['behind an emoji', "a = '😀' AND ‹b› = c", second],
    ['behind CRLF', "a = 'x'\r\n AND ‹b› = c", second],
    ['behind a string of two lines', "a = 'x\n😀' AND ‹b› = c", second],
    ['behind a CR, which ends no line', 'a = x\r AND ‹b› = c', second],
  ])('counts lines by LF and columns by code points, the end included: %s', (_, text, select) => {
    const { query, token, ...range } = marked(text);
    expect(select(queryOf(query))).toMatchObject({ token, range });
  });

  it('is that of the whole node, its own parentheses left out', () => {
    const { query, token, ...range } = marked('‹(a = 1 OR b = 2)\nAND NOT c IN (3)› ORDER BY d');
    expect(token).toBeDefined();
    expect(conditionOf(query).range).toEqual(range);
    expect(conditionOf('(a = 1)').range).toEqual({ line: 1, column: 2, endLine: 1, endColumn: 6 });
  });

  function second({ expression }: Query): unknown {
    const predicate = expression.kind === 'and' ? expression.operands[1] : undefined;
    return predicate?.kind === 'comparison' ? predicate.field : undefined;
  }
});

describe('The first failure', () => {
  it('comes with the predicates that were complete before it', () => {
    const complete = (text: string) =>
      (parse(text).failure ? (parse(text) as { predicates: readonly Expression[] }).predicates : []).map(grouping);
    expect(complete('a = b AND (c IN (d) OR e IS NULL AND f(1) AND g = #')).toEqual([
      'a = b',
      'c IN (d)',
      'e IS NULL',
      'f(1)',
    ]);
    expect(complete('a = b #')).toEqual(['a = b']);
    expect(complete('a = #')).toEqual([]);
    expect(complete('a IN (b, c')).toEqual([]);
    expect(complete('a = b ORDER BY')).toEqual(['a = b']);
  });

  it('is the first in the text', () => {
    expect(parse('a b #').failure).toMatchObject({ column: 3, token: 'b' });
    expect(parse("a = b c 'd").failure).toMatchObject({ column: 7, token: 'c' });
  });

  it('says what may stand there', () => {
    expect(parse('a').failure?.expected).toEqual([
      '=',
      '!=',
      '<',
      '<=',
      '>',
      '>=',
      '~',
      '!~',
      'IN',
      'NOT IN',
      'IS',
      '(',
    ]);
    expect(parse('a =').failure?.expected).toEqual([
      'string',
      'number',
      'word',
      'TRUE',
      'FALSE',
      'duration',
      'function',
    ]);
    expect(parse('').failure?.expected).toEqual(['field', 'function', 'NOT', '(']);
    expect(parse('a = b c').failure?.expected).toEqual(['AND', 'OR', 'ORDER BY', 'end of query']);
    expect(parse('(a = b').failure?.expected).toEqual(['AND', 'OR', ')']);
    expect(parse("a = 'b").failure?.expected).toEqual(["'"]);
  });

  it('reports that a reserved word must be quoted', () => {
    expect(parse('a = order').failure?.message).toMatch(/order, a reserved word, which must be quoted here\.$/);
  });

  it.each([
    ['status\u00A0= todo', 'U+00A0 NO-BREAK SPACE at line 1, column 7'],
    ['status =\n todo AND\u3000a = b', 'U+3000 IDEOGRAPHIC SPACE at line 2, column 10'],
    ['\uFEFFstatus = todo', 'U+FEFF ZERO WIDTH NO-BREAK SPACE at line 1, column 1'],
    ['due < 7d\u202F', 'U+202F NARROW NO-BREAK SPACE at line 1, column 9'],
    ['me\u200B()', 'U+200B ZERO WIDTH SPACE at line 1, column 3'],
    ['a = "😀" \u2028', 'U+2028 LINE SEPARATOR at line 1, column 9'],
    ['a \u0007= b', 'U+0007 at line 1, column 3'],
    ['a \u{E0041}= b', 'U+E0041 at line 1, column 3'],
  ])('names a character that cannot be seen, and where it is: %j', (text, named) => {
    const { failure } = parse(text);
    expect(failure?.message).toBe(`The character ${named} can stand in a string only.`);
    expect(named).toContain(`line ${String(failure?.line)}, column ${String(failure?.column)}`);
  });

  it('names every white space that is not one of the language', () => {
    const unnamed = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
      .filter((character) => /[^ \t\r\n]/.test(character) && /\p{White_Space}/u.test(character))
      .filter((character) => !/U\+[0-9A-F]{4} [A-Z -]+ at line/.test(parse(`a${character}= b`).failure?.message ?? ''));
    expect(unnamed).toEqual([]);
  });

  it('shows a character that can be seen as it is', () => {
    expect(parse('a = “b”').failure?.message).toBe('The character “ can stand in a string only.');
  });

  it('shows a long token cut short, on one line', () => {
    const message = parse(`a = ${'9'.repeat(3000)}x`).failure?.message ?? '';
    expect(message).toHaveLength('… is neither a number nor a duration.'.length + 40);
  });
});

describe('The limits', () => {
  const TOO_COMPLEX = 'SQUEAKQL_QUERY_TOO_COMPLEX';

  it('are those of the language', () => {
    expect(LIMITS).toEqual({ length: 4096, names: 200, nesting: 20, values: 100 });
  });

  it('200 tokens are operands or fields, and no more', () => {
    const comparisons = (count: number) => Array.from({ length: count }, () => 'a = b').join(' AND ');
    expect(parse(comparisons(100)).query).toBeDefined();
    expect(parse(`${comparisons(100)} AND c = d`).failure).toMatchObject({ code: TOO_COMPLEX, token: 'c' });
    expect(parse(`${comparisons(99)} AND c IS NULL AND d = e`).failure).toMatchObject({
      code: TOO_COMPLEX,
      token: 'e',
    });
    expect(parse(`${comparisons(99)} AND c IS NULL AND d IS NULL`).query).toBeDefined();
  });

  it('the fields of ORDER BY count among them', () => {
    const text = `${Array.from({ length: 99 }, () => 'a = b').join(' AND ')} ORDER BY c, d`;
    expect(parse(text).query).toBeDefined();
    expect(parse(`${text}, e`).failure).toMatchObject({ code: TOO_COMPLEX, token: 'e' });
  });

  it('a function counts where it is an operand, and so do its operands; a boolean function is neither', () => {
    const calls = Array.from({ length: 66 }, () => 'a = f(b)').join(' AND ');
    expect(parse(`${calls} AND c = d`).query).toBeDefined();
    expect(parse(`${calls} AND c = f(d)`).failure).toMatchObject({ code: TOO_COMPLEX, token: 'd' });
    expect(parse(`${calls} AND c = d AND f()`).query).toBeDefined();
    expect(parse(`${calls} AND c = d AND f(e)`).failure).toMatchObject({ code: TOO_COMPLEX, token: 'e' });
  });

  it('an IN holds 100 values, and no more', () => {
    const list = Array.from({ length: 100 }, () => 'b').join(', ');
    expect(parse(`a IN (${list})`).query).toBeDefined();
    expect(parse(`a IN (${list}, c)`).failure).toMatchObject({ code: TOO_COMPLEX, token: 'c' });
    expect(parse(`a NOT IN (${list}, c)`).failure).toMatchObject({ code: TOO_COMPLEX, token: 'c' });
    expect(parse(`a IN (${list}, )`).failure).toMatchObject({ code: 'SQUEAKQL_SYNTAX_ERROR', token: ')' });
  });

  it.each([
    ['parentheses', '('.repeat(20), ')'.repeat(20), '('],
    ['NOT', 'NOT '.repeat(20), '', 'NOT'],
    ['NOT and parentheses', 'NOT('.repeat(10), ')'.repeat(10), '('],
  ])('20 levels of %s, and no more', (_, open, close, token) => {
    expect(parse(`${open}a = b${close}`).query).toBeDefined();
    const { query, ...place } = marked(`${open}‹${token}› a = b`);
    expect(parse(query).failure).toMatchObject({ code: TOO_COMPLEX, ...place, token });
  });

  it('a function call is a level, an IN is not', () => {
    const open = '('.repeat(19);
    const close = ')'.repeat(19);
    expect(parse(`${open}f()${close}`).query).toBeDefined();
    expect(parse(`${open}a = f()${close}`).query).toBeDefined();
    const { query, ...place } = marked(`${open}a = f(g‹(›))${close}`);
    expect(parse(query).failure).toMatchObject({ code: TOO_COMPLEX, ...place });
    expect(parse(`${open}(a NOT IN (b))${close}`).query).toBeDefined();
  });

  it('levels are closed again', () => {
    expect(parse(Array.from({ length: 30 }, () => 'NOT (f(1))').join(' AND ')).query).toBeDefined();
  });

  it('4,096 code points, and no more; a longer text is not read at all', () => {
    const string = (length: number) => `a = '${'😀'.repeat(length - 6)}'`;
    expect(parse(string(4096)).query).toBeDefined();
    expect(parse(string(4097))).toMatchObject({
      failure: { code: TOO_COMPLEX, line: 1, column: 4097, endLine: 1, endColumn: 4097, token: "'" },
      predicates: [],
    });
    expect(parse('\n'.repeat(5000)).failure).toMatchObject({ code: TOO_COMPLEX, line: 4097, column: 1 });
  });

  it('end the list after the predicates that were complete', () => {
    const { failure, predicates } = parse(`a = b AND ${'('.repeat(21)}`) as { failure: unknown; predicates: unknown[] };
    expect(failure).toMatchObject({ code: TOO_COMPLEX, column: 31 });
    expect(predicates).toHaveLength(1);
  });
});

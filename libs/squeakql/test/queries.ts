import fc from 'fast-check';
import type { Call, Expression, Name, Operand, Predicate, Query, SortField } from '../src/ast.js';
import { COMPARATORS, DURATION_UNITS, KEYWORDS } from '../src/token.js';

const range = { line: 1, column: 1, endLine: 1, endColumn: 1 };
const nowhere = { range, token: 'x' };

const reserved = new Set<string>(KEYWORDS);
const word = fc
  .tuple(
    fc.constantFrom('a', 'b', 'c', 'X', 'Y', 'Z'),
    fc.string({ unit: fc.constantFrom('a', 'Z', '0', '9', '_', '-', '.'), maxLength: 8 }),
  )
  .map(([first, rest]) => first + rest)
  .filter((text) => !reserved.has(text.toUpperCase()));
const digits = fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), minLength: 1, maxLength: 12 });
const name = word.map((text): Name => ({ text, ...nowhere }));

/** Any character but half of a surrogate pair. fast-check's own `binary` takes a second to build its table. */
export const character = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

const literal: fc.Arbitrary<Operand> = fc.oneof(
  word.map((text): Operand => ({ kind: 'word', text, ...nowhere })),
  fc
    .oneof(fc.string({ unit: character }), fc.string({ unit: fc.constantFrom('\\', "'", '"', '\n', 'n', '😀') }))
    .map((text): Operand => ({ kind: 'string', text, ...nowhere })),
  fc.tuple(fc.constantFrom('', '-'), digits, fc.option(digits)).map(([sign, whole, fraction]): Operand => {
    return { kind: 'number', text: sign + whole + (fraction === null ? '' : `.${fraction}`), ...nowhere };
  }),
  fc.boolean().map((value): Operand => ({ kind: 'truth', value, ...nowhere })),
  fc
    .tuple(fc.constantFrom('+', '-'), digits, fc.constantFrom(...DURATION_UNITS))
    .map(([sign, number, unit]): Operand => ({ kind: 'duration', sign, digits: number, unit, ...nowhere })),
);

const { operand, call } = fc.letrec<{ operand: Operand; call: Call }>((tie) => ({
  operand: fc.oneof({ maxDepth: 3 }, { weight: 4, arbitrary: literal }, { weight: 1, arbitrary: tie('call') }),
  call: fc
    .tuple(name, fc.array(tie('operand'), { maxLength: 3 }))
    .map(([of, operands]): Call => ({ kind: 'call', name: of, operands, range })),
}));

const predicate: fc.Arbitrary<Predicate> = fc.oneof(
  fc.tuple(name, fc.constantFrom(...COMPARATORS), operand).map(([field, text, value]): Predicate => {
    return { kind: 'comparison', field, operator: { text, ...nowhere }, operand: value, range };
  }),
  fc
    .tuple(name, fc.boolean(), fc.array(operand, { minLength: 1, maxLength: 5 }))
    .map(([field, negated, operands]): Predicate => {
      return { kind: 'membership', field, operator: { text: 'IN', ...nowhere }, negated, operands, range };
    }),
  fc.tuple(name, fc.boolean()).map(([field, negated]): Predicate => {
    return { kind: 'null-test', field, operator: { text: 'IS', ...nowhere }, negated, range };
  }),
  call,
);

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5 },
    { weight: 3, arbitrary: predicate },
    { weight: 1, arbitrary: tie('expression').map((inner): Expression => ({ kind: 'not', operand: inner, range })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('or', 'and'), fc.array(tie('expression'), { minLength: 2, maxLength: 3 }))
        .map(([kind, operands]): Expression => ({ kind, operands, range })),
    },
  ),
}));

const sortField = fc
  .tuple(name, fc.constantFrom('asc', 'desc'))
  .map(([field, direction]): SortField => ({ field, direction }));

/** Arbitrary queries of every shape within the limits, with invented positions. */
export const queries: fc.Arbitrary<Query> = fc
  .tuple(expression, fc.option(fc.array(sortField, { minLength: 1, maxLength: 4 }), { nil: undefined }))
  .map(([condition, fields]): Query => {
    return { kind: 'query', expression: condition, orderBy: fields && { fields, ...nowhere }, range };
  });

/** Arbitrary texts that look like queries: tokens of the language in any order, with or without blanks between them. */
export const tokenSoup: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...KEYWORDS,
        'and',
        'Or',
        'status',
        'sprint.state',
        'me',
        "'a'",
        '"b',
        '\\',
        '5',
        '-7d',
        '1.5',
        '😀',
      ),
      fc.constantFrom(...COMPARATORS, '<>', '(', ')', ',', '!', '-', '+', '.', '\n', '\r\n', '\t', '\u00a0', '\ud800'),
    ),
    { maxLength: 40 },
  )
  .chain((parts) => fc.constantFrom('', ' ').map((blank) => parts.join(blank)));

/** Removes the positions from a query, for comparisons. */
export function withoutPlaces(query: Query): unknown {
  return JSON.parse(
    JSON.stringify(query, (key, value: unknown) => (key === 'range' || key === 'token' ? undefined : value)),
  );
}

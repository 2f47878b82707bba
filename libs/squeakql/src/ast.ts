import type { Range, Written } from './range.js';
import type { Comparator, DurationUnit } from './token.js';

// The tree of a query as written, before names are looked up. Every node is frozen. Parentheses are not kept: the nesting
// shows where they are needed.

/** A whole query. */
export interface Query {
  readonly kind: 'query';
  readonly expression: Expression;
  readonly orderBy: OrderBy | undefined;
  readonly range: Range;
}

/** A boolean expression over one item. */
export type Expression = Disjunction | Conjunction | Negation | Predicate;

/** At least two operands, in the order of the text. */
export interface Disjunction {
  readonly kind: 'or';
  readonly operands: readonly Expression[];
  readonly range: Range;
}

/** At least two operands, in the order of the text. */
export interface Conjunction {
  readonly kind: 'and';
  readonly operands: readonly Expression[];
  readonly range: Range;
}

/** `NOT` before an expression. */
export interface Negation {
  readonly kind: 'not';
  readonly operand: Expression;
  readonly range: Range;
}

/** An expression without `AND`, `OR` and `NOT`. */
export type Predicate = Comparison | Membership | NullTest | Call;

/** `field = operand`, and the other comparators. */
export interface Comparison {
  readonly kind: 'comparison';
  readonly field: Name;
  readonly operator: Operator<Comparator>;
  readonly operand: Operand;
  readonly range: Range;
}

/** `field IN (operand, …)`; with `negated`, `field NOT IN (operand, …)`. At least one operand. */
export interface Membership {
  readonly kind: 'membership';
  readonly field: Name;
  readonly operator: Operator<'IN'>;
  readonly negated: boolean;
  readonly operands: readonly Operand[];
  readonly range: Range;
}

/** `field IS NULL` or `field IS EMPTY`, which are the same; with `negated`, `IS NOT`. */
export interface NullTest {
  readonly kind: 'null-test';
  readonly field: Name;
  readonly operator: Operator<'IS'>;
  readonly negated: boolean;
  readonly range: Range;
}

/** `name(operand, …)`: a predicate, or an operand. */
export interface Call {
  readonly kind: 'call';
  readonly name: Name;
  readonly operands: readonly Operand[];
  readonly range: Range;
}

/** The name of a field or a function, in the case in which it is written. */
export interface Name extends Written {
  readonly text: string;
}

/** The operator. `range` and `token` are those of both words of a `NOT IN` or `IS NOT`, whatever lies between them. */
export interface Operator<Text extends string> extends Written {
  readonly text: Text;
}

/** An operand of a comparison or an argument of a function. */
export type Operand = Text | Decimal | Truth | Duration | Call;

/** A word, or a string without its quotes and escapes. */
export interface Text extends Written {
  readonly kind: 'word' | 'string';
  readonly text: string;
}

/** A number as it is written: digits of any length, which no floating point has rounded. */
export interface Decimal extends Written {
  readonly kind: 'number';
  readonly text: string;
}

/** `TRUE` or `FALSE`. */
export interface Truth extends Written {
  readonly kind: 'truth';
  readonly value: boolean;
}

/** A time relative to now: in the past with `-`. */
export interface Duration extends Written {
  readonly kind: 'duration';
  readonly sign: '+' | '-';
  readonly digits: string;
  readonly unit: DurationUnit;
}

/** `ORDER BY`, at least one field. `range` and `token` are those of the two words. */
export interface OrderBy extends Written {
  readonly fields: readonly SortField[];
}

/** One field of `ORDER BY`. */
export interface SortField {
  readonly field: Name;
  readonly direction: 'asc' | 'desc';
}

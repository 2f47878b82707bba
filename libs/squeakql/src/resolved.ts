import type { Comparator } from './token.js';

// A resolved query: every name is the catalogue's, every operand has the type of its field. Every node is frozen.

/** A whole query, ready to be compiled. */
export interface ResolvedQuery<Field extends string, Called extends string> {
  readonly condition: Condition<Field, Called>;
  /** The sort order; empty when the query has no `ORDER BY`. */
  readonly orderBy: readonly SortKey<Field>[];
  /** Every field that the query names, once. */
  readonly fields: readonly Field[];
}

/** One field to order by. */
export interface SortKey<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** A resolved boolean expression over one item. Switch over `kind`. */
export type Condition<Field extends string, Called extends string> =
  | { readonly kind: 'or' | 'and'; readonly operands: readonly Condition<Field, Called>[] }
  | { readonly kind: 'not'; readonly operand: Condition<Field, Called> }
  | {
      readonly kind: 'comparison';
      readonly field: Field;
      readonly operator: Comparator;
      readonly value: Value<Called>;
    }
  | {
      readonly kind: 'membership';
      readonly field: Field;
      readonly negated: boolean;
      readonly values: readonly Value<Called>[];
    }
  | { readonly kind: 'null-test'; readonly field: Field; readonly negated: boolean }
  | ResolvedCall<Called>;

/** A function and its operands: as a condition a boolean function, as a value one that gives a value of the type. */
export interface ResolvedCall<Called extends string> {
  readonly kind: 'call';
  readonly function: Called;
  readonly values: readonly Value<Called>[];
}

/**
 * One operand. `word` is the catalogue's spelling. `decimal` is the number as written, of any length. `milliseconds` count from
 * the Unix epoch: for a day, its first millisecond; an instant that is not `exact` is after its millisecond and before the next.
 * `minutes` count from now, into the past when negative.
 */
export type Value<Called extends string> =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'number'; readonly decimal: string }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'instant'; readonly milliseconds: number; readonly exact: boolean }
  | { readonly kind: 'day'; readonly milliseconds: number }
  | { readonly kind: 'duration'; readonly minutes: number }
  | ResolvedCall<Called>;

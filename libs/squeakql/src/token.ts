import type { Written } from './range.js';

/** Words that are never a field, a function or an operand. As an operand such a word is quoted. */
export const KEYWORDS = [
  'AND',
  'OR',
  'NOT',
  'IN',
  'IS',
  'NULL',
  'EMPTY',
  'TRUE',
  'FALSE',
  'ORDER',
  'BY',
  'ASC',
  'DESC',
] as const;

/** One of `KEYWORDS`, in upper case however it is written. */
export type Keyword = (typeof KEYWORDS)[number];

/** Operators between a field and one operand. `<>` is read as `!=`. */
export const COMPARATORS = ['=', '!=', '<', '<=', '>', '>=', '~', '!~'] as const;

/** One of `COMPARATORS`. */
export type Comparator = (typeof COMPARATORS)[number];

/** Units of a duration: minutes, hours, days, weeks. */
export const DURATION_UNITS = ['m', 'h', 'd', 'w'] as const;

/** One of `DURATION_UNITS`, in lower case however it is written. */
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** A token of a query. An `invalid` one has a reason, and the parser stops there. */
export type Token = Written &
  (
    | { readonly kind: 'word' | 'string' | 'number'; readonly text: string }
    | { readonly kind: 'keyword'; readonly text: Keyword }
    | { readonly kind: 'comparator'; readonly text: Comparator }
    | { readonly kind: 'punctuation'; readonly text: '(' | ')' | ',' }
    | { readonly kind: 'duration'; readonly sign: '+' | '-'; readonly digits: string; readonly unit: DurationUnit }
    | { readonly kind: 'invalid'; readonly problem: 'character' | 'number' | 'string' }
    | { readonly kind: 'end' }
  );

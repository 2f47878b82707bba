/** Limits of a query. A query that exceeds one of them is refused with `SQUEAKQL_QUERY_TOO_COMPLEX`. */
export const LIMITS = {
  /** Code points of the text. A caller can set a lower limit. */
  length: 4_096,
  /** Tokens that are operands or fields, those of `ORDER BY` included. The name of a boolean function is neither. */
  names: 200,
  /** Open parentheses of expressions and function calls, and each `NOT` before an expression. */
  nesting: 20,
  /** Values of one `IN`. */
  values: 100,
} as const;

import type { Range, Written } from './range.js';

/** Codes of all errors of a query. The first two concern the language, the others the catalogue. */
export const DIAGNOSTIC_CODES = [
  'SQUEAKQL_SYNTAX_ERROR',
  'SQUEAKQL_QUERY_TOO_COMPLEX',
  'SQUEAKQL_UNKNOWN_FIELD',
  'SQUEAKQL_UNKNOWN_FUNCTION',
  'SQUEAKQL_TYPE_MISMATCH',
  'SQUEAKQL_UNSUPPORTED_OPERATOR',
  'SQUEAKQL_INVALID_VALUE',
] as const;

/** One of `DIAGNOSTIC_CODES`. */
export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/** An error of a query and its position. Branch on `code`; `message` is one sentence for people. */
export interface Diagnostic extends Range {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** The text of the token at this position, as written; absent at the end of the query. */
  readonly token?: string;
  /** The allowed alternatives at this position, if they can be listed. */
  readonly expected?: readonly string[];
  /** The known name that is most likely meant. */
  readonly suggestion?: string;
}

/** Makes a diagnostic of this token. No other function makes one. */
export function diagnose(
  code: DiagnosticCode,
  { range, token }: Written,
  message: string,
  { expected, suggestion }: { readonly expected?: readonly string[]; readonly suggestion?: string | undefined } = {},
): Diagnostic {
  return Object.freeze({
    code,
    message,
    line: range.line,
    column: range.column,
    endLine: range.endLine,
    endColumn: range.endColumn,
    ...(token === '' ? {} : { token }),
    ...(expected === undefined ? {} : { expected: Object.freeze([...expected]) }),
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

const LONGEST_QUOTE = 40;

/** Formats a token for a message: on one line and shortened, because it can be as long as the whole query. */
export function shown(token: string): string {
  const points = Array.from(token.slice(0, 2 * LONGEST_QUOTE + 2));
  const cut = points.length > LONGEST_QUOTE ? `${points.slice(0, LONGEST_QUOTE).join('')}…` : points.join('');
  return cut.replace(/[\r\n]+/g, ' ');
}

import { diagnose, type Diagnostic } from './diagnostic.js';
import { LIMITS } from './limits.js';

/** Returns a diagnostic at the first code point beyond the limit; a text that is too long is not read. */
export function overlong(text: string): Diagnostic | undefined {
  // No code point has more than two units, and none less than one.
  if (text.length <= LIMITS.length) return undefined;
  let points = 0;
  let line = 1;
  let column = 1;
  for (const point of text) {
    points += 1;
    if (points > LIMITS.length) {
      const range = { line, column, endLine: line, endColumn: column };
      const message = `A query has at most ${LIMITS.length} characters.`;
      return diagnose('SQUEAKQL_QUERY_TOO_COMPLEX', { range, token: point }, message);
    }
    if (point === '\n') {
      line += 1;
      column = 1;
    } else {
      column += 1;
    }
  }
  return undefined;
}

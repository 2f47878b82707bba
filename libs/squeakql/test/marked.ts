/** Splits a query with one part between ‹ and › into the text without the marks and the position of the part. */
export function marked(text: string): {
  readonly query: string;
  readonly token: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
} {
  const [before = '', token = '', after = ''] = text.split(/[‹›]/u);
  const start = placeAfter(before);
  // An empty mark means the end of the text: its range ends where it begins.
  const end = token === '' ? start : placeAfter(before + Array.from(token).slice(0, -1).join(''));
  return {
    query: before + token + after,
    token,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

function placeAfter(text: string): { line: number; column: number } {
  const lines = text.split('\n');
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 };
}

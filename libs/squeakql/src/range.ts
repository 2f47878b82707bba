/**
 * Where something stands in a query. Lines and columns count from 1; a line ends with its LF, a column is a Unicode code
 * point; the end is included.
 */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Something that is written in a query: where, and the very characters. Empty characters: the end of the text. */
export interface Written {
  readonly range: Range;
  readonly token: string;
}

/** From the beginning of the one to the end of the other. */
export function spanning(first: Range, last: Range): Range {
  return Object.freeze({
    line: first.line,
    column: first.column,
    endLine: last.endLine,
    endColumn: last.endColumn,
  });
}

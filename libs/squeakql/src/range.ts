/**
 * A range of a query's text. Lines and columns count from 1; a line ends with its LF, a column is a Unicode code
 * point; the end is included.
 */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A part of a query's text: its range and its characters. The characters are empty at the end of the text. */
export interface Written {
  readonly range: Range;
  readonly token: string;
}

/** Returns the range from the beginning of `first` to the end of `last`. */
export function spanning(first: Range, last: Range): Range {
  return Object.freeze({
    line: first.line,
    column: first.column,
    endLine: last.endLine,
    endColumn: last.endColumn,
  });
}

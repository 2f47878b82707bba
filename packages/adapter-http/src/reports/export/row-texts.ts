import { setImmediate as nextTurn } from 'node:timers/promises';
import { invariant } from '@worktrack/application';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Columns } from './csv-columns.js';

/** Rows that are built when they are read. */
export interface RowSource<Row> {
  readonly length: number;
  at(index: number): Row;
}

/** Returns the whole text that comes in pieces. */
export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(piece);
  return texts.join('');
}

/** Returns the rows of a list. */
export function rowsOf<Row>(list: readonly Row[]): RowSource<Row> {
  return { length: list.length, at: (index) => invariant(list[index], `There is no row ${index}.`) };
}

/** The rows of one piece of text: about 50 KB, and at most a few milliseconds of work. */
const ROWS_IN_PIECE = 200;

/**
 * Returns the rows as JSON, in a member `items` after the members of `head`. Each piece is written when it is asked for, in a turn of the
 * event loop of its own.
 */
export async function* jsonOf(head: object, rows: RowSource<unknown>): AsyncGenerator<string> {
  const members = JSON.stringify(head).slice(0, -1);
  yield `${members}${members === '{' ? '' : ','}"items":[`;
  for await (const [piece, begin] of piecesOf(rows)) {
    yield `${begin === 0 ? '' : ','}${piece.map((row) => JSON.stringify(row)).join(',')}`;
  }
  yield ']}';
}

/**
 * Returns the rows as CSV (RFC 4180): UTF-8 with byte order mark, CRLF, a row of headings. A text has an apostrophe wherever a spreadsheet
 * could begin to read a formula. Each piece is written when it is asked for, in a turn of the event loop of its own.
 */
export async function* csvOf<Row>(columns: Columns<Row>, rows: RowSource<Row>): AsyncGenerator<string> {
  const headings = Object.keys(columns);
  const cells = Object.values(columns);
  yield csv([headings], true);
  for await (const [piece] of piecesOf(rows)) {
    yield csv(piece.map((row) => cells.map((cell) => written(cell(row)))));
  }
}

/** Characters that divide lines or cells in some program that reads CSV. csv-stringify by itself quotes only for a comma, a quote and CRLF. */
const DIVIDERS = /[\r\n;\t]/;

/**
 * The places in a text where a spreadsheet could begin to read a formula: before `=`, `+`, `-` or `@` (also in full width) that is the first
 * character of the text, or the first one after a `;`, a tab or a line break. A program that divides at `;` or tab begins a cell there,
 * although the text is in quotes: it respects quotes only at the beginning of a cell, and its cells begin elsewhere. White space and
 * quotes are passed over, because programs drop them.
 */
const FORMULAS = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;\t\r\n])[\s"]*)/g;

function csv(records: readonly (readonly (string | number | null)[])[], isFirst = false): string {
  return stringify([...records], {
    bom: isFirst,
    record_delimiter: 'windows',
    quoted_match: DIVIDERS,
  });
}

function written(cell: Cell): string | number | null {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'string' ? cell.replace(FORMULAS, "'") : cell;
}

async function* piecesOf<Row>(rows: RowSource<Row>): AsyncGenerator<[piece: Row[], begin: number]> {
  for (let begin = 0; begin < rows.length; begin += ROWS_IN_PIECE) {
    // A fast reader would otherwise keep the event loop to itself: the pieces follow each other in microtasks.
    if (begin > 0) await nextTurn();
    const length = Math.min(ROWS_IN_PIECE, rows.length - begin);
    yield [Array.from({ length }, (_, index) => rows.at(begin + index)), begin];
  }
}

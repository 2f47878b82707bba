import { compileFunction } from 'node:vm';
import type { Statement } from './statement.js';
import { parserOf, type Parser } from './types.js';

/** A column of a result, as the server describes it. */
export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The texts of a row, in the order of its columns. */
export type Texts = readonly (string | null)[];

/** Reads a row. Throws `RangeError` for a value that has no exact form in JavaScript. */
export type RowReader = (texts: Texts) => object;

/** Readers by the names and types of their columns: also a statement that is not prepared is read by one that was made before. */
const readers = new Map<string, RowReader>();

/** The most readers that are kept. The columns of all statements are known, so there are fewer. */
const MOST_READERS = 1_000;

/** Returns the reader of rows with these columns. */
export function rowReaderOf(columns: readonly Column[], instants: Statement['instants']): RowReader {
  let key: string = instants;
  for (const { name, dataTypeID } of columns) key += `\n${dataTypeID} ${name.length} ${name}`;
  const known = readers.get(key);
  if (known) return known;
  if (readers.size >= MOST_READERS) readers.clear();
  const made = compiled(columns, instants);
  readers.set(key, made);
  return made;
}

/**
 * Makes a function with one object literal. A loop over the columns would cost three times as much: it looks up each name in each row. The
 * names of columns are those of our own statements, and are written into the function as JSON.
 */
function compiled(columns: readonly Column[], instants: Statement['instants']): RowReader {
  const parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID, instants));
  const members = columns.map(({ name }, at) => {
    const text = `texts[${at}]`;
    return `${JSON.stringify(name)}: ${parsers[at] ? `${text} === null ? null : parse${at}(${text})` : text}`;
  });
  const names = columns.map((_, at) => `parse${at}`);
  const make = compileFunction(`return (texts) => ({ ${members.join(', ')} });`, names) as (
    ...parse: readonly (Parser | undefined)[]
  ) => RowReader;
  return make(...parsers);
}

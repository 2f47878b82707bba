import { compileFunction } from 'node:vm';
import { types } from 'pg';
import type { Statement } from './statement.js';

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
 * Makes a function with one object literal: a fifth of the time of a list. A loop over the columns would look up each name in each row. The
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

type Parser = (text: string) => unknown;

/** The driver's default parsers. The cast is needed because the declaration lists only some of the types. */
const standardParser = types.getTypeParser as (oid: number, format: string) => Parser;

/** The driver's parser for a type that it does not know: it keeps the text. */
const KEEPS_TEXT = standardParser(0, 'text');

/** Type identifiers (OIDs) of PostgreSQL for which we replace the driver's parser. */
const BIGINT = 20;
const DATE = 1082;
const TIMESTAMP_WITH_TIME_ZONE = 1184;

/** Returns the parser of a type; `undefined` for one whose text is its value. */
function parserOf(oid: number, instants: Statement['instants']): Parser | undefined {
  if (oid === TIMESTAMP_WITH_TIME_ZONE && instants === 'text') return rfc3339;
  if (oid === BIGINT) return exactNumber;
  const standard = standardParser(oid, 'text');
  return oid === DATE || standard === KEEPS_TEXT ? undefined : standard;
}

function exactNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a number.`);
  return number;
}

/** The lengths of an instant with no fraction of a second, and with one to three digits of it. */
const SHORTEST_INSTANT = '2026-03-02 09:00:00+00'.length;
const LONGEST_INSTANT = '2026-03-02 09:00:00.123+00'.length;

/**
 * Converts `2026-03-02 09:00:00.5+00`, the format of a session in UTC, to `2026-03-02T09:00:00.500Z`. Only the places of the signs are
 * checked: the server writes digits between them.
 */
function rfc3339(text: string): string {
  const { length } = text;
  const isShown =
    length >= SHORTEST_INSTANT &&
    length <= LONGEST_INSTANT &&
    text[4] === '-' &&
    text[10] === ' ' &&
    text.endsWith('+00') &&
    (length === SHORTEST_INSTANT || text[19] === '.');
  if (!isShown) throw new RangeError(`${text} is not an instant of the years 1 to 9999 in UTC.`);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, length - 3).padEnd(3, '0')}Z`;
}

import { types } from 'pg';

/** Type identifiers (OIDs) of PostgreSQL for which we replace the driver's parser. */
const BIGINT = 20;
const DATE = 1082;
const TIMESTAMP_WITH_TIME_ZONE = 1184;

/** Converts the text of a column to its value. */
export type Parser = (text: string) => unknown;

/** The driver's default parsers. The cast is needed because the declaration lists only some of the types. */
const standardParser = types.getTypeParser as (oid: number, format: string) => Parser;

/** The driver's parser for a type that it does not know: it keeps the text. */
const KEEPS_TEXT = standardParser(0, 'text');

/** The parsers that replace the driver's. A date stays text; `undefined` stands for that. */
const OWN: ReadonlyMap<number, Parser | undefined> = new Map([
  [BIGINT, exactNumber],
  [DATE, undefined],
]);

/**
 * Returns the parser of a type; `undefined` for one whose text is its value. With `instants: 'text'`, for views, instants become RFC 3339
 * text, without a conversion to `Date`.
 */
export function parserOf(oid: number, instants: 'date' | 'text'): Parser | undefined {
  if (instants === 'text' && oid === TIMESTAMP_WITH_TIME_ZONE) return rfc3339;
  if (OWN.has(oid)) return OWN.get(oid);
  const standard = standardParser(oid, 'text');
  return standard === KEEPS_TEXT ? undefined : standard;
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
 * checked: the server writes digits between them. A regular expression would cost more than the rest of a row.
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
  if (!isShown) throw new RangeError(`${text} is no instant of the years 1 to 9999 in UTC.`);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, length - 3).padEnd(3, '0')}Z`;
}

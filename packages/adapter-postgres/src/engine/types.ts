import { types } from 'pg';

/** Type identifiers (OIDs) of PostgreSQL for which we replace the driver's parser. */
const BIGINT = 20;
const DATE = 1082;
const TIMESTAMP_WITH_TIME_ZONE = 1184;

/** Converts the text of a column to its value. */
export type Parser = (text: string) => unknown;

interface Types {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser;
}

/** The driver's default parsers. The cast is needed because the declaration lists only some of the types. */
const standardParser = types.getTypeParser as (oid: number, format: string) => Parser;

/** Parsers for records: instants become `Date`. */
export const RECORD_TYPES: Types = typesWith({});

/** Parsers for views: instants become RFC 3339 text, without a conversion to `Date`. */
export const VIEW_TYPES: Types = typesWith({ [TIMESTAMP_WITH_TIME_ZONE]: rfc3339 });

function typesWith(more: Readonly<Record<number, Parser>>): Types {
  const own: Readonly<Record<number, Parser | undefined>> = { [BIGINT]: exactNumber, [DATE]: String, ...more };
  return {
    getTypeParser: (oid, format) =>
      (format === 'binary' ? undefined : own[oid]) ?? standardParser(oid, format ?? 'text'),
  };
}

function exactNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a number.`);
  return number;
}

const SHAPE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;

/** Converts `2026-03-02 09:00:00.5+00`, the format of a session in UTC, to `2026-03-02T09:00:00.500Z`. */
function rfc3339(text: string): string {
  const [, day, time, fraction = ''] = SHAPE.exec(text) ?? [];
  if (day === undefined || time === undefined)
    throw new RangeError(`${text} is no instant of the years 1 to 9999 in UTC.`);
  return `${day}T${time}.${fraction.padEnd(3, '0')}Z`;
}

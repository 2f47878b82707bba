import type { IdColumn } from '@worktrack/domain';

/*
 * A report of tens of thousands of rows gets each column as the bytes of its values. The driver would make an object and a value for each
 * cell of a row, and the process would collect them as garbage, which holds the event loop. Bytes are read into one array of numbers. The
 * functions that build them are those by which PostgreSQL sends a value in its binary format.
 */

/** The bytes of the values of a column, in the order of the rows; `null` when there are no rows. */
export type ColumnBytes = Buffer | null;

/** Builds the bytes of a column of identifiers without `null`, 16 for each. */
export const idsOf = (column: string): string => `string_agg(uuid_send(${column}), '')`;

/** Builds the bytes of a column of whole numbers without `null`, 8 for each. */
export const numbersOf = (column: string): string => `string_agg(int8send(${column}), '')`;

/** Builds the bytes of pairs of whole numbers, each from 0 to 2,147,483,647, 8 for each pair. One column costs half as much as two. */
export const pairsOf = (first: string, second: string): string => numbersOf(`(${first}) * ${HALF} + ${second}`);

const HALF = 2 ** 32;

/** Builds the bytes of a column of instants with at most three fraction digits, 8 for each. */
export const instantsOf = (column: string): string =>
  `string_agg(coalesce(timestamptz_send(${column}), '\\x${NULL_INSTANT}'), '')`;

/** The bytes of `-infinity`, which stands for `null`. */
const NULL_INSTANT = '8000000000000000';
const LEAST = -(2 ** 31);

/** Reads a column of identifiers. They are built when they are asked for. */
export function idColumn<Id extends string>(bytes: ColumnBytes): IdColumn<Id> {
  const length = (bytes?.length ?? 0) / 16;
  return {
    length,
    at(item) {
      if (!bytes || !(item >= 0 && item < length)) throw new RangeError(`There is no item ${item}.`);
      const hex = bytes.toString('hex', 16 * item, 16 * (item + 1));
      const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
      return parts.join('-') as Id;
    },
  };
}

/** Reads a column of whole numbers, each a safe integer. */
export function numberColumn(bytes: ColumnBytes): Float64Array {
  return decoded(bytes, (high, low) => high * HALF + low);
}

/** Reads the columns of the first and of the second numbers of pairs. */
export function pairColumns(bytes: ColumnBytes): readonly [first: Float64Array, second: Float64Array] {
  return [decoded(bytes, (high) => high), decoded(bytes, (_, low) => low)];
}

/** Reads a column of instants, in milliseconds since 1970; NaN for `null`. */
export function instantColumn(bytes: ColumnBytes): Float64Array {
  return decoded(bytes, (high, low) => {
    // Microseconds after the year 2285 are not safe integers, but their error is far less than a millisecond.
    return high === LEAST ? Number.NaN : Math.round((high * HALF + low) / 1_000) + YEAR_2000;
  });
}

/** PostgreSQL counts microseconds from here. */
const YEAR_2000 = Date.UTC(2000, 0, 1);

function decoded(bytes: ColumnBytes, valueOf: (high: number, low: number) => number): Float64Array {
  if (!bytes) return new Float64Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(bytes.byteLength / 8);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = valueOf(view.getInt32(8 * index), view.getUint32(8 * index + 4));
  }
  return values;
}

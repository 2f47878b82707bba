/*
 * A report of tens of thousands of rows gets each column as one text. The driver makes an object and a value for each cell of a row, and
 * holds the event loop meanwhile; one text is split in a hundredth of that time.
 */

/** Builds one text of the values of a column in the order of the rows. The values must not contain a comma; `null` becomes empty. */
export const listOf = (column: string): string => `string_agg(coalesce(${column}::text, ''), ',')`;

/** Builds the milliseconds since 1970 of an instant, which has at most three fraction digits. */
export const inMilliseconds = (instant: string): string => `(date_part('epoch', ${instant}) * 1000)::bigint`;

/** Returns the values of a column; empty texts are `null` values. */
export function valuesOf(list: string | null): readonly string[] {
  return list === null ? [] : list.split(',');
}

/** Returns the instant of a value; `null` for a `null` value. */
export function instantOf(value: string | undefined): Date | null {
  return value === undefined || value === '' ? null : new Date(Number(value));
}

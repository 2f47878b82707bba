/** A parameter of a statement. */
export type Value = string | number | boolean | null | Date | Buffer | readonly string[];

/**
 * Converts each `Date` to RFC 3339 text in UTC. The driver would format it in the local time zone, whose offset is not a whole number of
 * minutes for early years.
 */
export function encoded(values: readonly Value[]): unknown[] {
  return values.map((value) => (value instanceof Date ? value.toISOString() : value));
}

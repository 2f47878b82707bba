/** A parameter of a statement. */
export type Value = string | number | boolean | null | Date | Buffer | readonly string[];

/**
 * Values as the driver sends them without a thought of its own. It would write a `Date` in the zone of this machine, whose
 * offset is no whole number of minutes for early years.
 */
export function encoded(values: readonly Value[]): unknown[] {
  return values.map((value) => (value instanceof Date ? value.toISOString() : value));
}

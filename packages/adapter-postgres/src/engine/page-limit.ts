/**
 * Sizes of a page whose limit is part of the statement's text: the default size and the largest one. With the limit as a parameter, the plan
 * that PostgreSQL keeps expects a tenth of all rows, looks too expensive, and so each execution is planned for its values. Other sizes are
 * parameters, because every text is prepared on every connection.
 */
export const USUAL_SIZES: readonly number[] = [50, 100];

/** Returns the limit of a page as SQL: one row more than its size, to see whether there are more. */
export function pageLimit(size: number, parameter: (rows: number) => string): string {
  const rows = size + 1;
  return USUAL_SIZES.includes(size) ? String(rows) : parameter(rows);
}

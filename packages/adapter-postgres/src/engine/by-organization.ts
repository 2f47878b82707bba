import type { ReaderOfSeveral, SentStatement } from './connections.js';

/** Organizations that are read in one round trip. Each answers a whole page, of which few rows are kept. */
export const ORGANIZATIONS_AT_ONCE = 20;

/** A negative number when the first row comes before the second one. */
export type Compare<Row> = (one: Row, other: Row) => number;

/**
 * Reads the rows of several Organizations, each by a statement of its own that returns the first ones in the order, and returns the first of
 * all. The statements are sent together, twenty at a time.
 */
export async function rowsByOrganization<Row extends object>(
  reader: ReaderOfSeveral,
  statements: readonly SentStatement[],
  compare: Compare<Row>,
  limit: number,
): Promise<Row[]> {
  let first: Row[] = [];
  for (let at = 0; at < statements.length; at += ORGANIZATIONS_AT_ONCE) {
    const found = await reader.rowsOfEach<Row>(statements.slice(at, at + ORGANIZATIONS_AT_ONCE));
    first = [...first, ...found.flat()].sort(compare).slice(0, limit);
  }
  return first;
}

/** Compares by the values of some members, in this order. Equal rows stay as they are. */
export function comparing<Row>(
  ...members: readonly { readonly of: keyof Row; readonly descending: boolean }[]
): Compare<Row> {
  return (one, other) => {
    for (const { of, descending } of members) {
      if (one[of] === other[of]) continue;
      return one[of] < other[of] === descending ? 1 : -1;
    }
    return 0;
  };
}

/** The rows that one statement changes at most: it holds their locks until it ends. */
export const ROWS_OF_BATCH = 1_000;

/** Fills a column that a migration added, in the rows that were there before. */
export interface Backfill {
  readonly name: string;
  /**
   * One statement. `$1` is the Organization, `$2` the id after which the batch begins. It locks the rows in the order of their ids, and returns
   * one row: `met`, the number of rows that lack the column, at most `ROWS_OF_BATCH`; `filled`; and `last`, the greatest id that it met.
   */
  readonly batch: string;
}

/** In the order they run. One stays until a later migration relies on it, and refuses rows that lack the column. The baseline needs none. */
export const BACKFILLS: readonly Backfill[] = [];

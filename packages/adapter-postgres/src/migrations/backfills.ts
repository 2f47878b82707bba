/** The rows that one statement changes at most: it holds their locks until it ends. */
export const ROWS_OF_BATCH = 1_000;

/** Fills a column that a migration added, in the rows that were there before. */
export interface Backfill {
  readonly name: string;
  /**
   * One statement. `$1` is the Organization, `$2` the id behind which the batch begins. It locks the rows in the order of their ids, and returns
   * one row: `met`, the number of rows that lack the column, at most `ROWS_OF_BATCH`; `filled`; and `last`, the greatest id that it met.
   */
  readonly batch: string;
}

/** In the order they run. One stays until a later migration relies on it, and refuses rows that lack the column. */
export const BACKFILLS: readonly Backfill[] = [
  {
    // Migration 27 filled those in progress, and a trigger fills the others at their next change of status.
    name: 'work-items-status-since',
    batch: /* sql */ `
      with batch as (
        select item.id from work_items item
        where item.organization_id = $1 and item.id > $2 and item.status_since is null and item.status <> 'done'
          and item.deleted_at is null
        order by item.id limit ${ROWS_OF_BATCH} for no key update
      ), filled as (
        update work_items item set status_since = flow.since from batch, item_flow flow
        where item.organization_id = $1 and item.id = batch.id
          and flow.organization_id = $1 and flow.work_item_id = item.id
        returning item.id
      )
      select (select count(*)::integer from batch) as met, (select count(*)::integer from filled) as filled,
        (select id from batch order by id desc limit 1) as last`,
  },
];

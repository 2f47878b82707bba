import type { CursorSeal, Position } from '@worktrack/keyset';
import { refuse } from '../shared/refusals.js';
import type { Page, PageRequest } from './page.js';

/** The cursors of all collections: opened before a page is read, sealed after it (contract §3.4). */
export class Cursors {
  constructor(private readonly seal: CursorSeal) {}

  /**
   * Returns the position from which a request continues; `undefined` on the first page. `collection` names everything that the cursor is
   * bound to. Throws `INVALID_CURSOR`.
   */
  open(collection: string, { cursor }: PageRequest): Position | undefined {
    if (cursor === undefined) return undefined;
    return this.seal.open(collection, cursor) ?? refuse('INVALID_CURSOR');
  }

  /** Cuts `rows`, which has one row more than the limit if there are more, to a page. `positionOf` returns the sort key of a row. */
  page<Row, Item>(
    collection: string,
    { limit }: PageRequest,
    rows: readonly Row[],
    itemOf: (row: Row) => Item,
    positionOf: (row: Row) => Position,
  ): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit;
    const nextCursor = hasMore && last !== undefined ? this.seal.seal(collection, positionOf(last)) : null;
    return { items: shown.map(itemOf), page: { limit, hasMore, nextCursor } };
  }
}

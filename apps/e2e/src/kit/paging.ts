import type { Caller } from './client.js';

/** Reads all rows of a collection, page by page. Throws on a page that contradicts itself or on a walk that never ends. */
export async function walk(caller: Caller, target: string): Promise<any[]> {
  const rows: any[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 10_000; pages += 1) {
    const { status, text, body } = await caller.get(
      cursor === null ? target : `${target}${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`,
    );
    if (status !== 200) throw new Error(`The walk broke off: ${status} ${text}`);
    const { items, page } = body;
    if (page.hasMore !== (page.nextCursor !== null)) throw new Error('hasMore and nextCursor disagree');
    if (page.hasMore && items.length !== page.limit) throw new Error('a page before the last is not full');
    rows.push(...items);
    cursor = page.nextCursor;
    if (cursor === null) return rows;
  }
  throw new Error('The walk does not end.');
}

import type { Answer, Caller } from '../kit/client.js';

/** Requests a page of the results of a query. It sends no `Idempotency-Key`: a search is no mutation. */
export function search(caller: Caller, org: string, body: object): Promise<Answer> {
  return caller.post(`${org}/work-items/search`, body, { key: null });
}

/** Reads all results of a query, page by page. Throws on a page that contradicts itself or on a walk that never ends. */
export async function found(caller: Caller, org: string, query: string, limit = 200): Promise<any[]> {
  const rows: any[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 10_000; pages += 1) {
    const { status, text, body }: Answer = await search(caller, org, { query, limit, cursor });
    if (status !== 200) throw new Error(`${query}: ${status} ${text}`);
    const { items, page } = body;
    if (page.limit !== limit) throw new Error('the page has another limit');
    if (page.hasMore !== (page.nextCursor !== null)) throw new Error('hasMore and nextCursor disagree');
    if (page.hasMore && items.length !== limit) throw new Error('a page before the last is not full');
    rows.push(...items);
    cursor = page.nextCursor;
    if (cursor === null) return rows;
  }
  throw new Error('The walk does not end.');
}

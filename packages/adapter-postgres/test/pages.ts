import type { Page, PageRequest } from '@worktrack/application';

/** Reads every item of a collection in pages of `limit`, and checks that each page is consistent. */
export async function allPages<Item>(
  limit: number,
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { items: shown, page } = await read({ limit, cursor });
    items.push(...shown);
    expect(page.limit).toBe(limit);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    if (page.nextCursor === null) return items;
    expect(shown).toHaveLength(limit);
    cursor = page.nextCursor;
  }
}

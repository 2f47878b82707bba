import type { Page, PageRequest } from '@worktrack/application';

/** Every item of a collection, read in pages of `limit`; checks on the way that each page says the truth about itself. */
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

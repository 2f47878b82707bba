/** Does the work for each item, at most `limit` at a time. Returns the results in the order of the items. */
export async function concurrently<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  // All lanes share one iterator: each item is taken once.
  const lane = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, lane));
  return results;
}

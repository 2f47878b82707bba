/** Does the work for every item, at most `limit` at a time; the results in the order of the items. */
export async function concurrently<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  // One iterator for all of them: each item is taken once.
  const lane = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, lane));
  return results;
}

const FARTHEST = 2;

/**
 * Finds the name nearest to the text, ignoring case: at most two characters inserted, deleted or replaced (Levenshtein). Of
 * equally near names it returns the first; `undefined` when none is near enough.
 */
export function nearest(text: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = FARTHEST + 1;
  for (const name of names) {
    const distance = distanceBetween(text, name);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Returns the distance, or a number above `FARTHEST` for a text that is too long to be near: so a long text costs nothing. */
function distanceBetween(text: string, name: string): number {
  if (text.length > 2 * (name.length + FARTHEST)) return FARTHEST + 1;
  const source = Array.from(text.toLowerCase());
  const target = Array.from(name.toLowerCase());
  // Computes the table of distances between the prefixes of both texts row by row.
  let row = Array.from({ length: target.length + 1 }, (_, at) => at);
  source.forEach((character, index) => {
    const next = [index + 1];
    target.forEach((wanted, at) => {
      const replaced = (row[at] ?? 0) + (character === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}

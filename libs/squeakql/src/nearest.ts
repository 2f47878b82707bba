const FARTHEST = 2;

/**
 * The name that the text is most like, in any case: at most two characters inserted, left out or replaced (Levenshtein). Of
 * equally near ones the first; `undefined` when none is so near.
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

/** More than `FARTHEST` for texts whose lengths alone are farther apart: a long text costs nothing. */
function distanceBetween(text: string, name: string): number {
  if (text.length > 2 * (name.length + FARTHEST)) return FARTHEST + 1;
  const source = Array.from(text.toLowerCase());
  const target = Array.from(name.toLowerCase());
  // Row by row of the table of distances between the beginnings of the two.
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

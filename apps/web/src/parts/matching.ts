interface Named {
  readonly name: string;
  readonly words?: string;
  readonly group?: string;
  /** True for what the server has found by the text, which can stand in its description. */
  readonly isFound?: boolean;
}

/** Letters that are typed without their marks find the marked ones. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Ranks: the name begins with the text or a further word is the text, a word of the name begins so, it is somewhere, or only all its words are. */
function rankOf({ name, words = '', isFound = false }: Named, text: string): number | undefined {
  const own = folded(name);
  if (own.startsWith(text) || folded(words).split(' ').includes(text)) return 0;
  if (own.includes(` ${text}`)) return 1;
  if (own.includes(text)) return 2;
  const all = `${own} ${folded(words)}`;
  return isFound || text.split(/\s+/).every((word) => all.includes(word)) ? 3 : undefined;
}

/** The items that a typed text finds. Groups keep their order; inside a group the best come first. */
export function matching<T extends Named>(items: readonly T[], typed: string): readonly T[] {
  const text = folded(typed.trim());
  if (text === '') return items;
  const groups = [...new Set(items.map(({ group }) => group))];
  return items
    .flatMap((item) => {
      const rank = rankOf(item, text);
      return rank === undefined ? [] : [{ item, rank, group: groups.indexOf(item.group) }];
    })
    .sort((a, b) => a.group - b.group || a.rank - b.rank)
    .map(({ item }) => item);
}

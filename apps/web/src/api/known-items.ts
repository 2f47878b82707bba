import { replaceEqualDeep } from '@tanstack/preact-query';

interface List {
  readonly items: readonly { readonly id: string }[];
}

/**
 * The list `after`, in which each item that has not changed is the object of the list `before`, wherever it stands now: only the others
 * are drawn again. The library's own comparison goes by the place in the list, so that one item that moves would make all others new.
 */
export function withKnownItems<Data extends List>(before: Data | undefined, after: Data): Data {
  if (!before) return after;
  const known = new Map(before.items.map((item) => [item.id, item]));
  const items = after.items.map((item) => replaceEqualDeep(known.get(item.id), item));
  const isSame = items.length === before.items.length && items.every((item, at) => item === before.items[at]);
  return { ...after, items: isSame ? before.items : items };
}

/** Two changes of one record together. */
export interface Merged<Content> {
  /** The merged members; of a member in conflict the user's own value. */
  readonly content: Content;
  /** The members that both have changed, to different values. */
  readonly conflicts: readonly (keyof Content)[];
}

/** Merges the user's change of a record with the one that was stored meanwhile. Both began with `base`. Members are compared as JSON. */
export function mergeOf<Content extends object>(base: Content, mine: Content, theirs: Content): Merged<Content> {
  const own = changesOf(mine, base);
  const conflicts = (Object.keys(own) as (keyof Content)[]).filter(
    (member) => !areEqual(theirs[member], base[member]) && !areEqual(theirs[member], mine[member]),
  );
  return { content: { ...theirs, ...own }, conflicts };
}

/** The members of `content` that differ from the stored ones. */
export function changesOf<Content extends object>(content: Content, stored: Content): Partial<Content> {
  const members = Object.keys(stored) as (keyof Content)[];
  const changed = members.filter((member) => !areEqual(content[member], stored[member]));
  return Object.fromEntries(changed.map((member) => [member, content[member]])) as Partial<Content>;
}

const areEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

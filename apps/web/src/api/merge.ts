/** Two changes of one record together. */
export interface Merged<Content> {
  /** Of a member in conflict the user's own value. */
  readonly content: Content;
  /** The members that both have changed, to different values. */
  readonly conflicts: readonly (keyof Content)[];
}

/** Merges the user's change of a record with the one that was stored meanwhile. Both began with `base`; members are compared by `===`. */
export function mergeOf<Content extends object>(base: Content, mine: Content, theirs: Content): Merged<Content> {
  const changed = (Object.keys(base) as (keyof Content)[]).filter((member) => mine[member] !== base[member]);
  const conflicts = changed.filter((member) => theirs[member] !== base[member] && theirs[member] !== mine[member]);
  const own = Object.fromEntries(changed.map((member) => [member, mine[member]])) as Partial<Content>;
  return { content: { ...theirs, ...own }, conflicts };
}

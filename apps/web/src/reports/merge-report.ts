import type { SavedReportContent } from './saved-reports.js';

export type Member = keyof SavedReportContent;

/** The result of two changes of one report. */
export interface Merged {
  /** Both changes together; of a member in conflict the user's own value. */
  readonly content: SavedReportContent;
  /** The members that both changed, to different values. */
  readonly conflicts: readonly Member[];
}

const MEMBERS: readonly Member[] = ['name', 'sprint', 'settings', 'shared'];

/** Merges the user's change with the one that was stored meanwhile. Both began with `base`. */
export function merge(base: SavedReportContent, mine: SavedReportContent, theirs: SavedReportContent): Merged {
  const kept = MEMBERS.filter((member) => !areEqual(mine, base, member));
  const conflicts = kept.filter((member) => !areEqual(theirs, base, member) && !areEqual(theirs, mine, member));
  return { content: { ...contentOf(theirs), ...only(mine, kept) }, conflicts };
}

/** The members of `content` that differ from `stored`. */
export const changesOf = (content: SavedReportContent, stored: SavedReportContent): Partial<SavedReportContent> =>
  only(
    content,
    MEMBERS.filter((member) => !areEqual(content, stored, member)),
  );

/** The content alone, of a report that has more members. */
export const contentOf = ({ name, sprint, settings, shared }: SavedReportContent): SavedReportContent => ({
  name,
  sprint,
  settings,
  shared,
});

function only(content: SavedReportContent, members: readonly Member[]): Partial<SavedReportContent> {
  return Object.fromEntries(members.map((member) => [member, content[member]]));
}

function areEqual(one: SavedReportContent, other: SavedReportContent, member: Member): boolean {
  if (member !== 'settings') return one[member] === other[member];
  const [a, b] = [one.settings, other.settings];
  return a.unit === b.unit && a.theme === b.theme && a.sections.join() === b.sections.join();
}

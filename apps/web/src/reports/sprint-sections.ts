/** The unit of the figures of a Sprint. */
export type SprintUnit = 'points' | 'items';

/** The sections of a Sprint report by their titles, in the order in which a form offers them. */
export const SECTION_NAMES = {
  summary: 'Summary',
  burndown: 'Burndown',
  statuses: 'Statuses',
  feed: 'Scope changes and carryover',
} as const;

/** A section of a Sprint report that can be left out. */
export type SprintSection = keyof typeof SECTION_NAMES;

export const SECTIONS = Object.keys(SECTION_NAMES) as readonly SprintSection[];

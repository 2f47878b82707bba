/** The states of a Sprint in the order it goes through them (contract §1.3). */
export const SPRINT_STATES = ['future', 'active', 'done'] as const;

/** One of `SPRINT_STATES`. */
export type SprintState = (typeof SPRINT_STATES)[number];

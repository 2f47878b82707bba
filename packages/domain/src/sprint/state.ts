/** The states of a Sprint, in the order in which it passes them. */
export const SPRINT_STATES = ['future', 'active', 'done'] as const;

/** One of `SPRINT_STATES`. */
export type SprintState = (typeof SPRINT_STATES)[number];

/**
 * The state machine of a Sprint. The aggregate and the discovery endpoint read this table. A Sprint starts
 * once and ends once.
 */
export const SPRINT_TRANSITIONS = {
  future: ['active'],
  active: ['done'],
  done: [],
} as const satisfies Record<SprintState, readonly SprintState[]>;

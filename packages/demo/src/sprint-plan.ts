import type { SeededRandom } from './seeded-random.js';
import { WORKING } from './working-time.js';

const { MINUTE, HOUR, DAY, WEEK } = WORKING;

/** Two weeks, as people plan them. */
export const SPRINT_LENGTH = 2 * WEEK;

/** The moments of one Sprint. Moments after the end of the simulation do not happen. */
export interface SprintPlan {
  readonly name: string;
  readonly created: number;
  /** Its items are chosen at this moment. */
  readonly planned: number;
  readonly starts: number;
  readonly completes: number;
}

/**
 * Plans the Sprints of a Project in their order: `done` ones that are complete at the end of the simulation, one that is
 * active and about half-way then, and two that are still to come.
 */
export function sprintPlans(random: SeededRandom, done: number, length: number): readonly SprintPlan[] {
  const lastStart = inMinutes(length - 5 * DAY - random.between(0, 2 * DAY));
  const startOf = (index: number): number => lastStart - (done - index) * SPRINT_LENGTH;
  return Array.from({ length: done + 3 }, (_, index) => ({
    name: `Sprint ${index + 1}`,
    created: startOf(Math.max(index - 2, 0)) - (index < 2 ? 8 * DAY - index * HOUR : -HOUR),
    planned: startOf(index) - 20 * MINUTE,
    starts: startOf(index),
    completes: startOf(index + 1) - inMinutes(random.between(HOUR, 5 * HOUR)),
  }));
}

const inMinutes = (span: number): number => Math.floor(span / MINUTE) * MINUTE;

import { boundedInstant, boundedInteger, boundedText, type Bounds, trimmedText } from '../shared/bounds.js';
import { invalid } from '../shared/refusal.js';
import type { SprintPlan } from './record.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * The length limits of a Sprint's texts, in code points, and the limits of its target points. The name is
 * measured after trimming.
 */
export const SPRINT_BOUNDS = {
  name: { least: 1, most: 255 },
  goal: { least: 0, most: 10_000 },
  targetPoints: { least: 0, most: 10_000_000 },
} as const satisfies Record<string, Bounds>;

/** True when the planned end comes before the planned start; false when one of them is `null`. */
export function endsBeforeItStarts(plan: Pick<SprintPlan, 'startDate' | 'endDate'>): boolean {
  assertKinds('endsBeforeItStarts', plan, { startDate: 'instant?', endDate: 'instant?' });
  const { startDate, endDate } = plan;
  return startDate !== null && endDate !== null && endDate < startDate;
}

/** Returns the plan to store, with the name trimmed. Throws `VALIDATION_ERROR` on the member that is invalid. */
export function checkedPlan({ name, startDate, endDate, goal, targetPoints }: SprintPlan): SprintPlan {
  const plan = {
    name: trimmedText('name', name, SPRINT_BOUNDS.name),
    startDate: startDate === null ? null : boundedInstant('startDate', startDate),
    endDate: endDate === null ? null : boundedInstant('endDate', endDate),
    goal: goal === null ? null : boundedText('goal', goal, SPRINT_BOUNDS.goal),
    targetPoints:
      targetPoints === null ? null : boundedInteger('targetPoints', targetPoints, SPRINT_BOUNDS.targetPoints),
  };
  if (endsBeforeItStarts(plan)) invalid('endDate', 'must not come before startDate');
  return plan;
}

import { boundedInstant, boundedInteger, boundedText, type Bounds } from '../shared/bounds.js';
import { invalid } from '../shared/refusal.js';
import { trim } from '../shared/text.js';
import type { SprintPlan } from './record.js';

/**
 * How long a Sprint's texts may be, in code points, and how many points it may aim at (contract §4, B-sprint-create). The name is
 * measured trimmed.
 */
export const SPRINT_BOUNDS = {
  name: { least: 1, most: 255 },
  goal: { least: 0, most: 10_000 },
  targetPoints: { least: 0, most: 10_000_000 },
} as const satisfies Record<string, Bounds>;

/** Whether the planned end comes before the planned start; never where one of them is open. */
export function endsBeforeItStarts({ startDate, endDate }: Pick<SprintPlan, 'startDate' | 'endDate'>): boolean {
  return startDate !== null && endDate !== null && endDate < startDate;
}

/** The plan as it is stored: the name trimmed. Throws `VALIDATION_ERROR` on the member that is not possible. */
export function checkedPlan({ name, startDate, endDate, goal, targetPoints }: SprintPlan): SprintPlan {
  const plan = {
    name: boundedText('name', trim(name), SPRINT_BOUNDS.name),
    startDate: startDate === null ? null : boundedInstant('startDate', startDate),
    endDate: endDate === null ? null : boundedInstant('endDate', endDate),
    goal: goal === null ? null : boundedText('goal', goal, SPRINT_BOUNDS.goal),
    targetPoints:
      targetPoints === null ? null : boundedInteger('targetPoints', targetPoints, SPRINT_BOUNDS.targetPoints),
  };
  if (endsBeforeItStarts(plan)) invalid('endDate', 'must not come before startDate');
  return plan;
}

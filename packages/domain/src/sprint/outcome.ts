import type { Carryover } from './carryover.js';
import type { SprintRecord } from './record.js';
import { assertKinds } from '../shared/wrong-use.js';

/** A completed Sprint and its boundary: the start and the end that its figures are about. */
export interface EndedSprint extends Pick<SprintRecord, 'organizationId' | 'projectId'> {
  readonly sprintId: SprintRecord['id'];
  readonly startedAt: Date;
  readonly completedAt: Date;
}

/**
 * The outcome of a Sprint: every live Work Item that is in it at its completion, before any of them is carried over, and every Work Item that
 * left it after its start and is not back; each with its values at that instant. It never changes afterwards. There can be thousands of
 * items, so the store applies this rule to all of them in one statement.
 */
export interface SprintOutcome extends EndedSprint {
  /** The change of the unfinished Work Items; `null` when there are none. */
  readonly carryover: Carryover | null;
}

/** Returns the boundary of a Sprint; `undefined` unless it is done. */
export function endedSprint(sprint: SprintRecord): EndedSprint | undefined {
  assertKinds('endedSprint', sprint, { id: 'text', startedAt: 'instant?', completedAt: 'instant?' });
  const { organizationId, projectId, id, startedAt, completedAt } = sprint;
  if (!startedAt || !completedAt) return undefined;
  return { organizationId, projectId, sprintId: id, startedAt, completedAt };
}

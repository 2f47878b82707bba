import type { SprintRecord } from './record.js';

/**
 * The commitment of a Sprint: every live Work Item that is in it at the instant of its start, finished and archived ones included, each with
 * its status and its story points at that instant. It never changes afterwards. There can be thousands of items, so the store applies this
 * rule to all of them in one statement.
 */
export interface Commitment extends Pick<SprintRecord, 'organizationId' | 'projectId'> {
  readonly sprintId: SprintRecord['id'];
  /** The start of the Sprint. */
  readonly at: Date;
}

/** Returns the commitment that a Sprint makes when it starts at `at`. */
export function commitmentOf({ organizationId, projectId, id }: SprintRecord, at: Date): Commitment {
  return { organizationId, projectId, sprintId: id, at };
}

import type { ChangeOfMany } from '../activity/history.js';
import type { SprintId, UserId } from '../identity/ids.js';
import type { SprintRecord } from './record.js';

/** The change that a completion makes to each unfinished Work Item. */
export interface Carryover extends ChangeOfMany<'sprint_changed'>, Pick<SprintRecord, 'organizationId' | 'projectId'> {
  /** The Sprint that is completed. */
  readonly from: SprintId;
  /** The destination of the Work Items; `null` for the backlog. */
  readonly to: SprintId | null;
  /** The number of unfinished Work Items, at least 1. */
  readonly items: number;
}

/**
 * Moves the unfinished Work Items of a completed Sprint to another Sprint, or to the backlog (`null`): one revision and one event for each
 * item, archived ones included.
 */
export function carriedOver(
  { organizationId, projectId, id: from }: Pick<SprintRecord, 'organizationId' | 'projectId' | 'id'>,
  items: number,
  to: SprintId | null,
  actor: UserId,
  now: Date,
): Carryover {
  return { organizationId, projectId, from, to, items, at: now, actor, change: { action: 'sprint_changed', from, to } };
}

import type { ChangeOfMany } from '../activity/history.js';
import type { SprintId, UserId } from '../identity/ids.js';

/** The one change that a completion makes to each unfinished Work Item. */
export interface Carryover extends ChangeOfMany<'sprint_changed'> {
  /** The Sprint that is completed. */
  readonly from: SprintId;
  /** The Sprint that the Work Items are in afterwards; `null` for the backlog. */
  readonly to: SprintId | null;
}

/**
 * Decides how the unfinished Work Items leave the Sprint that is completed: each for another Sprint, or for the backlog (`null`), as
 * one revision with one event; archived ones too (contract §2.4, Sprint edges).
 */
export function carriedOver(from: SprintId, to: SprintId | null, actor: UserId, now: Date): Carryover {
  return { from, to, at: now, actor, change: { action: 'sprint_changed', from, to } };
}

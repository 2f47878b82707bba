import type { ChangeOfMany } from '../activity/history.js';
import type { UserId } from '../identity/ids.js';

/** The facts that decide whether a Work Item can be deleted. */
export interface DeletionFacts {
  /** True when a live Work Item is below it at any depth, archived or not. */
  readonly hasDescendants: boolean;
  /** True when the descendants are to be deleted too. */
  readonly cascade: boolean;
}

/**
 * Deletes the descendants of a Work Item: one revision and one event for each, archived ones included.
 */
export function deletedAlong(actor: UserId, now: Date): ChangeOfMany<'work_item_deleted'> {
  return { at: now, actor, change: { action: 'work_item_deleted' } };
}

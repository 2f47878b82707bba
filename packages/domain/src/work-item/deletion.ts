import type { ChangeOfMany } from '../activity/history.js';
import type { UserId } from '../identity/ids.js';
import { ONE_DAY } from '../shared/durations.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The days for which a deleted Work Item can be restored. */
export const RESTORABLE_DAYS = 30;

/** Returns the instant from which a Work Item that was deleted at `deletedAt` cannot be restored any more. */
export function erasureDueAt(deletedAt: Date): Date {
  assertKinds('erasureDueAt', { deletedAt }, { deletedAt: 'instant' });
  return new Date(deletedAt.getTime() + RESTORABLE_DAYS * ONE_DAY);
}

/** The references of a deleted Work Item that a restoration can keep. */
export interface KeptReferences {
  readonly assignee: boolean;
  readonly sprint: boolean;
  readonly parent: boolean;
}

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

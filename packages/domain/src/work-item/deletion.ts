import type { ChangeOfMany } from '../activity/history.js';
import type { UserId } from '../identity/ids.js';

/** What the deletion of a Work Item depends on beside itself. */
export interface DeletionFacts {
  /** Whether any live Work Item is below it, archived or not, at whatever depth. */
  readonly hasDescendants: boolean;
  /** Whether what is below it shall go along. */
  readonly cascade: boolean;
}

/**
 * Decides how the descendants of a Work Item are deleted with it: each as one revision with one event. Archived ones go along
 * (contract §2.4, Archived Work Item).
 */
export function deletedAlong(actor: UserId, now: Date): ChangeOfMany<'work_item_deleted'> {
  return { at: now, actor, change: { action: 'work_item_deleted' } };
}

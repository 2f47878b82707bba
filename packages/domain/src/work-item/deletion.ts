import type { HistoryEvent } from '../activity/history.js';
import type { UserId } from '../identity/ids.js';
import type { WorkItemRecord } from './record.js';

/** What the deletion of a Work Item depends on beside itself. */
export interface DeletionFacts {
  /** Whether any live Work Item is below it, archived or not, at whatever depth. */
  readonly hasDescendants: boolean;
  /** Whether what is below it shall go along. */
  readonly cascade: boolean;
}

/** A live Work Item below one that is deleted: no more of it than its own deletion needs, because there may be thousands. */
export type Descendant = Pick<
  WorkItemRecord,
  'organizationId' | 'projectId' | 'id' | 'revision' | 'status' | 'storyPoints' | 'sprintId'
>;

/** What to store of a Work Item that was deleted along with an ancestor, and the one event that tells of it. */
export interface Deletion extends Pick<WorkItemRecord, keyof Descendant | 'updatedAt'> {
  readonly deletedAt: Date;
  readonly event: HistoryEvent;
}

/** The deletion of a descendant with its ancestor, as one revision. Archived ones go along (contract §2.4, Archived Work Item). */
export function deletedAlong(descendant: Descendant, actor: UserId, now: Date): Deletion {
  const { id } = descendant;
  const revision = descendant.revision + 1;
  const event: HistoryEvent = { workItemId: id, revision, at: now, actor, change: { action: 'work_item_deleted' } };
  return { ...descendant, revision, updatedAt: now, deletedAt: now, event };
}

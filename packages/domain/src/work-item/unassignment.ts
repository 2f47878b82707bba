import type { HistoryEvent } from '../activity/history.js';
import type { UserId } from '../identity/ids.js';
import type { WorkItemRecord } from './record.js';
import { assertKinds } from '../shared/wrong-use.js';

/** A Work Item that is assigned to an account. It has only the members that an unassignment needs, because there can be thousands. */
export type AssignedItem = Pick<
  WorkItemRecord,
  'organizationId' | 'projectId' | 'id' | 'revision' | 'status' | 'storyPoints' | 'sprintId'
>;

/** The changed members of an unassigned Work Item, and the event that records the change. */
export interface Unassignment extends Pick<WorkItemRecord, keyof AssignedItem | 'updatedAt'> {
  readonly event: HistoryEvent;
}

/**
 * Unassigns a Work Item because the account of its assignee is removed. The event has no actor; archived items are unassigned too.
 */
export function unassigned(item: AssignedItem, assignee: UserId, now: Date): Unassignment {
  assertKinds('unassigned', item, { id: 'text', revision: 'number' });
  const revision = item.revision + 1;
  const change = { action: 'assigned', from: assignee, to: null } as const;
  return { ...item, revision, updatedAt: now, event: { workItemId: item.id, revision, at: now, actor: null, change } };
}

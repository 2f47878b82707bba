import type { HistoryEvent } from '../activity/history.js';
import type { UserId } from '../identity/ids.js';
import type { WorkItemRecord } from './record.js';
import { assertKinds } from '../shared/wrong-use.js';

/** A Work Item that is assigned to an account. It has only the members that a reassignment needs, because there can be thousands. */
export type AssignedItem = Pick<
  WorkItemRecord,
  'organizationId' | 'projectId' | 'id' | 'revision' | 'status' | 'storyPoints' | 'sprintId'
>;

/** The assignee before, the one after (`null`: nobody), and who changes it (`null`: an operator). */
export interface Handover {
  readonly from: UserId;
  readonly to: UserId | null;
  readonly actor: UserId | null;
}

/** The changed members of a reassigned Work Item, and the event that records the change. */
export interface Reassignment extends Pick<WorkItemRecord, keyof AssignedItem | 'updatedAt'> {
  readonly assigneeId: UserId | null;
  readonly event: HistoryEvent;
}

/** Gives a Work Item to another assignee, or to nobody, because the account or the membership of its assignee ends. */
export function reassigned(item: AssignedItem, handover: Handover, now: Date): Reassignment {
  assertKinds('reassigned', item, { id: 'text', revision: 'number' });
  assertKinds('reassigned', handover, { from: 'text', to: 'text?', actor: 'text?' });
  assertKinds('reassigned', { now }, { now: 'instant' });
  const { from, to, actor } = handover;
  const revision = item.revision + 1;
  const change = { action: 'assigned', from, to } as const;
  const event = { workItemId: item.id, revision, at: now, actor, change };
  return { ...item, revision, updatedAt: now, assigneeId: to, event };
}

import type { HistoryEvent } from '../activity/history.js';
import type { SprintId, UserId } from '../identity/ids.js';
import type { WorkItemRecord } from '../work-item/record.js';

/** A live Work Item in a Sprint: no more of it than a completion needs, because there may be thousands. */
export interface SprintItem extends Pick<
  WorkItemRecord,
  'organizationId' | 'projectId' | 'id' | 'revision' | 'status' | 'storyPoints'
> {
  readonly sprintId: SprintId;
}

/** What to store of a Work Item that a completion moved, and the one event that tells of it. */
export interface Carryover extends Omit<SprintItem, 'sprintId'>, Pick<WorkItemRecord, 'sprintId' | 'updatedAt'> {
  readonly event: HistoryEvent;
}

/**
 * An unfinished Work Item leaves the Sprint that is completed for another one, or for the backlog (`null`), as one revision;
 * archived ones too (contract §2.4, Sprint edges).
 */
export function carriedOver(item: SprintItem, destination: SprintId | null, actor: UserId, now: Date): Carryover {
  const { organizationId, projectId, id, status, storyPoints, sprintId: from } = item;
  const revision = item.revision + 1;
  const change = { action: 'sprint_changed', from, to: destination } as const;
  const event: HistoryEvent = { workItemId: id, revision, at: now, actor, change };
  const sprintId = destination;
  return { organizationId, projectId, id, revision, status, storyPoints, sprintId, updatedAt: now, event };
}

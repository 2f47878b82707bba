import type { HistoryChange } from '../activity/history.js';
import { boundedInstant, boundedInteger, boundedText, type Bounds, trimmedText } from '../shared/bounds.js';
import { WORK_ITEM_PRIORITIES, WORK_ITEM_TYPES } from './status.js';
import type { WorkItemChanges, WorkItemContent, WorkItemRecord } from './record.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * The length limits of a Work Item's texts, in code points, and the limits of its story points. The title is
 * measured after trimming.
 */
export const WORK_ITEM_BOUNDS = {
  title: { least: 1, most: 500 },
  description: { least: 0, most: 64_000 },
  storyPoints: { least: 0, most: 100_000 },
} as const satisfies Record<string, Bounds>;

/** Returns the content to store, with the title trimmed. Throws `VALIDATION_ERROR` on a member outside its bounds. */
export function checkedContent(content: WorkItemContent): WorkItemContent {
  assertKinds('WorkItem', content, { type: WORK_ITEM_TYPES, priority: WORK_ITEM_PRIORITIES });
  assertKinds('WorkItem', content, { assigneeId: 'text?', sprintId: 'text?', parentId: 'text?' });
  const { title, description, type, priority, assigneeId, sprintId, parentId, storyPoints, dueDate } = content;
  const { title: ofTitle, description: ofDescription, storyPoints: ofPoints } = WORK_ITEM_BOUNDS;
  return {
    title: trimmedText('title', title, ofTitle),
    description: description === null ? null : boundedText('description', description, ofDescription),
    type,
    priority,
    assigneeId,
    sprintId,
    parentId,
    storyPoints: storyPoints === null ? null : boundedInteger('storyPoints', storyPoints, ofPoints),
    dueDate: dueDate === null ? null : boundedInstant('dueDate', dueDate),
  };
}

/**
 * Returns the content with the changes applied. Picks the known members one by one: any other member of the caller's object, for example a
 * status, must not get into the record. Throws `VALIDATION_ERROR` on a member outside its bounds.
 */
export function changedContent(before: WorkItemContent, changes: WorkItemChanges): WorkItemContent {
  // A default replaces `undefined` only: `null` clears.
  const { title = before.title, description = before.description } = changes;
  const { type = before.type, priority = before.priority } = changes;
  const { assigneeId = before.assigneeId, sprintId = before.sprintId, parentId = before.parentId } = changes;
  const { storyPoints = before.storyPoints, dueDate = before.dueDate } = changes;
  return checkedContent({ title, description, type, priority, assigneeId, sprintId, parentId, storyPoints, dueDate });
}

/**
 * Returns one change for each value that differs, in this order: title, description, status, priority, assignee, Sprint, parent, due date;
 * then type and story points, which have no public activity; then archive and deletion. Archiving or deleting again is not a change: only
 * the state counts, not its instant.
 */
export function differences(before: WorkItemRecord, after: WorkItemRecord): HistoryChange[] {
  const changes: HistoryChange[] = [];
  if (before.title !== after.title) changes.push({ action: 'title_changed', from: before.title, to: after.title });
  if (before.description !== after.description) changes.push({ action: 'description_changed' });
  if (before.status !== after.status) changes.push({ action: 'status_changed', from: before.status, to: after.status });
  if (before.priority !== after.priority) {
    changes.push({ action: 'priority_changed', from: before.priority, to: after.priority });
  }
  if (before.assigneeId !== after.assigneeId) {
    changes.push({ action: 'assigned', from: before.assigneeId, to: after.assigneeId });
  }
  if (before.sprintId !== after.sprintId) {
    changes.push({ action: 'sprint_changed', from: before.sprintId, to: after.sprintId });
  }
  if (before.parentId !== after.parentId) {
    changes.push({ action: 'parent_changed', from: before.parentId, to: after.parentId });
  }
  if (before.dueDate?.getTime() !== after.dueDate?.getTime()) {
    changes.push({ action: 'due_date_changed', from: before.dueDate, to: after.dueDate });
  }
  if (before.type !== after.type) changes.push({ action: 'type_changed', from: before.type, to: after.type });
  if (before.storyPoints !== after.storyPoints) {
    changes.push({ action: 'story_points_changed', from: before.storyPoints, to: after.storyPoints });
  }
  if ((before.archivedAt === null) !== (after.archivedAt === null)) {
    changes.push({ action: after.archivedAt === null ? 'unarchived' : 'archived' });
  }
  if (before.deletedAt === null && after.deletedAt !== null) changes.push({ action: 'work_item_deleted' });
  return changes;
}

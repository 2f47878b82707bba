import type { HistoryChange } from '../activity/history.js';
import { assertKinds } from '../shared/wrong-use.js';
import { WORK_ITEM_FIELDS, WORK_ITEM_FIELD_NAMES, checkedFields, type WorkItemField } from './fields.js';
import type { WorkItemChanges, WorkItemContent, WorkItemRecord } from './record.js';

const REFERENCES = ['assigneeId', 'sprintId', 'parentId'] as const;

/** Returns the content to store, with the title trimmed. Throws `VALIDATION_ERROR` on a member outside its bounds. */
export function checkedContent(content: WorkItemContent): WorkItemContent {
  assertKinds('WorkItem', content, { assigneeId: 'text?', sprintId: 'text?', parentId: 'text?' });
  const { assigneeId, sprintId, parentId } = content;
  return { ...checkedFields(content), assigneeId, sprintId, parentId };
}

/**
 * Returns the content with the changes applied. Picks the known members one by one: any other member of the caller's object, for example a
 * status, must not get into the record. Throws `VALIDATION_ERROR` on a member outside its bounds.
 */
export function changedContent(before: WorkItemContent, changes: WorkItemChanges): WorkItemContent {
  const members = [...WORK_ITEM_FIELD_NAMES, ...REFERENCES];
  // `undefined` keeps a value: `null` clears it.
  const given = members.filter((member) => changes[member] !== undefined).map((member) => [member, changes[member]]);
  return checkedContent({ ...before, ...(Object.fromEntries(given) as Partial<WorkItemContent>) });
}

/** The members that are no field of `WORK_ITEM_FIELDS`, and the actions that record their changes. */
const RECORDED_AS = {
  status: 'status_changed',
  assigneeId: 'assigned',
  sprintId: 'sprint_changed',
  parentId: 'parent_changed',
} as const;

/** The order in which changes of one revision are recorded: first those with a public activity, then all other fields. */
const PUBLIC = ['title', 'description', 'status', 'priority', 'assigneeId', 'sprintId', 'parentId', 'dueDate'] as const;
const RECORDED = [...PUBLIC, ...WORK_ITEM_FIELD_NAMES.filter((name) => !PUBLIC.some((member) => member === name))];

/**
 * Returns one change for each value that differs, in this order: title, description, status, priority, assignee, Sprint,
 * parent, due date; then the fields that have no public activity; then archive and deletion. Archiving or deleting again is no
 * change: only the state counts, not its instant.
 */
export function differences(before: WorkItemRecord, after: WorkItemRecord): HistoryChange[] {
  const changes = RECORDED.flatMap((member) => changeOf(member, before[member], after[member]));
  if ((before.archivedAt === null) !== (after.archivedAt === null)) {
    changes.push({ action: after.archivedAt === null ? 'unarchived' : 'archived' });
  }
  if (before.deletedAt === null && after.deletedAt !== null) changes.push({ action: 'work_item_deleted' });
  return changes;
}

function changeOf(member: (typeof RECORDED)[number], from: unknown, to: unknown): HistoryChange[] {
  if (from === to || (from instanceof Date && to instanceof Date && from.getTime() === to.getTime())) return [];
  const action =
    member in RECORDED_AS
      ? RECORDED_AS[member as keyof typeof RECORDED_AS]
      : WORK_ITEM_FIELDS[member as WorkItemField].recordedAs;
  // History does not keep the texts of descriptions.
  return [(member === 'description' ? { action } : { action, from, to }) as HistoryChange];
}

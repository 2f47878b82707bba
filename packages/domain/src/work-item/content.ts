import type { HistoryChange } from '../activity/history.js';
import { assertKinds } from '../shared/wrong-use.js';
import {
  WORK_ITEM_FIELDS,
  WORK_ITEM_FIELD_NAMES,
  checkedFields,
  type FieldChange,
  type WorkItemField,
} from './fields.js';
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

/** The action that records the change of each member. */
const ACTIONS = {
  ...(Object.fromEntries(WORK_ITEM_FIELD_NAMES.map((name) => [name, WORK_ITEM_FIELDS[name].recordedAs])) as Record<
    WorkItemField,
    FieldChange['action']
  >),
  status: 'status_changed',
  assigneeId: 'assigned',
  sprintId: 'sprint_changed',
  parentId: 'parent_changed',
} as const;

type Recorded = keyof typeof ACTIONS;

/** The order in which changes of one revision are recorded: first those with a public activity, then all other fields. */
const PUBLIC: readonly Recorded[] = [
  'title',
  'description',
  'status',
  'priority',
  'assigneeId',
  'sprintId',
  'parentId',
  'dueDate',
];
const RECORDED = [...PUBLIC, ...WORK_ITEM_FIELD_NAMES.filter((name) => !PUBLIC.includes(name))];

/**
 * Returns one change for each value that differs, in this order: title, description, status, priority, assignee, Sprint,
 * parent, due date; then the fields that have no public activity; then archive, deletion and restoration. Archiving or deleting again changes
 * nothing: only the state counts, not its instant.
 */
export function differences(before: WorkItemRecord, after: WorkItemRecord): HistoryChange[] {
  const changes = RECORDED.flatMap((member) => changeOf(member, before[member], after[member]));
  if ((before.archivedAt === null) !== (after.archivedAt === null)) {
    changes.push({ action: after.archivedAt === null ? 'unarchived' : 'archived' });
  }
  if (before.deletedAt === null && after.deletedAt !== null) changes.push({ action: 'work_item_deleted' });
  if (before.deletedAt !== null && after.deletedAt === null) {
    changes.push({ action: 'work_item_restored', sprint: after.sprintId });
  }
  return changes;
}

function changeOf<Value extends WorkItemRecord[Recorded]>(member: Recorded, from: Value, to: Value): HistoryChange[] {
  // Two instants are equal when their times are.
  if (from?.valueOf() === to?.valueOf()) return [];
  const action = ACTIONS[member];
  // History does not keep the texts of descriptions.
  return [(member === 'description' ? { action } : { action, from, to }) as HistoryChange];
}

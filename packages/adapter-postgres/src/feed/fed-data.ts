import type { FedChange, FedData, FeedType } from '@worktrack/application';
import type { CommentId, HistoryChange, LabelId, SprintId, UserId } from '@worktrack/domain';
import type { ReferenceBook } from '../activity/references.js';
import { FIELD_BY_ACTION } from '../work-item/item-fields.js';

/** A stored event, as far as its data follow from it. */
export interface FedRow {
  readonly type: FeedType;
  readonly subject: string;
  readonly changes: readonly HistoryChange[];
  readonly parentCommentId: CommentId | null;
}

/** Returns what an event tells next to what it is about. */
export function dataOf({ type, subject, changes, parentCommentId }: FedRow, references: ReferenceBook): FedData {
  const [subjectKind] = type.split('.');
  if (subjectKind === 'label') return { label: references.label(subject as LabelId) };
  if (subjectKind === 'sprint') return { sprint: references.sprint(subject as SprintId) };
  if (subjectKind === 'member') return { member: references.user(subject as UserId) };
  const [first] = changes;
  if (!first) return {};
  if ('comment' in first) return { comment: { id: first.comment, parentCommentId } };
  if ('otherWorkItem' in first) {
    return { relation: first.relation, otherWorkItem: references.workItem(first.otherWorkItem) };
  }
  if ('attachment' in first) return { attachment: first.attachment };
  return type === 'work_item.updated' ? { changes: changesOf(changes, references) } : {};
}

function changesOf(changes: readonly HistoryChange[], references: ReferenceBook): readonly FedChange[] {
  const shown: FedChange[] = [];
  const labels = { added: [] as (object | null)[], removed: [] as (object | null)[] };
  for (const change of changes) {
    if (change.action === 'label_added') labels.added.push(references.label(change.label));
    else if (change.action === 'label_removed') labels.removed.push(references.label(change.label));
    else if (change.action === 'description_changed') shown.push({ field: 'description' });
    else if (change.action === 'status_changed') shown.push({ field: 'status', from: change.from, to: change.to });
    else if (change.action === 'assigned') {
      shown.push({ field: 'assignee', from: references.user(change.from), to: references.user(change.to) });
    } else if (change.action === 'sprint_changed') {
      shown.push({ field: 'sprint', from: references.sprint(change.from), to: references.sprint(change.to) });
    } else if (change.action === 'parent_changed') {
      shown.push({ field: 'parent', from: references.workItem(change.from), to: references.workItem(change.to) });
    } else if ('from' in change) {
      const field = FIELD_BY_ACTION.get(change.action);
      // Instants are text in what is stored.
      if (field) shown.push({ field, from: change.from as string | null, to: change.to as string | null });
    }
  }
  return labels.added.length + labels.removed.length > 0 ? [...shown, { field: 'labels', ...labels }] : shown;
}

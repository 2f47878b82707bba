import type { FileName } from '../attachment/file-name.js';
import type { AttachmentId, CommentId, LabelId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import type { LinkRelation } from '../link/link-relation.js';
import type { FieldChange, WorkItemFieldValues } from '../work-item/fields.js';
import type { WorkItemStatus } from '../work-item/status.js';

/** The old and the new value of a field that changed. */
export interface FromTo<Value> {
  readonly from: Value;
  readonly to: Value;
}

/** One side of a link: the relation of the Work Item to the other one. */
export interface LinkSide {
  readonly relation: LinkRelation;
  readonly otherWorkItem: WorkItemId;
}

/** An attachment, with its file name at the time it was added or removed. */
export interface RecordedAttachment {
  readonly id: AttachmentId;
  readonly fileName: FileName;
}

/** Every tracked value of a new Work Item. With it the history alone is enough to rebuild any later state. */
export interface InitialState extends Omit<WorkItemFieldValues, 'description'> {
  readonly status: WorkItemStatus;
  readonly assignee: UserId | null;
  readonly sprint: SprintId | null;
  readonly parent: WorkItemId | null;
}

/**
 * One recorded change of a Work Item. The union is closed: reports and the public activity are computed from exactly these
 * changes. Changes of type and story points, and restorations with the Sprint that the item is in again, are recorded for reports only; the
 * public activity does not show them.
 */
export type HistoryChange =
  | { readonly action: 'created'; readonly initial: InitialState }
  | FieldChange
  | ({ readonly action: 'status_changed' } & FromTo<WorkItemStatus>)
  | ({ readonly action: 'assigned' } & FromTo<UserId | null>)
  | ({ readonly action: 'sprint_changed' } & FromTo<SprintId | null>)
  | ({ readonly action: 'parent_changed' } & FromTo<WorkItemId | null>)
  | { readonly action: 'label_added'; readonly label: LabelId }
  | { readonly action: 'label_removed'; readonly label: LabelId }
  | { readonly action: 'archived' }
  | { readonly action: 'unarchived' }
  | { readonly action: 'work_item_deleted' }
  | { readonly action: 'work_item_restored'; readonly sprint: SprintId | null }
  | ChangeBeside;

/**
 * A change of a comment, link or attachment of a Work Item. It is part of the item's history, but changes neither its revision nor its
 * `updatedAt`.
 */
export type ChangeBeside =
  | { readonly action: 'comment_added'; readonly comment: CommentId }
  | { readonly action: 'comment_replied'; readonly comment: CommentId }
  | { readonly action: 'comment_edited'; readonly comment: CommentId }
  | { readonly action: 'comment_deleted'; readonly comment: CommentId }
  | ({ readonly action: 'link_added' } & LinkSide)
  | ({ readonly action: 'link_removed' } & LinkSide)
  | { readonly action: 'attachment_added'; readonly attachment: RecordedAttachment }
  | { readonly action: 'attachment_removed'; readonly attachment: RecordedAttachment };

/** The kind of a change: the discriminant of `HistoryChange`. */
export type HistoryAction = HistoryChange['action'];

/**
 * One change that applies to many Work Items: each gets its next revision, `updatedAt` = `at`, and one event. There can be thousands of
 * items, so the store applies the change to all of them in one statement.
 */
export interface ChangeOfMany<Action extends HistoryAction> {
  readonly at: Date;
  readonly actor: UserId;
  readonly change: Extract<HistoryChange, { readonly action: Action }>;
}

/**
 * A change with its actor, its instant and the revision of the Work Item after it. `actor` is `null` when no user made the change, for
 * example when an account was removed. Events of one call share instant and revision; they are ordered as they were recorded.
 */
export interface HistoryEvent {
  readonly workItemId: WorkItemId;
  readonly revision: number;
  readonly at: Date;
  readonly actor: UserId | null;
  readonly change: HistoryChange;
}

import type { FileName } from '../attachment/file-name.js';
import type { AttachmentId, CommentId, LabelId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import type { LinkRelation } from '../link/link-relation.js';
import type { WorkItemPriority, WorkItemStatus, WorkItemType } from '../work-item/status.js';

/** A value that went from one to another. */
export interface FromTo<Value> {
  readonly from: Value;
  readonly to: Value;
}

/** One side of a link: what the Work Item is to another one. */
export interface LinkSide {
  readonly relation: LinkRelation;
  readonly otherWorkItem: WorkItemId;
}

/** A file as it was called when it came or went. */
export interface RecordedAttachment {
  readonly id: AttachmentId;
  readonly fileName: FileName;
}

/** What a Work Item began as: every tracked value, so that history alone tells its whole life. */
export interface InitialState {
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly assignee: UserId | null;
  readonly sprint: SprintId | null;
  readonly parent: WorkItemId | null;
  readonly storyPoints: number | null;
  readonly dueDate: Date | null;
}

/**
 * One recorded change of a Work Item (contract §5.8). Closed: reports and the public activity are projections of exactly these.
 * Types and story points are recorded for reports and shown in no public activity.
 */
export type HistoryChange =
  | { readonly action: 'created'; readonly initial: InitialState }
  | ({ readonly action: 'title_changed' } & FromTo<string>)
  | { readonly action: 'description_changed' }
  | ({ readonly action: 'type_changed' } & FromTo<WorkItemType>)
  | ({ readonly action: 'status_changed' } & FromTo<WorkItemStatus>)
  | ({ readonly action: 'priority_changed' } & FromTo<WorkItemPriority>)
  | ({ readonly action: 'assigned' } & FromTo<UserId | null>)
  | ({ readonly action: 'sprint_changed' } & FromTo<SprintId | null>)
  | ({ readonly action: 'parent_changed' } & FromTo<WorkItemId | null>)
  | ({ readonly action: 'story_points_changed' } & FromTo<number | null>)
  | ({ readonly action: 'due_date_changed' } & FromTo<Date | null>)
  | { readonly action: 'label_added'; readonly label: LabelId }
  | { readonly action: 'label_removed'; readonly label: LabelId }
  | { readonly action: 'archived' }
  | { readonly action: 'unarchived' }
  | { readonly action: 'work_item_deleted' }
  | ChangeBeside;

/**
 * What happens beside a Work Item's own values: part of its history, though neither its revision nor `updatedAt` moves (contract
 * §2.4, Revision).
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

/** What kind of change it was: the discriminant of `HistoryChange`. */
export type HistoryAction = HistoryChange['action'];

/**
 * One change that many Work Items go through alike: it leads each to its next revision, sets `updatedAt` of each to `at`, and leaves
 * one event for each. There may be thousands, so whoever stores them applies it to all at once.
 */
export interface ChangeOfMany<Action extends HistoryAction> {
  readonly at: Date;
  readonly actor: UserId;
  readonly change: Extract<HistoryChange, { readonly action: Action }>;
}

/**
 * A change with who made it, when, and the revision it led to, or left as it was. `actor` is `null` when nobody did, as when an
 * account was removed. Events of one call share instant and revision; their order is the order in which they were recorded.
 */
export interface HistoryEvent {
  readonly workItemId: WorkItemId;
  readonly revision: number;
  readonly at: Date;
  readonly actor: UserId | null;
  readonly change: HistoryChange;
}

import type { CommentId, OrganizationId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import { trimmedText, type Bounds } from '../shared/bounds.js';
import { DomainError, invalid } from '../shared/refusal.js';
import type { WorkItem } from '../work-item/work-item.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The length limits of a comment body, in code points, after trimming. */
export const COMMENT_BOUNDS = { body: { least: 1, most: 2_000 } } as const satisfies Record<string, Bounds>;

/** The stored record of a comment. Instants are UTC with millisecond precision. */
export interface CommentRecord {
  readonly id: CommentId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId;
  /** The comment that this one replies to, on the same Work Item; `null` when it is not a reply. */
  readonly parentCommentId: CommentId | null;
  readonly authorId: UserId;
  /** `null` after deletion: the row is kept, the text is not. */
  readonly body: string | null;
  readonly createdAt: Date;
  /** The instant of creation, or of the last edit or deletion if there was one. */
  readonly updatedAt: Date;
  /** The instant of the last edit that changed the body; `null` before the first. */
  readonly editedAt: Date | null;
  /** `null` until the comment is deleted. */
  readonly deletedAt: Date | null;
}

/** The facts of a new comment. */
export interface NewComment {
  readonly id: CommentId;
  readonly body: string;
  /** The comment to reply to; `null` for no reply, `undefined` when the named comment does not exist. */
  readonly parent: Comment | null | undefined;
}

/**
 * A comment on a Work Item. Each change is recorded in the history of the Work Item and leaves the item's revision alone. An archived Work
 * Item refuses new comments, edits and deletions.
 */
export class Comment {
  private constructor(
    private current: CommentRecord,
    private readonly loaded: CommentRecord | undefined,
    private readonly hasLiveReplies: boolean,
  ) {}

  /**
   * Creates a comment on `item`, or a reply to a live comment on it; a reply can itself be replied to. Throws `WORK_ITEM_ARCHIVED`, and
   * `VALIDATION_ERROR` on `parentCommentId` or on a body outside `COMMENT_BOUNDS`.
   */
  static post(item: WorkItem, comment: NewComment, author: UserId, now: Date): Comment {
    assertKinds('Comment.post: item', item, { record: 'object', note: 'function' });
    assertKinds('Comment.post', comment, { id: 'text' });
    const { id, body, parent } = comment;
    item.assertOpenToChange();
    const { organizationId, projectId, id: workItemId } = item.record;
    if (parent !== null) assertCanBeRepliedTo(parent, workItemId);
    const record: CommentRecord = {
      id,
      organizationId,
      projectId,
      workItemId,
      parentCommentId: parent?.record.id ?? null,
      authorId: author,
      body: checkedBody(body),
      createdAt: now,
      updatedAt: now,
      editedAt: null,
      deletedAt: null,
    };
    item.note({ action: parent ? 'comment_replied' : 'comment_added', comment: id }, author, now);
    return new Comment(record, undefined, false);
  }

  /** Restores a stored comment. Checks nothing. */
  static restore(record: CommentRecord, replies: { readonly hasLiveReplies: boolean }): Comment {
    assertKinds('Comment.restore', record, { id: 'text' });
    assertKinds('Comment.restore', replies, { hasLiveReplies: 'boolean' });
    return new Comment(record, record, replies.hasLiveReplies);
  }

  /** The record to store. */
  get record(): CommentRecord {
    return this.current;
  }

  /** True when the comment is new, or has changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current !== this.loaded;
  }

  /** True when the comment is not deleted: it can be read, replied to, edited and deleted. */
  get isLive(): boolean {
    return this.current.deletedAt === null;
  }

  /** Replaces the body; an equal body changes nothing. Throws as `post` does, and `NOT_FOUND` when the comment is deleted. */
  edit(item: WorkItem, text: string, actor: UserId, now: Date): void {
    this.assertLive();
    assertKinds('Comment.edit: item', item, { record: 'object', note: 'function' });
    item.assertOpenToChange();
    const body = checkedBody(text);
    if (body === this.current.body) return;
    this.current = { ...this.current, body, updatedAt: now, editedAt: now };
    item.note({ action: 'comment_edited', comment: this.current.id }, actor, now);
  }

  /** Deletes the comment. Throws `NOT_FOUND` when it is already deleted, `WORK_ITEM_ARCHIVED`, and `CONFLICT` while it has live replies. */
  delete(item: WorkItem, actor: UserId, now: Date): void {
    this.assertLive();
    assertKinds('Comment.delete: item', item, { record: 'object', note: 'function' });
    item.assertOpenToChange();
    if (this.hasLiveReplies) throw new DomainError('CONFLICT', 'This comment has replies.');
    this.current = { ...this.current, body: null, updatedAt: now, deletedAt: now };
    item.note({ action: 'comment_deleted', comment: this.current.id }, actor, now);
  }

  private assertLive(): void {
    if (!this.isLive) throw new DomainError('NOT_FOUND', 'Nothing is found here.');
  }
}

function checkedBody(body: string): string {
  return trimmedText('body', body, COMMENT_BOUNDS.body);
}

function assertCanBeRepliedTo(parent: Comment | undefined, on: WorkItemId): void {
  if (parent?.isLive && parent.record.workItemId === on) return;
  invalid('parentCommentId', 'must be a comment of this Work Item that is not deleted');
}

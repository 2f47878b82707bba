import type { CommentId, OrganizationId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import { boundedText, type Bounds } from '../shared/bounds.js';
import { DomainError, invalid } from '../shared/refusal.js';
import { trim } from '../shared/text.js';
import type { WorkItem } from '../work-item/work-item.js';

/** How long a comment may be, in code points, measured trimmed (contract §4, B-comment-create). */
export const COMMENT_BOUNDS = { body: { least: 1, most: 2_000 } } as const satisfies Record<string, Bounds>;

/** A comment as it is stored. Instants are UTC with millisecond precision. */
export interface CommentRecord {
  readonly id: CommentId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId;
  /** What it replies to, on the same Work Item; `null` when it replies to none. */
  readonly parentCommentId: CommentId | null;
  readonly authorId: UserId;
  /** `null` once it is deleted: the row stays, its words do not. */
  readonly body: string | null;
  readonly createdAt: Date;
  /** When it was last edited or deleted, if ever. */
  readonly updatedAt: Date;
  /** When its body last really changed by an edit. */
  readonly editedAt: Date | null;
  /** `null` while it is live. */
  readonly deletedAt: Date | null;
}

/** What a new comment is made of. */
export interface NewComment {
  readonly id: CommentId;
  readonly body: string;
  /** The comment it replies to; `null`: none; `undefined`: one that is not there. */
  readonly parent: Comment | null | undefined;
}

/**
 * What somebody says about a Work Item. Each change is told to the Work Item, whose history it belongs to and whose revision it
 * leaves alone; while that one is archived, nothing is said and nothing taken back (contract §2.4, Comments).
 */
export class Comment {
  private constructor(
    private current: CommentRecord,
    private readonly loaded: CommentRecord | undefined,
    private readonly hasLiveReplies: boolean,
  ) {}

  /**
   * A comment on `item`, or a reply to a live comment on it; a reply to a reply is one. Throws `WORK_ITEM_ARCHIVED`, and
   * `VALIDATION_ERROR` on `parentCommentId` or on a body outside `COMMENT_BOUNDS`.
   */
  static post(item: WorkItem, { id, body, parent }: NewComment, author: UserId, now: Date): Comment {
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

  /** A comment that was stored before. Nothing is checked again. */
  static restore(record: CommentRecord, replies: { readonly hasLiveReplies: boolean }): Comment {
    return new Comment(record, record, replies.hasLiveReplies);
  }

  /** What to store. */
  get record(): CommentRecord {
    return this.current;
  }

  /** Whether there is anything to store: it is new, or really changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current !== this.loaded;
  }

  /** Whether it can still be read, replied to, edited and deleted. */
  get isLive(): boolean {
    return this.current.deletedAt === null;
  }

  /** Says something else; the same again changes nothing. Throws as `post` does, and `NOT_FOUND` when it is deleted. */
  edit(item: WorkItem, text: string, actor: UserId, now: Date): void {
    this.assertLive();
    item.assertOpenToChange();
    const body = checkedBody(text);
    if (body === this.current.body) return;
    this.current = { ...this.current, body, updatedAt: now, editedAt: now };
    item.note({ action: 'comment_edited', comment: this.current.id }, actor, now);
  }

  /** Takes it back. Throws `NOT_FOUND` when it is deleted, `WORK_ITEM_ARCHIVED`, and `CONFLICT` while it has live replies. */
  delete(item: WorkItem, actor: UserId, now: Date): void {
    this.assertLive();
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
  return boundedText('body', trim(body), COMMENT_BOUNDS.body);
}

function assertCanBeRepliedTo(parent: Comment | undefined, on: WorkItemId): void {
  if (parent?.isLive && parent.record.workItemId === on) return;
  invalid('parentCommentId', 'must be a comment of this Work Item that is not deleted');
}

import type { CommentId, NamedPerson, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { PublicUserSummaryView, UserSummaryView } from '../work-item/work-item.views.js';

interface Shown<User> {
  readonly id: CommentId;
  readonly workItemId: WorkItemId;
  readonly parentCommentId: CommentId | null;
  /** Never `null`: a removed account is still shown, as `Removed user`. */
  readonly author: User;
  /** `null` when the comment is deleted. */
  readonly body: string | null;
  readonly deleted: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Set by an edit only. */
  readonly editedAt: string | null;
  /** The members that the text mentions, by their usernames of today, in the order of these. None when the comment is deleted. */
  readonly mentions: readonly NamedPerson[];
}

/** The `Comment` of contract §5.7: its author in the form for legacy clients. */
export type CommentView = Shown<UserSummaryView>;

/** The `PublicComment` of contract §5.7: its author with a public id. */
export type PublicCommentView = Shown<PublicUserSummaryView>;

/** The comment views. */
export abstract class CommentViews {
  /** Throws `NOT_FOUND` when the Work Item has no such comment. */
  abstract one(scope: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<CommentView>;
  /** Returns a comment with a public author. Throws `NOT_FOUND` when the Work Item has no such comment. */
  abstract publicOne(scope: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<PublicCommentView>;
  /** Lists all comments of a Work Item, oldest first; a deleted one keeps its place. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, workItemId: WorkItemId, request: PageRequest): Promise<Page<CommentView>>;
}

import type { CommentId, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { PublicUserSummaryView, UserSummaryView } from '../work-item/work-item.views.js';

interface Shown<User> {
  readonly id: CommentId;
  readonly workItemId: WorkItemId;
  readonly parentCommentId: CommentId | null;
  /** Never `null`: a removed account is still shown, as `Removed user`. */
  readonly author: User;
  /** `null` when it is deleted. */
  readonly body: string | null;
  readonly deleted: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Set by an edit only. */
  readonly editedAt: string | null;
}

/** contract §5.7 Comment: its author as legacy clients read one. */
export type CommentView = Shown<UserSummaryView>;

/** contract §5.7 PublicComment: its author by public id. */
export type PublicCommentView = Shown<PublicUserSummaryView>;

/** How comments are shown. */
export abstract class CommentViews {
  /** Throws `NOT_FOUND` when the Work Item has no such comment. */
  abstract one(scope: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<CommentView>;
  /** The same with a public author. Throws `NOT_FOUND` likewise. */
  abstract publicOne(scope: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<PublicCommentView>;
  /** All comments of a Work Item, oldest first; a deleted one keeps its place. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, workItemId: WorkItemId, request: PageRequest): Promise<Page<CommentView>>;
}

import type { Comment, CommentId, WorkItem, WorkItemId } from '@worktrack/domain';
import { Access, type ProjectScope } from '../access/access.js';
import { refuse } from '../refusals.js';
import type { Transaction } from '../unit-of-work.js';
import { liveItem } from '../work-item/live-item.js';
import type { PublicCommentView } from './comment.views.js';

type Ports = Pick<Transaction, 'comments' | 'instant' | 'workItems'>;

/** Which comment of which Work Item. */
export interface NamedComment {
  readonly workItemId: WorkItemId;
  readonly commentId: CommentId;
}

/** Which comment says what from now on. */
export interface EditComment extends NamedComment {
  readonly body: string;
}

/** The author alone may: `FORBIDDEN`. Throws `WORK_ITEM_ARCHIVED`. The same words again change nothing. */
export async function editComment(
  tx: Ports & Pick<Transaction, 'commentViews'>,
  scope: ProjectScope,
  { body, ...named }: EditComment,
): Promise<PublicCommentView> {
  await change(tx, scope, named, (comment, item, now) => {
    comment.edit(item, body, scope.actorId, now);
  });
  return tx.commentViews.publicOne(scope, named.workItemId, named.commentId);
}

/** The author alone may: `FORBIDDEN`. Throws `WORK_ITEM_ARCHIVED`, and `CONFLICT` while it has live replies. */
export function deleteComment(tx: Ports, scope: ProjectScope, named: NamedComment): Promise<void> {
  return change(tx, scope, named, (comment, item, now) => {
    comment.delete(item, scope.actorId, now);
  });
}

async function change(
  tx: Ports,
  scope: ProjectScope,
  { workItemId, commentId }: NamedComment,
  decide: (comment: Comment, item: WorkItem, now: Date) => void,
): Promise<void> {
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  const comment = (await tx.comments.find(scope, workItemId, commentId)) ?? refuse('NOT_FOUND');
  Access.requireAuthor(scope, comment.record.authorId);
  decide(comment, item, await tx.instant());
  tx.comments.save(comment);
  tx.workItems.save(item);
}

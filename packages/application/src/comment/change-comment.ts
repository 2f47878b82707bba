import type { Comment, CommentId, WorkItem, WorkItemId } from '@worktrack/domain';
import { Access, type ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { PublicCommentView } from './comment.views.js';
import type { CommentPorts } from './ports.js';

type Ports = RequestClock & Pick<CommentPorts, 'comments'> & Pick<WorkItemPorts, 'workItems'>;

/** The comment of a Work Item that a command names. */
export interface NamedComment {
  readonly workItemId: WorkItemId;
  readonly commentId: CommentId;
}

/** The command to edit a comment. */
export interface EditComment extends NamedComment {
  readonly body: string;
}

/** Edits a comment; an equal body changes nothing. Throws `FORBIDDEN` unless the actor is the author, and `WORK_ITEM_ARCHIVED`. */
export async function editComment(
  tx: Ports & Pick<CommentPorts, 'commentViews'>,
  scope: ProjectScope,
  { body, ...named }: EditComment,
): Promise<PublicCommentView> {
  await change(tx, scope, named, (comment, item, now) => {
    comment.edit(item, body, scope.actorId, now);
  });
  return tx.commentViews.publicOne(scope, named.workItemId, named.commentId);
}

/**
 * Deletes a comment. Throws `FORBIDDEN` unless the actor is the author, `WORK_ITEM_ARCHIVED`, and `CONFLICT` while the comment has live
 * replies.
 */
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

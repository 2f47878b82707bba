import { randomUUID } from 'node:crypto';
import { Comment, type CommentId, type WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { CommentView } from './comment.views.js';
import type { CommentPorts } from './ports.js';

/** The command to comment on a Work Item, or to reply to a comment. */
export interface CreateComment {
  readonly workItemId: WorkItemId;
  readonly body: string;
  readonly parentCommentId: CommentId | null;
}

/**
 * Creates a comment. Locks the Work Item first: all changes of its comments run one after the other, so a later comment has a later instant
 * and a parent stays live. Throws `WORK_ITEM_ARCHIVED`, and `VALIDATION_ERROR` on `parentCommentId`.
 */
export async function createComment(
  tx: RequestClock & CommentPorts & Pick<WorkItemPorts, 'workItems'>,
  scope: ProjectScope,
  { workItemId, body, parentCommentId }: CreateComment,
): Promise<CommentView> {
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  const parent = parentCommentId && (await tx.comments.find(scope, workItemId, parentCommentId));
  const id = randomUUID() as CommentId;
  tx.comments.add(Comment.post(item, { id, body, parent }, scope.actorId, await tx.instant()));
  tx.workItems.save(item);
  return tx.commentViews.one(scope, workItemId, id);
}

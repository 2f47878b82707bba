import type { Comment, CommentId, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The comments of one transaction. They have no lock of their own: the caller has locked their Work Item. */
export interface CommentRepository {
  /** Finds a comment of the Work Item, deleted or not. */
  find(scope: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<Comment | undefined>;
  /** Registers a new comment; written at the next flush. The Work Item records its history. */
  add(comment: Comment): void;
  /** Registers the change, if there is one; written at the next flush. */
  save(comment: Comment): void;
}

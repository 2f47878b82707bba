import type { CommentRepository } from './comment.repository.js';
import type { CommentViews } from './comment.views.js';

/** The ports of comments in a transaction. */
export interface CommentPorts {
  readonly comments: CommentRepository;
  readonly commentViews: CommentViews;
}

import type { CommentRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A row is a `CommentRecord`. */
export const CommentTable = tableOf<CommentRecord>('Comment', 'comments', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  workItemId: { type: 'uuid' },
  parentCommentId: { type: 'uuid', nullable: true },
  authorId: { type: 'uuid' },
  body: { type: 'text', nullable: true },
  createdAt: { type: 'timestamptz', precision: 3 },
  updatedAt: { type: 'timestamptz', precision: 3 },
  editedAt: { type: 'timestamptz', precision: 3, nullable: true },
  deletedAt: { type: 'timestamptz', precision: 3, nullable: true },
});

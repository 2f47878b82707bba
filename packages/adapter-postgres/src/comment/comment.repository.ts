import type { CommentRepository, ProjectScope } from '@worktrack/application';
import { Comment, type CommentId, type CommentRecord, type WorkItemId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';

const FIND = statement(
  'comments.find',
  `select comment.id, comment.organization_id as "organizationId", comment.project_id as "projectId",
     comment.work_item_id as "workItemId", comment.parent_comment_id as "parentCommentId", comment.author_id as "authorId",
     comment.body, comment.created_at as "createdAt", comment.updated_at as "updatedAt", comment.edited_at as "editedAt",
     comment.deleted_at as "deletedAt",
     exists (
       select from comments reply
       where reply.organization_id = comment.organization_id and reply.work_item_id = comment.work_item_id
         and reply.parent_comment_id = comment.id and reply.deleted_at is null
     ) as "hasLiveReplies"
   from comments comment
   where comment.organization_id = $1 and comment.work_item_id = $2 and comment.id = $3`,
);

const ADD = statement(
  'comments.add',
  `insert into comments (organization_id, id, project_id, work_item_id, parent_comment_id, author_id, body, created_at,
     updated_at, edited_at, deleted_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** Any number of rows: a JSON list of records. */
export const ADD_COMMENTS = statement(
  'comments.add-many',
  `insert into comments (organization_id, id, project_id, work_item_id, parent_comment_id, author_id, body, created_at,
     updated_at, edited_at, deleted_at)
   select "organizationId", id, "projectId", "workItemId", "parentCommentId", "authorId", body, "createdAt", "updatedAt",
     "editedAt", "deletedAt"
   from jsonb_to_recordset($1::jsonb) as comment
     ("organizationId" uuid, id uuid, "projectId" uuid, "workItemId" uuid, "parentCommentId" uuid, "authorId" uuid, body text,
      "createdAt" timestamptz(3), "updatedAt" timestamptz(3), "editedAt" timestamptz(3), "deletedAt" timestamptz(3))`,
);

const SAVE = statement(
  'comments.save',
  `update comments set body = $3, updated_at = $4, edited_at = $5, deleted_at = $6 where organization_id = $1 and id = $2`,
);

interface Row extends CommentRecord {
  readonly hasLiveReplies: boolean;
}

export class PostgresCommentRepository implements CommentRepository {
  constructor(private readonly session: Session) {}

  async find({ organizationId }: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<Comment | undefined> {
    const [row] = await this.session.rows<Row>(FIND, [organizationId, workItemId, id]);
    if (!row) return undefined;
    const { hasLiveReplies, ...record } = row;
    return Comment.restore(record, { hasLiveReplies });
  }

  add({ record }: Comment): void {
    const { organizationId, id, projectId, workItemId, parentCommentId, authorId } = record;
    const { body, createdAt, updatedAt, editedAt, deletedAt } = record;
    const references = [organizationId, id, projectId, workItemId, parentCommentId, authorId];
    this.session.write(ADD, [...references, body, createdAt, updatedAt, editedAt, deletedAt]);
  }

  /** A plain write: the lock on the Work Item keeps it from meeting another. */
  save(comment: Comment): void {
    if (!comment.hasChanged) return;
    const { organizationId, id, body, updatedAt, editedAt, deletedAt } = comment.record;
    this.session.write(SAVE, [organizationId, id, body, updatedAt, editedAt, deletedAt]);
  }
}

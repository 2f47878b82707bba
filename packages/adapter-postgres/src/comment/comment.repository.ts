import type { CommentRepository, ProjectScope } from '@worktrack/application';
import { Comment, type CommentId, type CommentRecord, type WorkItemId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { mentionedIn, writeMentions, type MentioningText } from '../recording/mentions.js';
import { CommentTable } from './comment.table.js';

const FIND_COMMENT = statement(
  'comments.find',
  `select ${CommentTable.columnsOf('comment')},
     exists (
       select from comments reply
       where reply.organization_id = $1 and reply.work_item_id = comment.work_item_id
         and reply.parent_comment_id = comment.id and reply.deleted_at is null
     ) as "hasLiveReplies"
   from comments comment
   where comment.organization_id = $1 and comment.work_item_id = $2 and comment.id = $3`,
);

const INSERT_COMMENT = CommentTable.insertAs('comments.add');

/** Inserts any number of rows: a JSON list of results of `CommentTable.plain`. */
export const ADD_COMMENTS = CommentTable.insertManyAs('comments.add-many');

const CHANGING = ['body', 'updatedAt', 'editedAt', 'deletedAt'] as const;
const UPDATE_COMMENT = CommentTable.saveAs('comments.save', ...CHANGING);

interface CommentRow extends CommentRecord {
  readonly hasLiveReplies: boolean;
}

export class PostgresCommentRepository implements CommentRepository {
  constructor(private readonly transaction: SqlTransaction) {}

  async find({ organizationId }: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<Comment | undefined> {
    const [row] = await this.transaction.rows<CommentRow>(FIND_COMMENT, [organizationId, workItemId, id]);
    if (!row) return undefined;
    const { hasLiveReplies, ...record } = row;
    return Comment.restore(record, { hasLiveReplies });
  }

  add({ record }: Comment): void {
    this.transaction.write(INSERT_COMMENT, CommentTable.insertValues(record));
    writeMentions(this.transaction, record.organizationId, mentionedIn([textOf(record)]));
  }

  /** Writes without a check of concurrent changes: the lock on the Work Item excludes them. */
  save(comment: Comment): void {
    if (!comment.hasChanged) return;
    this.transaction.write(UPDATE_COMMENT, CommentTable.saveValues(comment.record, ...CHANGING));
    // The mentions of a deleted comment are not shown, and who was mentioned still watches.
    if (comment.isLive) writeMentions(this.transaction, comment.record.organizationId, [textOf(comment.record)]);
  }
}

/** Returns the text of a comment whose mentions are written. */
export const textOf = ({ id, projectId, workItemId, body, updatedAt }: CommentRecord): MentioningText => ({
  id,
  projectId,
  workItemId,
  text: body ?? '',
  at: updatedAt,
});

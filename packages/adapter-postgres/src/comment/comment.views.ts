import {
  CommentViews,
  refuse,
  type CommentView,
  type Cursors,
  type Page,
  type PageRequest,
  type ProjectScope,
  type PublicCommentView,
} from '@worktrack/application';
import type { CommentId, PublicUserId, UserId, WorkItemId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';

/** Joins every author: the row of a removed account remains, with the name to show. */
const SELECT = `
  select comment.id, comment.work_item_id as "workItemId", comment.parent_comment_id as "parentCommentId",
    author.id as "authorId", author.public_id as "authorPublicId", author.name as "authorName",
    comment.body, comment.deleted_at is not null as deleted, comment.created_at as "createdAt",
    comment.updated_at as "updatedAt", comment.edited_at as "editedAt",
    case when comment.deleted_at is null then (
      select coalesce(json_agg(json_build_object('username', member.username, 'occurrenceCount', mention.occurrence_count)
        order by member.username), '[]'::json)
      from mentions mention
      join memberships member on member.organization_id = $1 and member.user_id = mention.user_id
      where mention.organization_id = $1 and mention.text_id = comment.id and mention.occurrence_count > 0
        and member.username is not null
    ) else '[]'::json end as mentions
  from comments comment join users author on author.id = comment.author_id
  where comment.organization_id = $1 and comment.work_item_id = $2`;

const SELECT_COMMENT = viewStatement('comment-view.one', `${SELECT} and comment.id = $3`);

const OLDEST_FIRST = new KeysetPages<CommentViewRow>({
  name: 'comment-view.oldest-first',
  select: SELECT,
  parameters: 2,
  orderings: [
    { by: 'comment.created_at', direction: 'asc', type: 'timestamptz', valueOf: ({ createdAt }) => createdAt },
    { by: 'comment.id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

interface CommentViewRow extends Omit<CommentView, 'author'> {
  readonly authorId: UserId;
  readonly authorPublicId: PublicUserId;
  readonly authorName: string;
}

export class PostgresCommentViews extends CommentViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async one(scope: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<CommentView> {
    return viewOf(await this.row(scope, workItemId, id));
  }

  async publicOne(scope: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<PublicCommentView> {
    const row = await this.row(scope, workItemId, id);
    return shown(row, { publicId: row.authorPublicId, name: row.authorName });
  }

  page({ organizationId }: ProjectScope, workItemId: WorkItemId, request: PageRequest): Promise<Page<CommentView>> {
    const values = [organizationId, workItemId];
    return OLDEST_FIRST.read(this.reader, this.cursors, `comments of ${workItemId}`, request, values, viewOf);
  }

  private async row({ organizationId }: ProjectScope, workItemId: WorkItemId, id: CommentId): Promise<CommentViewRow> {
    const [row] = await this.reader.rows<CommentViewRow>(SELECT_COMMENT, [organizationId, workItemId, id]);
    return row ?? refuse('NOT_FOUND');
  }
}

function viewOf(row: CommentViewRow): CommentView {
  return shown(row, { id: row.authorId, name: row.authorName });
}

function shown<User>(row: CommentViewRow, author: User) {
  const { id, workItemId, parentCommentId, body, deleted, createdAt, updatedAt, editedAt, mentions } = row;
  return { id, workItemId, parentCommentId, author, body, deleted, createdAt, updatedAt, editedAt, mentions };
}

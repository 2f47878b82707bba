import { ApiSchema } from '@nestjs/swagger';
import type { CreateComment, EditComment } from '@worktrack/application';
import { COMMENT_BOUNDS, type CommentId, type WorkItemId } from '@worktrack/domain';
import { CLEARABLE, Parsed, Text } from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';
import { parseUuid } from '../body/uuid.js';

/** contract §4, B-comment-edit. */
@ApiSchema({ description: 'New words of a comment.' })
export class EditCommentBody {
  @Text(COMMENT_BOUNDS.body, { trimmed: true }) body!: string;

  toCommand(workItemId: WorkItemId, commentId: CommentId): EditComment {
    return { workItemId, commentId, body: this.body };
  }
}

/** contract §4, B-comment-create: a `null` parent equals none. */
@ApiSchema({ description: 'A comment to write.' })
export class CreateCommentBody {
  @Text(COMMENT_BOUNDS.body, { trimmed: true }) body!: string;

  @Parsed(parseUuid, 'a UUID', SCHEMA.uuid, CLEARABLE)
  parentCommentId?: CommentId | null;

  toCommand(workItemId: WorkItemId): CreateComment {
    const { body, parentCommentId = null } = this;
    return { workItemId, body, parentCommentId };
  }
}

import type { CommentView, PublicCommentView } from '@worktrack/application';
import type { CommentId, WorkItemId } from '@worktrack/domain';
import { PublicUserSummary, UserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

class ShownComment {
  @Shows.uuid() readonly id!: CommentId;
  @Shows.uuid() readonly workItemId!: WorkItemId;
  @Shows.uuid({ nullable: true }) readonly parentCommentId!: CommentId | null;
  @Shows.text({ nullable: true }) readonly body!: string | null;
  @Shows.flag() readonly deleted!: boolean;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
  @Shows.instant({ nullable: true }) readonly editedAt!: string | null;
}

/** A comment, its author as older clients read one. Of a deleted one the place remains, without its words. */
export class Comment extends ShownComment implements CommentView {
  @Shows.one(UserSummary) readonly author!: UserSummary;
}

/** A comment, its author by public id. */
export class PublicComment extends ShownComment implements PublicCommentView {
  @Shows.one(PublicUserSummary) readonly author!: PublicUserSummary;
}

export class CommentList {
  @Shows.many(Comment) readonly items!: readonly Comment[];
  @Shows.one(Page) readonly page!: Page;
}

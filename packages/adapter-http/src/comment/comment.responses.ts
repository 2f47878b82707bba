import { ApiSchema } from '@nestjs/swagger';
import type { CommentView, PublicCommentView } from '@worktrack/application';
import type { CommentId, NamedPerson, Username, WorkItemId } from '@worktrack/domain';
import { PublicUserSummary, UserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A member whom a text mentions.' })
export class Mention implements NamedPerson {
  @Shows.text({ description: 'The username of the member, in lower case.' }) readonly username!: Username;
  @Shows.integer(1, { description: 'How often the text mentions the member.' }) readonly occurrenceCount!: number;
}

class ShownComment {
  @Shows.uuid({ description: 'The id of the comment. It never changes.' }) readonly id!: CommentId;
  @Shows.uuid() readonly workItemId!: WorkItemId;
  @Shows.uuid({ nullable: true }) readonly parentCommentId!: CommentId | null;
  @Shows.text({ nullable: true }) readonly body!: string | null;
  @Shows.flag() readonly deleted!: boolean;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
  @Shows.instant({ nullable: true }) readonly editedAt!: string | null;
  @Shows.many(Mention) readonly mentions!: readonly Mention[];
}

@ApiSchema({ description: 'A comment, with its author in the form for older clients.' })
export class Comment extends ShownComment implements CommentView {
  @Shows.one(UserSummary) readonly author!: UserSummary;
}

@ApiSchema({ description: 'A comment, with its author by the public id.' })
export class PublicComment extends ShownComment implements PublicCommentView {
  @Shows.one(PublicUserSummary) readonly author!: PublicUserSummary;
}

@ApiSchema({ description: 'A page of the comments of a Work Item, oldest first.' })
export class CommentList {
  @Shows.many(Comment) readonly items!: readonly Comment[];
  @Shows.one(Page) readonly page!: Page;
}

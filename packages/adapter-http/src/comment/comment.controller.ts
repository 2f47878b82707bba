import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommentViews, createComment, deleteComment, editComment, type ProjectScope } from '@worktrack/application';
import type { CommentId, WorkItemId } from '@worktrack/domain';
import { InProject, InQuery, TargetChild, TargetWorkItem, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { PAGE_OF_200, type QueryOf } from '../checks/query.js';
import { CreateCommentBody, EditCommentBody } from './comment.requests.js';
import { Comment, CommentList, PublicComment } from './comment.responses.js';
import EXAMPLES from './comment.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/work-items/:workItemKey/comments')
export class CommentController {
  constructor(
    private readonly comments: CommentViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listWorkItemComments',
    summary: 'The comments of a Work Item, oldest first; a deleted one keeps its place.',
    description:
      'Lists the comments of a Work Item, oldest first. A deleted one keeps its place. The cursor of the last page, used again, gets what was written since.',
    examples: EXAMPLES.listWorkItemComments,
    scope: 'comment:read',
    role: null,
    query: PAGE_OF_200,
    responses: { status: 200, with: CommentList },
  })
  list(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @InQuery() query: QueryOf<typeof PAGE_OF_200>,
  ): Promise<CommentList> {
    return this.comments.page(scope, workItemId, query);
  }

  @Post()
  @Operation({
    id: 'createWorkItemComment',
    summary: 'Comments on a Work Item, or replies to a comment on it.',
    description: 'Writes a comment, or a reply to one. The revision of the Work Item stays.',
    examples: EXAMPLES.createWorkItemComment,
    scope: 'comment:write',
    role: 'member',
    idempotencyKey: 'required',
    body: CreateCommentBody,
    responses: { status: 201, with: Comment, kind: 'comment' },
    errors: ['WORK_ITEM_ARCHIVED'],
  })
  create(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @Body() body: CreateCommentBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, createComment, scope, body.toCommand(workItemId));
  }

  @Patch(':commentId')
  @Operation({
    id: 'updateWorkItemComment',
    summary: 'Changes the words of a comment; its author only.',
    description: 'Changes the words of a comment.',
    examples: EXAMPLES.updateWorkItemComment,
    scope: 'comment:write',
    role: null,
    authorOnly: true,
    idempotencyKey: 'required',
    body: EditCommentBody,
    responses: { status: 200, with: PublicComment, kind: 'comment' },
    errors: ['WORK_ITEM_ARCHIVED'],
  })
  update(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @TargetChild() commentId: CommentId,
    @Body() body: EditCommentBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, editComment, scope, body.toCommand(workItemId, commentId));
  }

  @Delete(':commentId')
  @Operation({
    id: 'deleteWorkItemComment',
    summary: 'Takes a comment back that has no replies; its author only.',
    description: 'Deletes a comment that has no replies. It keeps its place in the list, without its words.',
    examples: EXAMPLES.deleteWorkItemComment,
    scope: 'comment:delete',
    role: null,
    authorOnly: true,
    idempotencyKey: 'optional',
    responses: { status: 204, with: null },
    errors: ['WORK_ITEM_ARCHIVED', 'CONFLICT'],
  })
  delete(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @TargetChild() commentId: CommentId,
    @UnderConditions() conditions: Conditions,
  ) {
    const command = { workItemId, commentId };
    return this.mutations.perform(conditions, deleteComment, scope, command, () => ({
      shown: null,
      touched: [{ kind: 'comment', id: commentId }],
    }));
  }
}

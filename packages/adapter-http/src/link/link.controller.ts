import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { LinkViews, createLink, deleteLink, type OrganizationScope } from '@worktrack/application';
import type { LinkId, WorkItemId } from '@worktrack/domain';
import {
  InOrganization,
  InQuery,
  OtherWorkItem,
  TargetChild,
  TargetWorkItem,
  UnderConditions,
  type Conditions,
} from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { PAGE_OF_100, type QueryOf } from '../checks/query.js';
import { CreateLinkBody } from './link.requests.js';
import { WorkItemLink, WorkItemLinkList } from './link.responses.js';
import EXAMPLES from './link.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/work-items/:workItemKey/links')
export class LinkController {
  constructor(
    private readonly links: LinkViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listWorkItemLinks',
    summary: 'The links of a Work Item with others that the caller may see, oldest first.',
    description: 'Lists the links of a Work Item whose other end the caller can see, oldest first.',
    examples: EXAMPLES.listWorkItemLinks,
    scope: 'work_item:read',
    role: null,
    query: PAGE_OF_100,
    responses: { status: 200, with: WorkItemLinkList },
  })
  list(
    @InOrganization() scope: OrganizationScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @InQuery() query: QueryOf<typeof PAGE_OF_100>,
  ): Promise<WorkItemLinkList> {
    return this.links.page(scope, workItemId, query);
  }

  @Post()
  @Operation({
    id: 'createWorkItemLink',
    summary: 'Links the Work Item with another one of the Organization.',
    description:
      'Links the Work Item with another one of the same Organization, named by key or by id. The other one then shows the opposite relation. No revision changes. One that the token does not cover gets 404, like one that does not exist.',
    examples: EXAMPLES.createWorkItemLink,
    scope: 'work_item:write',
    role: 'member',
    idempotencyKey: 'required',
    body: CreateLinkBody,
    responses: { status: 201, with: WorkItemLink },
    errors: ['WORK_ITEM_ARCHIVED', 'LINK_DUPLICATE', 'LINK_CONTRADICTION'],
  })
  create(
    @InOrganization() scope: OrganizationScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @Body() body: CreateLinkBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.perform(conditions, createLink, scope, body.toCommand(workItemId), (link) => ({
      shown: link,
      shows: [link.otherWorkItem.project.id],
      touched: [{ kind: 'link', id: link.id }],
    }));
  }

  @Delete(':linkId')
  @Operation({
    id: 'deleteWorkItemLink',
    summary: 'Removes a link, from whichever of its two Work Items.',
    description: 'Removes a link, from either of its two Work Items.',
    examples: EXAMPLES.deleteWorkItemLink,
    scope: 'work_item:write',
    role: 'member',
    idempotencyKey: 'required',
    responses: { status: 204, with: null },
    errors: ['WORK_ITEM_ARCHIVED'],
  })
  delete(
    @InOrganization() scope: OrganizationScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @TargetChild() linkId: LinkId,
    @OtherWorkItem() otherWorkItemId: WorkItemId,
    @UnderConditions() conditions: Conditions,
  ) {
    const command = { workItemId, linkId, otherWorkItemId };
    return this.mutations.perform(conditions, deleteLink, scope, command, () => ({
      shown: null,
      touched: [{ kind: 'link', id: linkId }],
    }));
  }
}

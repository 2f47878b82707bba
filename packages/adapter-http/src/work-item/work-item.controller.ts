import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import {
  FilterReferences,
  WorkItemViews,
  archiveWorkItem,
  createWorkItem,
  deleteWorkItem,
  listWorkItems,
  transitionWorkItem,
  transitionsOf,
  unarchiveWorkItem,
  updateWorkItem,
  type ProjectScope,
  type WorkItemView,
} from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { InProject, InQuery, ShownWorkItem, TargetWorkItem, UnderConditions, type Conditions } from '../run/context.js';
import { EmptyBody } from '../body/empty-body.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { Q_PROJECT, type ProjectQuery } from './work-item.query.js';
import {
  CreateWorkItemBody,
  DeleteWorkItemBody,
  TransitionWorkItemBody,
  UpdateWorkItemBody,
} from './work-item.requests.js';
import { PublicWorkItem, WorkItem, WorkItemList, WorkItemTransitionList } from './work-item.responses.js';
import EXAMPLES from './work-item.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/work-items')
export class WorkItemController {
  constructor(
    private readonly workItems: WorkItemViews,
    private readonly references: FilterReferences,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listWorkItems',
    summary: 'The Work Items of a Project, filtered and ordered.',
    description:
      'Lists the Work Items of a Project. Several values of one filter are alternatives; all filters must hold. `fields` makes the rows smaller. Rows have no description and no labels: `getWorkItem` shows them, with the `ETag`. Archived Work Items are a list of their own. A row that changes while you page can be missed, or shown twice: for a complete copy, search with `ORDER BY key`.',
    examples: EXAMPLES.listWorkItems,
    scope: 'work_item:read',
    role: null,
    query: Q_PROJECT,
    responses: { status: 200, with: WorkItemList },
  })
  list(@InProject() scope: ProjectScope, @InQuery() query: ProjectQuery): Promise<WorkItemList> {
    return listWorkItems(this.references, this.workItems, scope, query);
  }

  @Post()
  @Operation({
    id: 'createWorkItem',
    summary: 'Creates a Work Item; the caller becomes its reporter.',
    description:
      'Creates a Work Item. The caller becomes its reporter. Only the title is needed. It can begin in any status. Labels are attached afterwards, one request each, with `createWorkItemLabelAssignment`.',
    examples: EXAMPLES.createWorkItem,
    scope: 'work_item:write',
    role: 'member',
    idempotencyKey: 'required',
    body: CreateWorkItemBody,
    responses: { status: 201, with: WorkItem, tag: 'wi' },
    errors: ['PROJECT_ARCHIVED'],
  })
  create(
    @InProject() scope: ProjectScope,
    @Body() body: CreateWorkItemBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, createWorkItem, scope, body.toCommand());
  }

  @Get(':workItemKey')
  @Operation({
    id: 'getWorkItem',
    summary: 'One Work Item, complete.',
    description: 'Shows one complete Work Item. Its `ETag` is what a change of it needs.',
    examples: EXAMPLES.getWorkItem,
    scope: 'work_item:read',
    role: null,
    showsWorkItem: true,
    responses: { status: 200, with: WorkItem, tag: 'wi' },
  })
  get(@ShownWorkItem() item: WorkItemView): WorkItem {
    return item;
  }

  @Patch(':workItemKey')
  @Operation({
    id: 'updateWorkItem',
    summary: 'Changes any member but the status; an explicit null clears.',
    description:
      'Changes members of a Work Item, all but its status. An absent member keeps its value, `null` clears it. A request that changes nothing is a success, and the revision stays.',
    examples: EXAMPLES.updateWorkItem,
    scope: 'work_item:write',
    role: 'member',
    ifMatch: 'wi',
    idempotencyKey: 'optional',
    body: UpdateWorkItemBody,
    responses: { status: 200, with: WorkItem, tag: 'wi' },
    errors: ['WORK_ITEM_ARCHIVED', 'WORK_ITEM_STATUS_REQUIRES_TRANSITION'],
  })
  update(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() id: WorkItemId,
    @Body() body: UpdateWorkItemBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, updateWorkItem, scope, body.toCommand(id, conditions.expected));
  }

  @Delete(':workItemKey')
  @Operation({
    id: 'deleteWorkItem',
    summary: 'Deletes the Work Item; with cascade also all that is below it.',
    description:
      'Deletes a Work Item, with `cascade` also everything below it. No operation brings it back, and its key is never used again. Archive it to keep it.',
    examples: EXAMPLES.deleteWorkItem,
    scope: 'work_item:delete',
    role: 'owner',
    ifMatch: 'wi',
    idempotencyKey: 'required',
    body: DeleteWorkItemBody,
    bodyOptional: true,
    responses: { status: 204, with: null },
    errors: ['WORK_ITEM_ARCHIVED', 'WORK_ITEM_HAS_CHILDREN'],
  })
  delete(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() id: WorkItemId,
    @Body() body: DeleteWorkItemBody,
    @UnderConditions() conditions: Conditions,
  ) {
    const command = body.toCommand(id, conditions.expected);
    return this.mutations.perform(conditions, deleteWorkItem, scope, command, ({ descendants, ...item }) => ({
      shown: null,
      touched: [{ kind: 'work_item', ...item, ...(descendants > 0 && { descendants }) }],
    }));
  }

  @Post(':workItemKey/archive')
  @Operation({
    id: 'archiveWorkItem',
    summary: 'Archives the Work Item: it stays readable and takes no changes.',
    description:
      'Archives a Work Item: it can be read, and takes no change until it is unarchived. Lists show it only with `archived=true`.',
    examples: EXAMPLES.archiveWorkItem,
    scope: 'work_item:delete',
    role: 'admin',
    ifMatch: 'wi',
    idempotencyKey: 'required',
    body: EmptyBody,
    responses: { status: 200, with: PublicWorkItem, tag: 'wi' },
  })
  archive(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @Body() _body: EmptyBody,
    @UnderConditions() conditions: Conditions,
  ) {
    const command = { workItemId, expected: conditions.expected };
    return this.mutations.run(conditions, archiveWorkItem, scope, command);
  }

  @Post(':workItemKey/unarchive')
  @Operation({
    id: 'unarchiveWorkItem',
    summary: 'Takes the Work Item out of the archive.',
    description: 'Takes a Work Item out of the archive. One that is not archived stays as it is.',
    examples: EXAMPLES.unarchiveWorkItem,
    scope: 'work_item:delete',
    role: 'admin',
    ifMatch: 'wi',
    idempotencyKey: 'required',
    body: EmptyBody,
    responses: { status: 200, with: PublicWorkItem, tag: 'wi' },
  })
  unarchive(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @Body() _body: EmptyBody,
    @UnderConditions() conditions: Conditions,
  ) {
    const command = { workItemId, expected: conditions.expected };
    return this.mutations.run(conditions, unarchiveWorkItem, scope, command);
  }

  @Get(':workItemKey/transitions')
  @Operation({
    id: 'listWorkItemTransitions',
    summary: 'Every status that the Work Item may move to now.',
    description: 'Lists the statuses that the Work Item can move to now. For an archived one there are none.',
    examples: EXAMPLES.listWorkItemTransitions,
    scope: 'work_item:read',
    role: null,
    showsWorkItem: true,
    responses: { status: 200, with: WorkItemTransitionList },
  })
  transitions(@ShownWorkItem() item: WorkItemView): WorkItemTransitionList {
    return transitionsOf(item);
  }

  @Post(':workItemKey/transitions')
  @Operation({
    id: 'transitionWorkItem',
    summary: 'Moves the Work Item to another status.',
    description:
      'Moves a Work Item to another status, one that `listWorkItemTransitions` lists. The present status is not among them.',
    examples: EXAMPLES.transitionWorkItem,
    scope: 'work_item:write',
    role: 'member',
    ifMatch: 'wi',
    idempotencyKey: 'required',
    body: TransitionWorkItemBody,
    responses: { status: 200, with: WorkItem, tag: 'wi' },
    errors: ['WORK_ITEM_ARCHIVED', 'INVALID_STATUS_TRANSITION'],
  })
  transition(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() id: WorkItemId,
    @Body() body: TransitionWorkItemBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, transitionWorkItem, scope, body.toCommand(id, conditions.expected));
  }
}

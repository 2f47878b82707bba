import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import {
  DeletedWorkItemViews,
  deleteWorkItemForGood,
  refuse,
  restoreWorkItem,
  type NamedWorkItem,
  type ProjectScope,
} from '@worktrack/application';
import { EmptyBody } from '../body/empty-body.js';
import { PAGE_OF_100, type QueryOf } from '../checks/query.js';
import { InProject, InQuery, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { parseWorkItemReference } from '../work-item/work-item.requests.js';
import { DeletedWorkItemList, RestoredWorkItem } from './deleted-work-items.responses.js';
import EXAMPLES from './deleted-work-items.examples.json';

@Controller('api/x/organizations/:organizationSlug/projects/:projectKey/deleted-work-items')
export class DeletedWorkItemsController {
  constructor(
    private readonly deleted: DeletedWorkItemViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listDeletedWorkItems',
    stability: 'stable',
    summary: 'The deleted Work Items of a Project that can be restored.',
    description: 'Lists what was deleted in the last 30 days, the last deleted ones first, with who deleted it.',
    examples: EXAMPLES.listDeletedWorkItems,
    scope: 'work_item:read',
    role: 'owner',
    query: PAGE_OF_100,
    responses: { status: 200, with: DeletedWorkItemList },
  })
  list(@InProject() scope: ProjectScope, @InQuery() query: QueryOf<typeof PAGE_OF_100>): Promise<DeletedWorkItemList> {
    return this.deleted.page(scope, query);
  }

  @Post(':deletedItem/restorations')
  @Operation({
    id: 'restoreWorkItem',
    stability: 'stable',
    summary: 'Restores a deleted Work Item.',
    description:
      'Restores a Work Item, named by its id or key, with up to 249 of those below it that were deleted with it. It has its key, comments, attachments, labels and history again, and its links to Work Items that are there. `lost` says which references are not there any more. A Work Item that is not deleted stays as it is.',
    examples: EXAMPLES.restoreWorkItem,
    scope: 'work_item:delete',
    role: 'owner',
    idempotencyKey: 'required',
    body: EmptyBody,
    responses: { status: 200, with: RestoredWorkItem },
  })
  restore(
    @InProject() scope: ProjectScope,
    @Param('deletedItem') text: string,
    @Body() _body: EmptyBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, restoreWorkItem, scope, named(text), (restored) => ({
      shown: restored satisfies RestoredWorkItem,
      touched: [{ kind: 'work_item', id: restored.id }],
    }));
  }

  @Delete(':deletedItem')
  @Operation({
    id: 'deleteWorkItemForGood',
    stability: 'stable',
    summary: 'Deletes a deleted Work Item for good.',
    description:
      'Ends the time in which a deleted Work Item, named by its id or key, can be restored. Its description, comments, links and attachments are removed within seconds.',
    examples: EXAMPLES.deleteWorkItemForGood,
    scope: 'work_item:delete',
    role: 'owner',
    idempotencyKey: 'required',
    responses: { status: 204, with: null },
  })
  deleteForGood(
    @InProject() scope: ProjectScope,
    @Param('deletedItem') text: string,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, deleteWorkItemForGood, scope, named(text), (id) => ({
      shown: null,
      touched: [{ kind: 'work_item', id }],
    }));
  }
}

const named = (text: string): NamedWorkItem => ({ workItem: parseWorkItemReference(text) ?? refuse('NOT_FOUND') });

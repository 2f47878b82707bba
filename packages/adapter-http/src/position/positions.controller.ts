import { Body, Controller, Get, Post } from '@nestjs/common';
import { PositionViews, moveWorkItems, type ProjectScope } from '@worktrack/application';
import { PAGE_OF_100, type QueryOf } from '../checks/query.js';
import { InProject, InQuery, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { MoveWorkItemsBody } from './positions.requests.js';
import { MovedWorkItems, PositionList } from './positions.responses.js';
import EXAMPLES from './positions.examples.json';

@Controller('api/x/organizations/:organizationSlug/projects/:projectKey/positions')
export class PositionsController {
  constructor(
    private readonly positions: PositionViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listPositions',
    stability: 'experimental',
    summary: 'The manual order of the Work Items of a Project.',
    description:
      'Lists the Work Items of a Project that are not archived in their manual order. Until they are moved, they have the order of their creation.',
    examples: EXAMPLES.listPositions,
    scope: 'work_item:read',
    role: null,
    query: PAGE_OF_100,
    responses: { status: 200, with: PositionList },
  })
  list(@InProject() scope: ProjectScope, @InQuery() query: QueryOf<typeof PAGE_OF_100>): Promise<PositionList> {
    return this.positions.page(scope, query);
  }

  @Post()
  @Operation({
    id: 'moveWorkItems',
    stability: 'experimental',
    summary: 'Moves Work Items within the manual order of their Project.',
    description:
      'Moves up to 100 Work Items as a block, in the order of `workItems`, next to another one, to the end or to the start. Revisions, history and `updatedAt` stay as they are.',
    examples: EXAMPLES.moveWorkItems,
    scope: 'work_item:write',
    role: 'member',
    idempotencyKey: 'required',
    body: MoveWorkItemsBody,
    responses: { status: 200, with: MovedWorkItems },
  })
  move(
    @InProject() scope: ProjectScope,
    @Body() body: MoveWorkItemsBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, moveWorkItems, scope, body.toCommand(), (positions) => ({
      shown: { positions } satisfies MovedWorkItems,
      touched: positions.map(({ id }) => ({ kind: 'work_item', id })),
    }));
  }
}

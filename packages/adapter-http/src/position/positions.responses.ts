import { ApiSchema } from '@nestjs/swagger';
import type { PositionView } from '@worktrack/application';
import type { WorkItemId, WorkItemKey } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A Work Item with its place in the manual order of its Project.' })
export class Position implements PositionView {
  @Shows.uuid({ description: 'The id of the Work Item.' }) readonly id!: WorkItemId;
  @Shows.text({ description: 'The key of the Work Item.' }) readonly key!: WorkItemKey;
  @Shows.integer(-(2 ** 52), {
    description:
      'A smaller one comes first. Only the order of two positions means anything; a move of others can change it.',
  })
  readonly position!: number;
}

@ApiSchema({ description: 'The Work Items that were moved, in their order.' })
export class MovedWorkItems {
  @Shows.many(Position) readonly positions!: readonly Position[];
}

@ApiSchema({ description: 'A page of the manual order of a Project.' })
export class PositionList {
  @Shows.many(Position) readonly items!: readonly Position[];
  @Shows.one(Page) readonly page!: Page;
}

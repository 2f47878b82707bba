import { ApiSchema } from '@nestjs/swagger';
import {
  LOST_REFERENCES,
  MOST_RESTORED,
  type DeletedWorkItemView,
  type LostReference,
  type RestoredWorkItem as Restored,
} from '@worktrack/application';
import { WORK_ITEM_TYPES, type WorkItemId, type WorkItemKey, type WorkItemType } from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A deleted Work Item that can be restored.' })
export class DeletedWorkItem implements DeletedWorkItemView {
  @Shows.uuid({ description: 'The id of the Work Item.' }) readonly id!: WorkItemId;
  @Shows.text({ description: 'The key of the Work Item.' }) readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
  @Shows.one(PublicUserSummary, { nullable: true, description: '`null`: the account was removed.' })
  readonly deletedBy!: PublicUserSummary | null;
  @Shows.instant({ description: 'The instant of the deletion.' }) readonly deletedAt!: string;
  @Shows.instant({ description: 'The instant from which it cannot be restored any more.' })
  readonly erasureDueAt!: string;
}

@ApiSchema({ description: 'A page of deleted Work Items.' })
export class DeletedWorkItemList {
  @Shows.many(DeletedWorkItem) readonly items!: readonly DeletedWorkItem[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'A restored Work Item.' })
export class RestoredWorkItem implements Restored {
  @Shows.uuid({ description: 'The id of the Work Item.' }) readonly id!: WorkItemId;
  @Shows.text({ description: 'The key of the Work Item.' }) readonly key!: string;
  @Shows.integer(0, {
    description: `The number of Work Items that were restored, at most ${MOST_RESTORED}; 0 when it was not deleted.`,
  })
  readonly restored!: number;
  @Shows.flag({ description: 'False when more were deleted with it: the others are still in the list.' })
  readonly isComplete!: boolean;
  @Shows.words(LOST_REFERENCES, {
    description: 'What at least one of them has lost, because it is not there any more.',
  })
  readonly lost!: readonly LostReference[];
}

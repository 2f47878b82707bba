import { ApiSchema } from '@nestjs/swagger';
import type { LinkView, LinkedWorkItemView, ProjectSummaryView } from '@worktrack/application';
import {
  LINK_RELATIONS,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  type LinkId,
  type LinkRelation,
  type ProjectId,
  type ProjectKey,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A Project in short.' })
export class ProjectSummary implements ProjectSummaryView {
  @Shows.uuid({ description: 'The id of the Project.' }) readonly id!: ProjectId;
  @Shows.text({ description: 'The key of the Project.' }) readonly key!: ProjectKey;
  @Shows.text({ description: 'The name of the Project.' }) readonly name!: string;
}

@ApiSchema({ description: 'The Work Item at the other end of a link.' })
export class LinkedWorkItem implements LinkedWorkItemView {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.one(ProjectSummary) readonly project!: ProjectSummary;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
}

@ApiSchema({ description: 'A link of two Work Items, seen from the one in the path.' })
export class WorkItemLink implements LinkView {
  @Shows.uuid({ description: 'The id of the link. It never changes.' }) readonly id!: LinkId;
  @Shows.word(LINK_RELATIONS) readonly relation!: LinkRelation;
  @Shows.one(LinkedWorkItem, { description: 'The Work Item at the other end.' })
  readonly otherWorkItem!: LinkedWorkItem;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly createdBy!: PublicUserSummary | null;
  @Shows.instant() readonly createdAt!: string;
}

@ApiSchema({ description: 'A page of the links of a Work Item, oldest first.' })
export class WorkItemLinkList {
  @Shows.many(WorkItemLink) readonly items!: readonly WorkItemLink[];
  @Shows.one(Page) readonly page!: Page;
}

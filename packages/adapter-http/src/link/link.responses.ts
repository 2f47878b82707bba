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

export class ProjectSummary implements ProjectSummaryView {
  @Shows.uuid() readonly id!: ProjectId;
  @Shows.text() readonly key!: ProjectKey;
  @Shows.text() readonly name!: string;
}

/** The Work Item at the other end of a link. */
export class LinkedWorkItem implements LinkedWorkItemView {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.one(ProjectSummary) readonly project!: ProjectSummary;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
}

/** A link as the Work Item that is addressed sees it. */
export class WorkItemLink implements LinkView {
  @Shows.uuid() readonly id!: LinkId;
  @Shows.word(LINK_RELATIONS) readonly relation!: LinkRelation;
  @Shows.one(LinkedWorkItem) readonly otherWorkItem!: LinkedWorkItem;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly createdBy!: PublicUserSummary | null;
  @Shows.instant() readonly createdAt!: string;
}

export class WorkItemLinkList {
  @Shows.many(WorkItemLink) readonly items!: readonly WorkItemLink[];
  @Shows.one(Page) readonly page!: Page;
}

import { ApiSchema } from '@nestjs/swagger';
import type {
  LabelView,
  ParentView,
  ProfileWorkItemView,
  PublicWorkItemView,
  SprintSummaryView,
  WorkItemContextView,
  WorkItemSummaryView,
  WorkItemTransitionsView,
  WorkItemView,
} from '@worktrack/application';
import {
  SPRINT_STATES,
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  type LabelId,
  type ProjectId,
  type SprintId,
  type SprintState,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemPriority,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import { PublicUserSummary, UserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';
import { OrganizationSummary } from '../organization/organization.responses.js';
import { ProjectContext } from '../project/project.responses.js';

@ApiSchema({ description: 'A Sprint in short.' })
export class SprintSummary implements SprintSummaryView {
  @Shows.uuid({ description: 'The id of the Sprint.' }) readonly id!: SprintId;
  @Shows.text({ description: 'The name of the Sprint.' }) readonly name!: string;
  @Shows.word(SPRINT_STATES) readonly state!: SprintState;
}

@ApiSchema({ description: 'A label as a Work Item shows it.' })
export class Label implements LabelView {
  @Shows.uuid({ description: 'The id of the label.' }) readonly id!: LabelId;
  @Shows.text({ description: 'The name of the label, in lower case.' }) readonly name!: string;
  @Shows.color() readonly color!: string;
}

@ApiSchema({ description: 'The Work Item above another one.' })
export class ParentWorkItem implements ParentView {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
  @Shows.word(WORK_ITEM_PRIORITIES) readonly priority!: WorkItemPriority;
}

/** The members of every row of a Work Item collection. Members other than `id`, `key` and `revision` can be left out by `fields`. */
class Summary {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.integer(1) readonly revision!: number;
  @Shows.text({ optional: true }) readonly title?: string;
  @Shows.word(WORK_ITEM_TYPES, { optional: true }) readonly type?: WorkItemType;
  @Shows.word(WORK_ITEM_STATUSES, { optional: true }) readonly status?: WorkItemStatus;
  @Shows.word(WORK_ITEM_PRIORITIES, { optional: true }) readonly priority?: WorkItemPriority;
  @Shows.one(SprintSummary, { nullable: true, optional: true }) readonly sprint?: SprintSummary | null;
  @Shows.uuid({ nullable: true, optional: true }) readonly parentId?: WorkItemId | null;
  @Shows.integer(0, { nullable: true, optional: true }) readonly storyPoints?: number | null;
  @Shows.instant({ nullable: true, optional: true }) readonly dueDate?: string | null;
  @Shows.instant({ nullable: true, optional: true }) readonly archivedAt?: string | null;
  @Shows.instant({ optional: true }) readonly createdAt?: string;
  @Shows.instant({ optional: true }) readonly updatedAt?: string;
}

@ApiSchema({ description: 'A row of the list of a Project. `fields` can leave members out.' })
export class WorkItemSummary extends Summary implements WorkItemSummaryView {
  @Shows.one(UserSummary, { nullable: true, optional: true }) readonly assignee?: UserSummary | null;
}

@ApiSchema({ description: 'A row of a list of Work Items. `fields` can leave members out.' })
export class PublicWorkItemSummary extends Summary {
  @Shows.one(PublicUserSummary, { nullable: true, optional: true }) readonly assignee?: PublicUserSummary | null;
}

@ApiSchema({ description: 'A row of a list over several Projects. `fields` can leave members out.' })
export class WorkItemContext extends PublicWorkItemSummary implements WorkItemContextView {
  @Shows.one(ProjectContext) readonly project!: ProjectContext;
  @Shows.one(OrganizationSummary) readonly organization!: OrganizationSummary;
}

@ApiSchema({ description: 'A row of the work of a user. `fields` can leave members out.' })
export class ProfileWorkItem extends WorkItemContext implements ProfileWorkItemView {
  @Shows.one(PublicUserSummary, {
    nullable: true,
    optional: true,
    description: 'The person who created it; `null`: the account was removed. Left out with `fields`.',
  })
  readonly reporter?: PublicUserSummary | null;
}

@ApiSchema({ description: 'A page of the work of a user.' })
export class ProfileWorkItemList {
  @Shows.many(ProfileWorkItem) readonly items!: readonly ProfileWorkItem[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'A page of Work Items of several Projects.' })
export class WorkItemContextList {
  @Shows.many(WorkItemContext) readonly items!: readonly WorkItemContext[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'A page of the Work Items of a Project.' })
export class WorkItemList {
  @Shows.many(WorkItemSummary) readonly items!: readonly WorkItemSummary[];
  @Shows.one(Page) readonly page!: Page;
}

/** The members of every complete Work Item. */
class CompleteWorkItem {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.integer(1) readonly revision!: number;
  @Shows.uuid() readonly projectId!: ProjectId;
  @Shows.text() readonly title!: string;
  @Shows.text({ nullable: true }) readonly description!: string | null;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
  @Shows.word(WORK_ITEM_PRIORITIES) readonly priority!: WorkItemPriority;
  @Shows.one(SprintSummary, { nullable: true }) readonly sprint!: SprintSummary | null;
  @Shows.one(ParentWorkItem, { nullable: true }) readonly parent!: ParentWorkItem | null;
  @Shows.many(Label) readonly labels!: readonly Label[];
  @Shows.integer(0, { nullable: true }) readonly storyPoints!: number | null;
  @Shows.instant({ nullable: true }) readonly dueDate!: string | null;
  @Shows.instant({ nullable: true }) readonly archivedAt!: string | null;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}

@ApiSchema({ description: 'A complete Work Item, with users in the form for older clients.' })
export class WorkItem extends CompleteWorkItem implements WorkItemView {
  @Shows.one(UserSummary, { nullable: true }) readonly assignee!: UserSummary | null;
  @Shows.one(UserSummary, { nullable: true }) readonly reporter!: UserSummary | null;
}

@ApiSchema({ description: 'A complete Work Item, with users by their public ids.' })
export class PublicWorkItem extends CompleteWorkItem implements PublicWorkItemView {
  @Shows.one(PublicUserSummary, { nullable: true }) readonly assignee!: PublicUserSummary | null;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly reporter!: PublicUserSummary | null;
}

@ApiSchema({ description: 'A status that a Work Item can move to.' })
export class WorkItemTransition {
  @Shows.word(WORK_ITEM_STATUSES) readonly targetStatus!: WorkItemStatus;
}

@ApiSchema({ description: 'The statuses that a Work Item can move to now.' })
export class WorkItemTransitionList implements WorkItemTransitionsView {
  @Shows.word(WORK_ITEM_STATUSES, { description: 'The status now.' }) readonly currentStatus!: WorkItemStatus;
  @Shows.many(WorkItemTransition, { description: 'The statuses that it can move to; empty for an archived one.' })
  readonly transitions!: readonly WorkItemTransition[];
}

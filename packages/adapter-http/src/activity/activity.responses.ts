import type {
  ActivityDetail,
  ActivitySprintView,
  ActivityView,
  ActivityWorkItemView,
  ProjectActivityView,
} from '@worktrack/application';
import {
  LINK_RELATIONS,
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  type AttachmentId,
  type FileName,
  type FromTo,
  type HistoryAction,
  type LinkRelation,
  type RecordedAttachment,
  type SprintId,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemPriority,
  type WorkItemStatus,
} from '@worktrack/domain';
import { ApiExtraModels } from '@nestjs/swagger';
import { PublicUserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';
import { Label } from '../work-item/work-item.responses.js';

export class ActivityWorkItem implements ActivityWorkItemView {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
}

export class ActivitySprint implements ActivitySprintView {
  @Shows.uuid() readonly id!: SprintId;
  @Shows.text() readonly name!: string;
}

/** status_changed */
export class StatusChange implements FromTo<WorkItemStatus> {
  @Shows.word(WORK_ITEM_STATUSES) readonly from!: WorkItemStatus;
  @Shows.word(WORK_ITEM_STATUSES) readonly to!: WorkItemStatus;
}

/** priority_changed */
export class PriorityChange implements FromTo<WorkItemPriority> {
  @Shows.word(WORK_ITEM_PRIORITIES) readonly from!: WorkItemPriority;
  @Shows.word(WORK_ITEM_PRIORITIES) readonly to!: WorkItemPriority;
}

/** title_changed: the titles as recorded. */
export class TitleChange implements FromTo<string> {
  @Shows.text() readonly from!: string;
  @Shows.text() readonly to!: string;
}

/** due_date_changed */
export class DueDateChange implements FromTo<string | null> {
  @Shows.instant({ nullable: true }) readonly from!: string | null;
  @Shows.instant({ nullable: true }) readonly to!: string | null;
}

/** assigned */
export class AssigneeChange implements FromTo<PublicUserSummary | null> {
  @Shows.one(PublicUserSummary, { nullable: true }) readonly from!: PublicUserSummary | null;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly to!: PublicUserSummary | null;
}

/** sprint_changed */
export class SprintChange implements FromTo<ActivitySprint | null> {
  @Shows.one(ActivitySprint, { nullable: true }) readonly from!: ActivitySprint | null;
  @Shows.one(ActivitySprint, { nullable: true }) readonly to!: ActivitySprint | null;
}

/** parent_changed */
export class ParentChange implements FromTo<ActivityWorkItem | null> {
  @Shows.one(ActivityWorkItem, { nullable: true }) readonly from!: ActivityWorkItem | null;
  @Shows.one(ActivityWorkItem, { nullable: true }) readonly to!: ActivityWorkItem | null;
}

/** label_added, label_removed */
export class LabelChange {
  @Shows.one(Label, { nullable: true }) readonly label!: Label | null;
}

export class ActivityAttachment implements RecordedAttachment {
  @Shows.uuid() readonly id!: AttachmentId;
  @Shows.text() readonly fileName!: FileName;
}

/** attachment_added, attachment_removed: the name as recorded. */
export class AttachmentChange {
  @Shows.one(ActivityAttachment) readonly attachment!: ActivityAttachment;
}

/** link_added, link_removed: seen from the Work Item of the entry. */
export class LinkChange {
  @Shows.word(LINK_RELATIONS) readonly relation!: LinkRelation;
  @Shows.one(ActivityWorkItem, { nullable: true }) readonly otherWorkItem!: ActivityWorkItem | null;
}

/** One for each member of `ActivityDetail`. */
const DETAILS = [
  StatusChange,
  PriorityChange,
  TitleChange,
  DueDateChange,
  AssigneeChange,
  SprintChange,
  ParentChange,
  LabelChange,
  AttachmentChange,
  LinkChange,
];

/** One entry of history, as it is shown. */
@ApiExtraModels(...DETAILS)
export class Activity implements ActivityView {
  @Shows.uuid() readonly id!: string;
  @Shows.text() readonly action!: HistoryAction;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly actor!: PublicUserSummary | null;
  @Shows.anyOf(DETAILS, { nullable: true }) readonly detail!: ActivityDetail | null;
  @Shows.instant() readonly createdAt!: string;
}

/** An activity with its Work Item. */
export class ProjectActivity extends Activity implements ProjectActivityView {
  @Shows.one(ActivityWorkItem) readonly workItem!: ActivityWorkItem;
}

export class ActivityList {
  @Shows.many(Activity) readonly items!: readonly Activity[];
  @Shows.one(Page) readonly page!: Page;
}

export class ProjectActivityList {
  @Shows.many(ProjectActivity) readonly items!: readonly ProjectActivity[];
  @Shows.one(Page) readonly page!: Page;
}

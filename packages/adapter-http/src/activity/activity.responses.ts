import type { Type } from '@nestjs/common';
import type {
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
import { PublicUserSummary } from '../identity/user.responses.js';
import { OneOfSchemas } from '../openapi/one-of-schemas.js';
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

type ShownAction = Exclude<HistoryAction, 'type_changed' | 'story_points_changed'>;

/** The class of the detail of each action that is shown; `null`: none (contract §5.8). */
const DETAILS: Readonly<Record<ShownAction, Type | null>> = {
  created: null,
  description_changed: null,
  archived: null,
  unarchived: null,
  work_item_deleted: null,
  comment_added: null,
  comment_replied: null,
  comment_edited: null,
  comment_deleted: null,
  status_changed: StatusChange,
  priority_changed: PriorityChange,
  title_changed: TitleChange,
  due_date_changed: DueDateChange,
  assigned: AssigneeChange,
  sprint_changed: SprintChange,
  parent_changed: ParentChange,
  label_added: LabelChange,
  label_removed: LabelChange,
  attachment_added: AttachmentChange,
  attachment_removed: AttachmentChange,
  link_added: LinkChange,
  link_removed: LinkChange,
};

/** The members of every entry. */
export class ActivityEntry {
  @Shows.uuid() readonly id!: string;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly actor!: PublicUserSummary | null;
  @Shows.instant() readonly createdAt!: string;
}

/** The members of every entry that names its Work Item. */
export class ProjectActivityEntry extends ActivityEntry {
  @Shows.one(ActivityWorkItem) readonly workItem!: ActivityWorkItem;
}

/** Shows a class as one entry of history. There is a schema for each kind of detail, with the members of `entry` and the name of the feed. */
export function EntriesOf(feed: string, entry: Type): ClassDecorator {
  const kinds = [...new Set(Object.values(DETAILS))].map((detail) => {
    const actions = Object.entries(DETAILS).flatMap(([action, one]) => (one === detail ? [action] : []));
    return entryOf(`${detail?.name ?? 'Plain'}${feed}`, entry, actions, detail);
  });
  return OneOfSchemas('action', ...kinds);
}

/** Makes the class of the entries of these actions. */
function entryOf(name: string, entry: Type, actions: readonly string[], detail: Type | null): Type {
  const made = { [name]: class extends entry {} }[name] ?? entry;
  const prototype = made.prototype as object;
  Shows.word(actions)(prototype, 'action');
  (detail ? Shows.one(detail) : Shows.nothing())(prototype, 'detail');
  return made;
}

/** One entry of history, as it is shown. */
@EntriesOf('Activity', ActivityEntry)
export class Activity {}

/** An activity with its Work Item. */
@EntriesOf('ProjectActivity', ProjectActivityEntry)
export class ProjectActivity {}

export class ActivityList {
  @Shows.many(Activity) readonly items!: readonly ActivityView[];
  @Shows.one(Page) readonly page!: Page;
}

export class ProjectActivityList {
  @Shows.many(ProjectActivity) readonly items!: readonly ProjectActivityView[];
  @Shows.one(Page) readonly page!: Page;
}

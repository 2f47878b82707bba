import { ApiSchema } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import type {
  ActivitySprintView,
  ActivityView,
  ActivityWorkItemView,
  ProjectActivityView,
} from '@worktrack/application';
import {
  LINK_RELATIONS,
  WORK_ITEM_FIELDS,
  WORK_ITEM_STATUSES,
  type AttachmentId,
  type FileName,
  type FromTo,
  type HistoryAction,
  type LinkRelation,
  type RecordedAttachment,
  type SprintId,
  type WordField,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemStatus,
} from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { OneOfSchemas } from '../openapi/one-of-schemas.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';
import { Label } from '../work-item/work-item.responses.js';

@ApiSchema({ description: 'A Work Item in an entry of history, with its present title.' })
export class ActivityWorkItem implements ActivityWorkItemView {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
}

@ApiSchema({ description: 'A Sprint in an entry of history, with its present name.' })
export class ActivitySprint implements ActivitySprintView {
  @Shows.uuid({ description: 'The id of the Sprint.' }) readonly id!: SprintId;
  @Shows.text({ description: 'The name of the Sprint.' }) readonly name!: string;
}

@ApiSchema({ description: 'The statuses of `status_changed`.' })
export class StatusChange implements FromTo<WorkItemStatus> {
  @Shows.word(WORK_ITEM_STATUSES) readonly from!: WorkItemStatus;
  @Shows.word(WORK_ITEM_STATUSES) readonly to!: WorkItemStatus;
}

@ApiSchema({ description: 'The titles of `title_changed`, as they were then.' })
export class TitleChange implements FromTo<string> {
  @Shows.text() readonly from!: string;
  @Shows.text() readonly to!: string;
}

@ApiSchema({ description: 'The due dates of `due_date_changed`.' })
export class DueDateChange implements FromTo<string | null> {
  @Shows.instant({ nullable: true, description: 'The due date before; `null`: none.' }) readonly from!: string | null;
  @Shows.instant({ nullable: true, description: 'The due date after; `null`: none.' }) readonly to!: string | null;
}

@ApiSchema({ description: 'The assignees of `assigned`.' })
export class AssigneeChange implements FromTo<PublicUserSummary | null> {
  @Shows.one(PublicUserSummary, {
    nullable: true,
    description: 'The assignee before; `null`: nobody, or an account that was removed.',
  })
  readonly from!: PublicUserSummary | null;
  @Shows.one(PublicUserSummary, {
    nullable: true,
    description: 'The assignee after; `null`: nobody, or an account that was removed.',
  })
  readonly to!: PublicUserSummary | null;
}

@ApiSchema({ description: 'The Sprints of `sprint_changed`.' })
export class SprintChange implements FromTo<ActivitySprint | null> {
  @Shows.one(ActivitySprint, { nullable: true, description: 'The Sprint before; `null`: none.' })
  readonly from!: ActivitySprint | null;
  @Shows.one(ActivitySprint, { nullable: true, description: 'The Sprint after; `null`: none.' })
  readonly to!: ActivitySprint | null;
}

@ApiSchema({ description: 'The parents of `parent_changed`.' })
export class ParentChange implements FromTo<ActivityWorkItem | null> {
  @Shows.one(ActivityWorkItem, {
    nullable: true,
    description: 'The parent before; `null`: none, or one that the caller cannot see.',
  })
  readonly from!: ActivityWorkItem | null;
  @Shows.one(ActivityWorkItem, {
    nullable: true,
    description: 'The parent after; `null`: none, or one that the caller cannot see.',
  })
  readonly to!: ActivityWorkItem | null;
}

@ApiSchema({ description: 'The label of `label_added` and `label_removed`.' })
export class LabelChange {
  @Shows.one(Label, { nullable: true, description: 'The label; `null`: it is not there any more.' })
  readonly label!: Label | null;
}

@ApiSchema({ description: 'An attachment in an entry of history, with its name as it was then.' })
export class ActivityAttachment implements RecordedAttachment {
  @Shows.uuid({ description: 'The id of the attachment.' }) readonly id!: AttachmentId;
  @Shows.text() readonly fileName!: FileName;
}

@ApiSchema({ description: 'The attachment of `attachment_added` and `attachment_removed`.' })
export class AttachmentChange {
  @Shows.one(ActivityAttachment, { description: 'The attachment.' }) readonly attachment!: ActivityAttachment;
}

@ApiSchema({ description: 'The link of `link_added` and `link_removed`.' })
export class LinkChange {
  @Shows.word(LINK_RELATIONS, { description: 'The relation, seen from the Work Item of the entry.' })
  readonly relation!: LinkRelation;
  @Shows.one(ActivityWorkItem, { nullable: true }) readonly otherWorkItem!: ActivityWorkItem | null;
}

/** Makes the class of the detail of a change of a field with words: `PriorityChange`. */
function wordChangeOf(field: WordField, description: string): Type {
  const name = `${field[0]?.toUpperCase()}${field.slice(1)}Change`;
  const made = { [name]: class {} }[name] ?? class {};
  for (const side of ['from', 'to']) Shows.word(WORK_ITEM_FIELDS[field].words)(made.prototype, side);
  ApiSchema({ description })(made);
  return made;
}

type ShownAction = Exclude<HistoryAction, 'type_changed' | 'story_points_changed' | 'work_item_restored'>;

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
  priority_changed: wordChangeOf('priority', 'The priorities of `priority_changed`.'),
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
  @Shows.uuid({ description: 'The id of the entry. It never changes.' }) readonly id!: string;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly actor!: PublicUserSummary | null;
  @Shows.instant({ description: 'The instant when it happened.' }) readonly createdAt!: string;
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
  (detail ? Shows.one(detail, { description: 'The change.' }) : Shows.nothing())(prototype, 'detail');
  ApiSchema({ description: `An entry with the action ${actions.map((action) => `\`${action}\``).join(', ')}.` })(made);
  return made;
}

@ApiSchema({ description: 'An entry of the history of a Work Item: `action` says which kind.' })
@EntriesOf('Activity', ActivityEntry)
export class Activity {}

@ApiSchema({ description: 'An entry of the history of a Project: `action` says which kind.' })
@EntriesOf('ProjectActivity', ProjectActivityEntry)
export class ProjectActivity {}

@ApiSchema({ description: 'A page of the history of a Work Item, oldest first.' })
export class ActivityList {
  @Shows.many(Activity) readonly items!: readonly ActivityView[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'A page of the history of a Project, newest first.' })
export class ProjectActivityList {
  @Shows.many(ProjectActivity) readonly items!: readonly ProjectActivityView[];
  @Shows.one(Page) readonly page!: Page;
}

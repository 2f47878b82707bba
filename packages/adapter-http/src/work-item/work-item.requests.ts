import { ApiSchema } from '@nestjs/swagger';
import type {
  CreateWorkItem,
  DeleteWorkItem,
  NamedReferences,
  TransitionWorkItem,
  UpdateWorkItem,
  UserReference,
  WorkItemReference,
} from '@worktrack/application';
import {
  PublicUserId,
  WORK_ITEM_FIELDS,
  WORK_ITEM_STATUSES,
  WorkItemKey,
  givenFieldsOf,
  newFieldsOf,
  type ExpectedRevision,
  type SprintId,
  type UserId,
  type WordField,
  type WorkItemId,
  type WorkItemPriority,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import {
  AtLeastOneMember,
  CLEARABLE,
  Flag,
  Instant,
  Integer,
  OneOf,
  Parsed,
  Refused,
  SchemaRule,
  Text,
  type Presence,
  type Ruled,
} from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';
import { parseUuid } from '../body/uuid.js';

const Title = (presence: Presence = {}) => Text(WORK_ITEM_FIELDS.title.bounds, { trimmed: true, ...presence });
/** One of the words of a field. A new Work Item that names none has the default. */
const Word = (field: WordField) => OneOf(WORK_ITEM_FIELDS[field].words, { optional: true });
const WordOrDefault = (field: WordField) =>
  OneOf(WORK_ITEM_FIELDS[field].words, { optional: true, default: WORK_ITEM_FIELDS[field].byDefault });
const Uuid = () => Parsed(parseUuid, 'a UUID', SCHEMA.uuid, CLEARABLE);

/** A UUID, or the key of a Work Item. */
export function parseWorkItemReference(text: string): WorkItemReference | undefined {
  const id = parseUuid(text);
  if (id !== undefined) return { kind: 'id', id: id as WorkItemId };
  const key = WorkItemKey.parse(text);
  return key && { kind: 'key', ...key };
}

/** The members of a Work Item that creation and update share. */
@SchemaRule({ not: { required: ['assigneePublicId', 'assigneeId'] } })
class WorkItemContent implements Ruled {
  @Text(WORK_ITEM_FIELDS.description.bounds, CLEARABLE) description?: string | null;

  @Parsed((text) => PublicUserId.parse(text), 'a public user id', SCHEMA.publicId, CLEARABLE)
  assigneePublicId?: PublicUserId | null;

  @Uuid() assigneeId?: UserId | null;
  @Uuid() sprintId?: SprintId | null;

  @Parsed(parseWorkItemReference, 'a UUID or a Work Item key', SCHEMA.workItemReference, CLEARABLE)
  parentId?: WorkItemReference | null;

  @Integer(WORK_ITEM_FIELDS.storyPoints.bounds, CLEARABLE) storyPoints?: number | null;
  @Instant(CLEARABLE) dueDate?: Date | null;

  problems(): Readonly<Record<string, readonly string[]>> | undefined {
    if (this.assigneeId === undefined || this.assigneePublicId === undefined) return undefined;
    const problem = ['must not be given together with the other way to name the assignee'];
    return { assigneeId: problem, assigneePublicId: problem };
  }

  protected references(): NamedReferences {
    const { sprintId, parentId: parent } = this;
    return { assignee: this.assignee(), sprintId, parent };
  }

  private assignee(): UserReference | null | undefined {
    const { assigneeId: id, assigneePublicId: publicId } = this;
    if (id) return { kind: 'id', id };
    if (publicId) return { kind: 'publicId', publicId };
    return id === null || publicId === null ? null : undefined;
  }
}

/** contract §4, B-wi-create: `null` equals absent. */
@ApiSchema({ description: 'A Work Item to create.' })
export class CreateWorkItemBody extends WorkItemContent {
  @Title() title!: string;
  @WordOrDefault('type') type?: WorkItemType;
  @OneOf(WORK_ITEM_STATUSES, { optional: true, default: 'backlog' }) status?: WorkItemStatus;
  @WordOrDefault('priority') priority?: WorkItemPriority;

  toCommand(): CreateWorkItem {
    const { assignee = null, sprintId = null, parent = null } = this.references();
    return {
      ...newFieldsOf(this),
      status: this.status ?? 'backlog',
      references: { assignee, sprintId, parent },
    };
  }
}

/** contract §4, B-wi-update: `status` counts as a member, and is refused later with any value. */
@ApiSchema({ description: 'Changes of a Work Item: at least one member.' })
@AtLeastOneMember()
export class UpdateWorkItemBody extends WorkItemContent {
  @Title({ optional: true }) title?: string;
  @Word('type') type?: WorkItemType;
  @Word('priority') priority?: WorkItemPriority;
  @Refused() status?: unknown;

  toCommand(workItemId: WorkItemId, expected: ExpectedRevision): UpdateWorkItem {
    return { workItemId, expected, ...this.toChange() };
  }

  /** The change, without the Work Item that it applies to. */
  toChange(): Omit<UpdateWorkItem, 'workItemId' | 'expected'> {
    return {
      changes: givenFieldsOf(this),
      references: this.references(),
      namesStatus: this.status !== undefined,
    };
  }
}

/** contract §4, B-wi-transition: any text, because an unknown status is refused like a transition that is not allowed. */
@ApiSchema({ description: 'The status to move a Work Item to.' })
export class TransitionWorkItemBody {
  @Text(
    { least: 1, most: 30 },
    {
      description:
        'The status to move to, one that `listWorkItemTransitions` lists. Any other word is refused as a transition.',
    },
  )
  targetStatus!: string;

  toCommand(workItemId: WorkItemId, expected: ExpectedRevision): TransitionWorkItem {
    return { workItemId, expected, targetStatus: this.targetStatus };
  }
}

/** contract §4, B-wi-delete. */
@ApiSchema({ description: 'The options of a deletion.' })
export class DeleteWorkItemBody {
  @Flag({ optional: true, default: false, description: '`true`: everything below it is deleted too.' })
  cascade?: boolean;

  toCommand(workItemId: WorkItemId, expected: ExpectedRevision): DeleteWorkItem {
    return { workItemId, expected, cascade: this.cascade ?? false };
  }
}

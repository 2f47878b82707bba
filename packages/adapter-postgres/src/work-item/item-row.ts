import type {
  ShortFieldViews,
  PublicUserSummaryView,
  SprintSummaryView,
  UserSummaryView,
  WorkItemView,
} from '@worktrack/application';
import type {
  ProjectKey,
  PublicUserId,
  SprintId,
  SprintState,
  UserId,
  WorkItemId,
  WorkItemPriority,
  WorkItemStatus,
  WorkItemType,
} from '@worktrack/domain';
import { SHORT_FIELD_COLUMNS } from './item-fields.js';

/** The names of the assignee and the Sprint. References to a removed account become `null`. */
export const NAMED_COLUMNS = `
  assignee.id as "assigneeId", assignee.public_id as "assigneePublicId", assignee.name as "assigneeName",
  sprint.id as "sprintId", sprint.name as "sprintName", sprint.state as "sprintState"`;

/** Columns of `item` that every projection of a Work Item shows. */
export const ITEM_COLUMNS = `
  item.id, item.project_key as "projectKey", item.number, item.revision, item.status, ${SHORT_FIELD_COLUMNS},
  ${NAMED_COLUMNS},
  item.archived_at as "archivedAt",
  item.created_at as "createdAt", item.updated_at as "updatedAt"`;

/** Joins that `ITEM_COLUMNS` needs in addition to `item`. */
export const ITEM_JOINS = `
  left join users assignee on assignee.id = item.assignee_id and assignee.removed_at is null
  left join sprints sprint on sprint.organization_id = $1 and sprint.id = item.sprint_id`;

/** The columns of an outer join: all have their values, or all are `null`. */
export type Joined<Columns> = Columns | { readonly [Column in keyof Columns]: null };

/** The columns of an item that are its own, with instants as text. */
interface ItemColumns extends ShortFieldViews {
  readonly id: WorkItemId;
  readonly projectKey: ProjectKey;
  readonly number: number;
  readonly revision: number;
  readonly status: WorkItemStatus;
  readonly archivedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A row of `NAMED_COLUMNS`. */
type NamedRow = Joined<{
  readonly assigneeId: UserId;
  readonly assigneePublicId: PublicUserId;
  readonly assigneeName: string;
}> &
  Joined<NamedSprint>;

/** A row of `ITEM_COLUMNS`. */
export type ItemRow = ItemColumns & NamedRow;

/** The columns of a complete Work Item that are its own. */
export type OwnColumns = ItemColumns & Pick<WorkItemView, 'projectId' | 'description'>;

/** The names and labels that a complete Work Item shows. */
type RelatedRow = NamedRow & { readonly labels: WorkItemView['labels'] | null } & Joined<{
    readonly reporterId: UserId;
    readonly reporterPublicId: PublicUserId;
    readonly reporterName: string;
  }> &
  Joined<{
    readonly parentId: WorkItemId;
    readonly parentProjectKey: ProjectKey;
    readonly parentNumber: number;
    readonly parentTitle: string;
    readonly parentType: WorkItemType;
    readonly parentStatus: WorkItemStatus;
    readonly parentPriority: WorkItemPriority;
  }>;

/** The row of a complete Work Item. */
export type CompleteRow = OwnColumns & RelatedRow;

/** The names of a Work Item under its lock, with the instant of its change as text. */
export type NamesRow = RelatedRow & { readonly instant: string };

interface NamedSprint {
  readonly sprintId: SprintId;
  readonly sprintName: string;
  readonly sprintState: SprintState;
}

export function assigneeOf(row: ItemRow): UserSummaryView | null {
  return row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName };
}

export function publicAssigneeOf(row: ItemRow): PublicUserSummaryView | null {
  return row.assigneeId === null ? null : { publicId: row.assigneePublicId, name: row.assigneeName };
}

export function sprintOf(row: Joined<NamedSprint>): SprintSummaryView | null {
  return row.sprintId === null ? null : { id: row.sprintId, name: row.sprintName, state: row.sprintState };
}

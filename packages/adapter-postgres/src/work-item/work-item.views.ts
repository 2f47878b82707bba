import {
  WorkItemViews,
  refuse,
  type Cursors,
  type Page,
  type PageRequest,
  type ParentView,
  type ProjectScope,
  type PublicUserSummaryView,
  type PublicWorkItemView,
  type SprintSummaryView,
  type UserSummaryView,
  type WorkItemSummaryView,
  type WorkItemView,
} from '@worktrack/application';
import {
  WorkItemKey,
  type ProjectKey,
  type PublicUserId,
  type SprintId,
  type SprintState,
  type UserId,
  type WorkItemId,
  type WorkItemPriority,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import { KeysetPages } from '../sql/keyset-pages.js';
import { viewStatement } from '../sql/statement.js';

/** A removed account is nobody: its references become `null`. */
const SHARED_COLUMNS = `
  item.id, item.project_key as "projectKey", item.number, item.revision, item.title, item.type, item.status, item.priority,
  assignee.id as "assigneeId", assignee.public_id as "assigneePublicId", assignee.name as "assigneeName",
  sprint.id as "sprintId", sprint.name as "sprintName", sprint.state as "sprintState",
  item.story_points as "storyPoints", item.due_date as "dueDate", item.archived_at as "archivedAt",
  item.created_at as "createdAt", item.updated_at as "updatedAt"`;

const SHARED_JOINS = `
  left join users assignee on assignee.id = item.assignee_id and assignee.removed_at is null
  left join sprints sprint on sprint.organization_id = item.organization_id and sprint.id = item.sprint_id`;

const ONE = viewStatement(
  'work-item-view.one',
  `select ${SHARED_COLUMNS},
     item.project_id as "projectId", item.description,
     reporter.id as "reporterId", reporter.public_id as "reporterPublicId", reporter.name as "reporterName",
     parent.id as "parentId", parent.project_key as "parentProjectKey", parent.number as "parentNumber",
     parent.title as "parentTitle", parent.type as "parentType", parent.status as "parentStatus",
     parent.priority as "parentPriority",
     (select json_agg(json_build_object('id', label.id, 'name', label.name, 'color', label.color) order by label.name)
      from work_item_labels attached
      join labels label on label.organization_id = attached.organization_id and label.id = attached.label_id
      where attached.organization_id = item.organization_id and attached.work_item_id = item.id) as labels
   from work_items item ${SHARED_JOINS}
   left join users reporter on reporter.id = item.reporter_id and reporter.removed_at is null
   left join work_items parent on parent.organization_id = item.organization_id and parent.id = item.parent_id
     and parent.deleted_at is null
   where item.organization_id = $1 and item.project_id = $2 and item.id = $3 and item.deleted_at is null`,
);

const LAST_UPDATED_FIRST = new KeysetPages<SummaryRow>({
  name: 'work-item-view.last-updated-first',
  select: `select ${SHARED_COLUMNS}, item.parent_id as "parentId"
   from work_items item ${SHARED_JOINS}
   where item.organization_id = $1 and item.project_id = $2 and item.deleted_at is null and item.archived_at is null`,
  parameters: 2,
  orderings: [
    { by: 'item.updated_at', direction: 'desc', type: 'timestamptz', valueOf: ({ updatedAt }) => updatedAt },
    { by: 'item.project_key', direction: 'desc', type: 'text', valueOf: ({ projectKey }) => projectKey },
    { by: 'item.number', direction: 'desc', type: 'bigint', valueOf: ({ number }) => number },
    { by: 'item.id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

/** Columns of something joined: all of them, or none. */
type Joined<Columns> = Columns | { readonly [Column in keyof Columns]: null };

type SharedRow = Omit<WorkItemSummaryView, 'key' | 'assignee' | 'sprint' | 'parentId'> & {
  readonly projectKey: ProjectKey;
  readonly number: number;
} & Joined<{ readonly assigneeId: UserId; readonly assigneePublicId: PublicUserId; readonly assigneeName: string }> &
  Joined<{ readonly sprintId: SprintId; readonly sprintName: string; readonly sprintState: SprintState }>;

type SummaryRow = SharedRow & Pick<WorkItemSummaryView, 'parentId'>;

type ItemRow = SharedRow &
  Pick<WorkItemView, 'projectId' | 'description'> & { readonly labels: WorkItemView['labels'] | null } & Joined<{
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

export class PostgresWorkItemViews extends WorkItemViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async one(scope: ProjectScope, id: WorkItemId): Promise<WorkItemView> {
    const row = await this.row(scope, id);
    return completeOf(row, assigneeOf(row), reporterOf(row));
  }

  async publicOne(scope: ProjectScope, id: WorkItemId): Promise<PublicWorkItemView> {
    const row = await this.row(scope, id);
    return completeOf(row, publicAssigneeOf(row), publicReporterOf(row));
  }

  page({ organizationId, projectId }: ProjectScope, request: PageRequest): Promise<Page<WorkItemSummaryView>> {
    const collection = `work items of ${projectId} by updated`;
    const values = [organizationId, projectId];
    return LAST_UPDATED_FIRST.read(this.reader, this.cursors, collection, request, values, summaryOf);
  }

  private async row({ organizationId, projectId }: ProjectScope, id: WorkItemId): Promise<ItemRow> {
    const [row] = await this.reader.rows<ItemRow>(ONE, [organizationId, projectId, id]);
    return row ?? refuse('NOT_FOUND');
  }
}

function summaryOf(row: SummaryRow): WorkItemSummaryView {
  return {
    id: row.id,
    key: WorkItemKey.of(row.projectKey, row.number),
    revision: row.revision,
    title: row.title,
    type: row.type,
    status: row.status,
    priority: row.priority,
    assignee: assigneeOf(row),
    sprint: sprintOf(row),
    parentId: row.parentId,
    storyPoints: row.storyPoints,
    dueDate: row.dueDate,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The complete Work Item, whichever way its users are shown. */
function completeOf<User>(row: ItemRow, assignee: User | null, reporter: User | null) {
  return {
    id: row.id,
    key: WorkItemKey.of(row.projectKey, row.number),
    revision: row.revision,
    projectId: row.projectId,
    title: row.title,
    description: row.description,
    type: row.type,
    status: row.status,
    priority: row.priority,
    assignee,
    reporter,
    sprint: sprintOf(row),
    parent: parentOf(row),
    labels: row.labels ?? [],
    storyPoints: row.storyPoints,
    dueDate: row.dueDate,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function assigneeOf(row: SharedRow): UserSummaryView | null {
  return row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName };
}

function publicAssigneeOf(row: SharedRow): PublicUserSummaryView | null {
  return row.assigneeId === null ? null : { publicId: row.assigneePublicId, name: row.assigneeName };
}

function reporterOf(row: ItemRow): UserSummaryView | null {
  return row.reporterId === null ? null : { id: row.reporterId, name: row.reporterName };
}

function publicReporterOf(row: ItemRow): PublicUserSummaryView | null {
  return row.reporterId === null ? null : { publicId: row.reporterPublicId, name: row.reporterName };
}

function sprintOf(row: SharedRow): SprintSummaryView | null {
  return row.sprintId === null ? null : { id: row.sprintId, name: row.sprintName, state: row.sprintState };
}

function parentOf(row: ItemRow): ParentView | null {
  if (row.parentId === null) return null;
  return {
    id: row.parentId,
    key: WorkItemKey.of(row.parentProjectKey, row.parentNumber),
    title: row.parentTitle,
    type: row.parentType,
    status: row.parentStatus,
    priority: row.parentPriority,
  };
}

import {
  WorkItemViews,
  refuse,
  type ContextPageRequest,
  type Cursors,
  type OrganizationScope,
  type Page,
  type ParentView,
  type ProfileWorkItemView,
  type ProjectScope,
  type PublicUserSummaryView,
  type PublicWorkItemView,
  type SearchPageRequest,
  type UserSummaryView,
  type TablePageRequest,
  type TableRowView,
  type WorkItemContextView,
  type WorkItemPageRequest,
  type WorkItemSummaryView,
  type WorkItemView,
} from '@worktrack/application';
import { WorkItemKey, type OrganizationId, type WorkItemId } from '@worktrack/domain';
import { DATABASE_CLOCK, type ReaderOfSeveral, brief, mayTakeLong, viewStatement } from '../engine/statement.js';
import { readContextPage } from './collection/context-page.js';
import { readProjectPage } from './collection/project-page.js';
import { readSearchPage, readTablePage } from './collection/search-page.js';
import {
  ITEM_COLUMNS,
  ITEM_JOINS,
  NAMED_COLUMNS,
  assigneeOf,
  publicAssigneeOf,
  sprintOf,
  type CompleteRow,
} from './item-row.js';
import type { LockedViews } from './locked-views.js';

/** The names of the reporter and the parent, and the labels. */
const RELATED_COLUMNS = `
     reporter.id as "reporterId", reporter.public_id as "reporterPublicId", reporter.name as "reporterName",
     parent.id as "parentId", parent.project_key as "parentProjectKey", parent.number as "parentNumber",
     parent.title as "parentTitle", parent.type as "parentType", parent.status as "parentStatus",
     parent.priority as "parentPriority",
     -- One look-up for each label, without a join of lists and without a sort: an item has few.
     (select json_agg(label)
      from work_item_labels attached
      cross join lateral (
        select label.id, label.name, label.color from labels label
        where label.organization_id = $1 and label.id = attached.label_id
        offset 0
      ) label
      where attached.organization_id = $1 and attached.work_item_id = item.id) as labels`;
const FROM_RELATED = `from work_items item ${ITEM_JOINS}
   left join users reporter on reporter.id = item.reporter_id and reporter.removed_at is null
   left join work_items parent on parent.organization_id = $1 and parent.id = item.parent_id
     and parent.deleted_at is null
   where item.organization_id = $1 and item.deleted_at is null`;
const COMPLETE = `select ${ITEM_COLUMNS}, item.project_id as "projectId", item.description, ${RELATED_COLUMNS}
   ${FROM_RELATED}`;

/** $1 Organization, $2 Project, $3 Work Item. */
const SELECT_WORK_ITEM = viewStatement('work-item-view.one', `${COMPLETE} and item.project_id = $2 and item.id = $3`);
const AT = brief(viewStatement('work-item-view.at', `${COMPLETE} and item.project_id = $2 and item.number = $3`));
/**
 * Selects the names and labels that the view of a Work Item shows, after an earlier statement of the same round trip has locked it, and the
 * instant of its change: the first millisecond after its history and after the last change of its Sprint, or the clock (the rule of
 * `LATEST_OF_ITEM` in `recording/locks.ts`).
 */
export const SELECT_NAMES = viewStatement(
  'work-item-view.names',
  `select ${NAMED_COLUMNS}, ${RELATED_COLUMNS},
     greatest(${DATABASE_CLOCK},
       (select at + interval '1 millisecond' from work_item_history
        where organization_id = $1 and work_item_id = item.id order by at desc limit 1),
       sprint.updated_at + interval '1 millisecond') as instant
   ${FROM_RELATED} and item.project_id = $2 and item.id = $3`,
);
/** The ids are JSON, because PostgreSQL would plan a statement with an array at each execution. */
const SELECT_MANY = mayTakeLong(
  viewStatement(
    'work-item-view.many',
    `${COMPLETE} and item.id in (select named.id::uuid from jsonb_array_elements_text($2::jsonb) as named (id))`,
  ),
);

export class PostgresWorkItemViews extends WorkItemViews {
  constructor(
    private readonly reader: ReaderOfSeveral,
    private readonly cursors: Cursors,
    private readonly locked?: LockedViews,
  ) {
    super();
  }

  async one(scope: ProjectScope, id: WorkItemId): Promise<WorkItemView> {
    return legacyOf(this.locked?.rowOf(id) ?? (await this.row(scope, id)));
  }

  async at({ organizationId, projectId }: ProjectScope, number: number): Promise<WorkItemView> {
    const [row] = await this.reader.rows<CompleteRow>(AT, [organizationId, projectId, number]);
    return legacyOf(row ?? refuse('NOT_FOUND'));
  }

  async publicOne(scope: ProjectScope, id: WorkItemId): Promise<PublicWorkItemView> {
    return publicOf(this.locked?.rowOf(id) ?? (await this.row(scope, id)));
  }

  /** Reads Work Items of one Organization, as `publicOne` shows them. */
  async publicMany(organizationId: OrganizationId, ids: readonly WorkItemId[]): Promise<FoundViews> {
    const rows = await this.reader.rows<CompleteRow>(SELECT_MANY, [organizationId, JSON.stringify(ids)]);
    return new FoundViews(new Map(rows.map((row) => [row.id, publicOf(row)])));
  }

  page(scope: ProjectScope, request: WorkItemPageRequest): Promise<Page<WorkItemSummaryView>> {
    return readProjectPage(this.reader, this.cursors, scope, request);
  }

  pageAcross(scopes: readonly OrganizationScope[], request: ContextPageRequest): Promise<Page<ProfileWorkItemView>> {
    return readContextPage(this.reader, this.cursors, scopes, request);
  }

  search(scope: OrganizationScope, request: SearchPageRequest): Promise<Page<WorkItemContextView>> {
    return readSearchPage(this.reader, this.cursors, scope, request);
  }

  table(scope: OrganizationScope, request: TablePageRequest): Promise<Page<TableRowView>> {
    return readTablePage(this.reader, this.cursors, scope, request);
  }

  private async row({ organizationId, projectId }: ProjectScope, id: WorkItemId): Promise<CompleteRow> {
    const [row] = await this.reader.rows<CompleteRow>(SELECT_WORK_ITEM, [organizationId, projectId, id]);
    return row ?? refuse('NOT_FOUND');
  }
}

/** The Work Items that were found by their ids. */
export class FoundViews {
  constructor(private readonly views: ReadonlyMap<WorkItemId, PublicWorkItemView>) {}

  /** Throws `NOT_FOUND` when the item was not found in this Project. */
  of({ projectId }: ProjectScope, id: WorkItemId): PublicWorkItemView {
    const view = this.views.get(id);
    return view?.projectId === projectId ? view : refuse('NOT_FOUND');
  }
}

function publicOf(row: CompleteRow): PublicWorkItemView {
  return completeOf(row, publicAssigneeOf(row), publicReporterOf(row));
}

function legacyOf(row: CompleteRow): WorkItemView {
  return completeOf(row, assigneeOf(row), reporterOf(row));
}

/** Builds the complete Work Item, its members in the order of contract §5.5. The caller determines the form of its users. */
function completeOf<User>(row: CompleteRow, assignee: User | null, reporter: User | null) {
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
    labels: inOrder(row.labels ?? []),
    storyPoints: row.storyPoints,
    dueDate: row.dueDate,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Sorts labels by name as the database does: by the bytes of its UTF-8. */
function inOrder(labels: WorkItemView['labels']): WorkItemView['labels'] {
  if (labels.length < 2) return labels;
  return [...labels].sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
}

function reporterOf(row: CompleteRow): UserSummaryView | null {
  return row.reporterId === null ? null : { id: row.reporterId, name: row.reporterName };
}

function publicReporterOf(row: CompleteRow): PublicUserSummaryView | null {
  return row.reporterId === null ? null : { publicId: row.reporterPublicId, name: row.reporterName };
}

function parentOf(row: CompleteRow): ParentView | null {
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

import type {
  Calendar,
  LabelId,
  ProjectId,
  PublicUserId,
  SprintId,
  SprintState,
  ViewGrouping,
  UserId,
  WorkItemId,
  WorkItemKey,
  WorkItemPriority,
  WorkItemStatus,
  WorkItemType,
} from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { OrganizationSummaryView } from '../organization/organization.views.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { ProjectContextView } from '../project/project.views.js';
import type { SqueakQLQuery } from '../squeakql/catalogue.js';
import type { WorkItemFilter } from './collection/work-item-filter.js';
import type { ShortFieldViews } from './field-views.js';
import type { ContextField, SummaryField, WorkItemSort } from './collection/work-item-query.js';

/** A user in the form for legacy clients (contract §5.2). */
export interface UserSummaryView {
  readonly id: UserId;
  readonly name: string;
}

/** A user in the form for all other clients: with the public id (contract §5.2). */
export interface PublicUserSummaryView {
  readonly publicId: PublicUserId;
  readonly name: string;
}

/** The `SprintSummary` of contract §5.3. */
export interface SprintSummaryView {
  readonly id: SprintId;
  readonly name: string;
  readonly state: SprintState;
}

/** The `Label` of contract §5.3, as a Work Item contains it. */
export interface LabelView {
  readonly id: LabelId;
  readonly name: string;
  readonly color: string;
}

/** The parent of a Work Item (contract §5.5). */
export interface ParentView {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
}

interface Shared<User> extends ShortFieldViews {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly revision: number;
  readonly status: WorkItemStatus;
  readonly assignee: User | null;
  readonly sprint: SprintSummaryView | null;
  readonly archivedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Summary<User> extends Shared<User> {
  readonly parentId: WorkItemId | null;
}

/** The `WorkItemSummary` of contract §5.5: `id`, `key` and `revision`, and the requested other members. */
export type WorkItemSummaryView = Pick<Summary<UserSummaryView>, 'id' | 'key' | 'revision'> &
  Partial<Summary<UserSummaryView>>;

/** A row of a collection across Projects (contract §5.5), with public users, its Project and its Organization. */
export type WorkItemContextView = Pick<Summary<PublicUserSummaryView>, 'id' | 'key' | 'revision'> &
  Partial<Summary<PublicUserSummaryView>> & {
    readonly project: ProjectContextView;
    readonly organization: OrganizationSummaryView;
  };

/** A row of a profile (contract §5.5). */
export type ProfileWorkItemView = WorkItemContextView & {
  /** Present only in the complete row. */
  readonly reporter?: PublicUserSummaryView | null;
};

interface FilteredPage extends PageRequest {
  readonly sort: WorkItemSort;
  readonly filter: WorkItemFilter;
  /** The filters and the order in normal form: a cursor is bound to this text and to the collection. */
  readonly bound: string;
}

/** The request of one page of a Project's Work Items. */
export interface WorkItemPageRequest extends FilteredPage {
  /** The members of a row; `undefined` for all members. */
  readonly fields?: ReadonlySet<SummaryField> | undefined;
}

/** The request of one page of Work Items of several Projects. */
export interface ContextPageRequest extends FilteredPage {
  /** Lists only items in which this user is involved. */
  readonly person?: Involved | undefined;
  /** True to show the reporter too. */
  readonly withReporter?: boolean;
  /** The members of a row; `undefined` for all members. */
  readonly fields?: ReadonlySet<ContextField> | undefined;
}

/** The request of one page of search results. */
export interface SearchPageRequest extends PageRequest {
  readonly query: SqueakQLQuery;
  /** The days of the Organization, in which the query reads days. */
  readonly calendar: Calendar;
  /** True when archived items are found like all others. */
  readonly archivedToo: boolean;
  /** The text of the query: a cursor is bound to it and to the Organization. */
  readonly bound: string;
}

/** The request of one page of a table. */
export interface TablePageRequest extends SearchPageRequest {
  /** The rows of a group follow one another: this field comes before the order of the query. Rows without a value are last. */
  readonly groupBy: ViewGrouping | null;
}

/** A Work Item with all that a table has columns for. */
export type TableRowView = WorkItemContextView & {
  readonly reporter: PublicUserSummaryView | null;
  /** `null` when there is none, or when it is deleted. */
  readonly parent: Pick<ParentView, 'key' | 'title'> | null;
  /** The labels by name. A table that is grouped by labels goes by the first of them. */
  readonly labels: readonly LabelView[];
};

/** A user who is involved in a Work Item in any of these ways. */
export interface Involved {
  readonly userId: UserId;
  readonly as: readonly Involvement[];
}

/** The ways in which a user is involved in a Work Item (contract §1.3); `commented` means the author of a live comment. */
export const INVOLVEMENTS = ['assigned', 'created', 'commented'] as const;
export type Involvement = (typeof INVOLVEMENTS)[number];

interface Complete<User> extends Shared<User> {
  readonly projectId: ProjectId;
  readonly description: string | null;
  readonly reporter: User | null;
  readonly parent: ParentView | null;
  /** The labels by name. */
  readonly labels: readonly LabelView[];
}

/** The `WorkItem` of contract §5.5: complete, with users in the form for legacy clients. */
export type WorkItemView = Complete<UserSummaryView>;

/** The `PublicWorkItem` of contract §5.5: complete, with users by their public ids. */
export type PublicWorkItemView = Complete<PublicUserSummaryView>;

/** The Work Item views. */
export abstract class WorkItemViews {
  /** Throws `NOT_FOUND` when the item is deleted or not in this Project. */
  abstract one(scope: ProjectScope, id: WorkItemId): Promise<WorkItemView>;
  /** Returns the item with this number in the Project. Throws `NOT_FOUND` when it is deleted or does not exist. */
  abstract at(scope: ProjectScope, number: number): Promise<WorkItemView>;
  /** Returns an item with public users. Throws `NOT_FOUND` when it is deleted or not in this Project. */
  abstract publicOne(scope: ProjectScope, id: WorkItemId): Promise<PublicWorkItemView>;
  /** Lists the items of the Project that match the filter, in the order of `sort`. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, request: WorkItemPageRequest): Promise<Page<WorkItemSummaryView>>;
  /** Lists the items of all Projects in the scopes that match the filter, in the order of `sort`, ties by id. Throws `INVALID_CURSOR`. */
  abstract pageAcross(
    scopes: readonly OrganizationScope[],
    request: ContextPageRequest,
  ): Promise<Page<ProfileWorkItemView>>;
  /**
   * Lists the items that match the query in the Projects of the scope, in the order of the query, or else last updated first; ties too by
   * last update. "Now" is the instant of the first page. Throws `INVALID_CURSOR`; `Overloaded` when it took too long.
   */
  abstract search(scope: OrganizationScope, request: SearchPageRequest): Promise<Page<WorkItemContextView>>;
  /** Lists what `search` lists, group by group. Throws as it does. */
  abstract table(scope: OrganizationScope, request: TablePageRequest): Promise<Page<TableRowView>>;
}

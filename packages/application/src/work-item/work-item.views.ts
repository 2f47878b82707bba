import type {
  LabelId,
  ProjectId,
  PublicUserId,
  SprintId,
  SprintState,
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
import type { ContextField, SummaryField, WorkItemSort } from './collection/work-item-query.js';

/** contract §5.2: how older projections name a user. */
export interface UserSummaryView {
  readonly id: UserId;
  readonly name: string;
}

/** contract §5.2: how all others do. */
export interface PublicUserSummaryView {
  readonly publicId: PublicUserId;
  readonly name: string;
}

/** contract §5.3 SprintSummary */
export interface SprintSummaryView {
  readonly id: SprintId;
  readonly name: string;
  readonly state: SprintState;
}

/** contract §5.3 Label, as a Work Item embeds it. */
export interface LabelView {
  readonly id: LabelId;
  readonly name: string;
  readonly color: string;
}

/** contract §5.5: the parent of a Work Item. */
export interface ParentView {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
}

interface Shared<User> {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly revision: number;
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly assignee: User | null;
  readonly sprint: SprintSummaryView | null;
  readonly storyPoints: number | null;
  readonly dueDate: string | null;
  readonly archivedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Summary<User> extends Shared<User> {
  readonly parentId: WorkItemId | null;
}

/** contract §5.5 WorkItemSummary: `id`, `key` and `revision`, and of the rest what was asked for. */
export type WorkItemSummaryView = Pick<Summary<UserSummaryView>, 'id' | 'key' | 'revision'> &
  Partial<Summary<UserSummaryView>>;

/** contract §5.5: the row of a collection across Projects, with public users and where it belongs. */
export type WorkItemContextView = Pick<Summary<PublicUserSummaryView>, 'id' | 'key' | 'revision'> &
  Partial<Summary<PublicUserSummaryView>> & {
    readonly project: ProjectContextView;
    readonly organization: OrganizationSummaryView;
  };

/** contract §5.5: the row of a profile. */
export type ProfileWorkItemView = WorkItemContextView & {
  /** Only in the complete row. */
  readonly reporter?: PublicUserSummaryView | null;
};

interface FilteredPage extends PageRequest {
  readonly sort: WorkItemSort;
  readonly filter: WorkItemFilter;
  /** What a cursor is bound to beside the Project: filters and order in one spelling. */
  readonly bound: string;
}

/** Which page of a Project's Work Items. */
export interface WorkItemPageRequest extends FilteredPage {
  /** The members of a row; `undefined`: all of them. */
  readonly fields?: ReadonlySet<SummaryField> | undefined;
}

/** Which page of the Work Items of several Projects. */
export interface ContextPageRequest extends FilteredPage {
  /** Only what somebody has to do with. */
  readonly person?: Involved | undefined;
  /** Shows who reported the item, too. */
  readonly withReporter?: boolean;
  /** The members of a row; `undefined`: all of them. */
  readonly fields?: ReadonlySet<ContextField> | undefined;
}

/** Which page of what a query finds. */
export interface SearchPageRequest extends PageRequest {
  readonly query: SqueakQLQuery;
  /** Whether archived items are found like all others. */
  readonly archivedToo: boolean;
  /** What a cursor is bound to beside the Organization: the text of the query. */
  readonly bound: string;
}

/** Who has to do with a Work Item in any of these ways. */
export interface Involved {
  readonly userId: UserId;
  readonly as: readonly Involvement[];
}

/** What somebody has to do with a Work Item (contract §1.3); `commented`: is the author of a live comment. */
export const INVOLVEMENTS = ['assigned', 'created', 'commented'] as const;
export type Involvement = (typeof INVOLVEMENTS)[number];

interface Complete<User> extends Shared<User> {
  readonly projectId: ProjectId;
  readonly description: string | null;
  readonly reporter: User | null;
  readonly parent: ParentView | null;
  /** By name. */
  readonly labels: readonly LabelView[];
}

/** contract §5.5 WorkItem: complete, with users as legacy clients read them. */
export type WorkItemView = Complete<UserSummaryView>;

/** contract §5.5 PublicWorkItem: complete, with users by their public ids. */
export type PublicWorkItemView = Complete<PublicUserSummaryView>;

/** How Work Items are shown. */
export abstract class WorkItemViews {
  /** Throws `NOT_FOUND` when it is deleted or not of this Project. */
  abstract one(scope: ProjectScope, id: WorkItemId): Promise<WorkItemView>;
  /** The same by its number. */
  abstract at(scope: ProjectScope, number: number): Promise<WorkItemView>;
  /** The same with public users. Throws `NOT_FOUND` likewise. */
  abstract publicOne(scope: ProjectScope, id: WorkItemId): Promise<PublicWorkItemView>;
  /** The Project's items that the filter lets pass, in the order of `sort`. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, request: WorkItemPageRequest): Promise<Page<WorkItemSummaryView>>;
  /** The same over all Projects that the scopes cover; equal rows by id. Throws `INVALID_CURSOR`. */
  abstract pageAcross(
    scopes: readonly OrganizationScope[],
    request: ContextPageRequest,
  ): Promise<Page<ProfileWorkItemView>>;
  /**
   * What the query finds in the Projects that the scope covers, in its order, or else last updated first; ties likewise. "Now" is the
   * instant of the first page. Throws `INVALID_CURSOR`; `Overloaded` when it took too long.
   */
  abstract search(scope: OrganizationScope, request: SearchPageRequest): Promise<Page<WorkItemContextView>>;
}

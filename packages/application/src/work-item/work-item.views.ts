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
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { WorkItemFilter } from './collection/work-item-filter.js';
import type { SummaryField, WorkItemSort } from './collection/work-item-query.js';

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

/** Which page of a Project's Work Items. */
export interface WorkItemPageRequest extends PageRequest {
  readonly sort: WorkItemSort;
  readonly filter: WorkItemFilter;
  /** The members of a row; `undefined`: all of them. */
  readonly fields?: ReadonlySet<SummaryField> | undefined;
  /** What a cursor is bound to beside the Project: filters and order in one spelling. */
  readonly bound: string;
}

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
}

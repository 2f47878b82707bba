import type {
  LinkId,
  LinkRelation,
  ProjectId,
  ProjectKey,
  WorkItemId,
  WorkItemKey,
  WorkItemStatus,
  WorkItemType,
} from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { PublicUserSummaryView } from '../work-item/work-item.views.js';

/** The `ProjectSummary` of contract §5.3. */
export interface ProjectSummaryView {
  readonly id: ProjectId;
  readonly key: ProjectKey;
  readonly name: string;
}

/** The Work Item at the other end of a link (contract §5.7). */
export interface LinkedWorkItemView {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly project: ProjectSummaryView;
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
}

/** The `WorkItemLink` of contract §5.7. */
export interface LinkView {
  readonly id: LinkId;
  /** The relation seen from the Work Item in the path. */
  readonly relation: LinkRelation;
  readonly otherWorkItem: LinkedWorkItemView;
  /** `null` when that account was removed. */
  readonly createdBy: PublicUserSummaryView | null;
  readonly createdAt: string;
}

/** The link views. They show only links to a live Work Item in a Project that the scope covers. */
export abstract class LinkViews {
  /** Throws `NOT_FOUND` when the Work Item has no such visible link. */
  abstract one(scope: OrganizationScope, workItemId: WorkItemId, id: LinkId): Promise<LinkView>;
  /** Lists the links of a Work Item, oldest first. Throws `INVALID_CURSOR`. */
  abstract page(scope: OrganizationScope, workItemId: WorkItemId, request: PageRequest): Promise<Page<LinkView>>;
}

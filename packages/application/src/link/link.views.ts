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

/** contract §5.3 ProjectSummary */
export interface ProjectSummaryView {
  readonly id: ProjectId;
  readonly key: ProjectKey;
  readonly name: string;
}

/** contract §5.7: the Work Item at the other end of a link. */
export interface LinkedWorkItemView {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly project: ProjectSummaryView;
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
}

/** contract §5.7 WorkItemLink */
export interface LinkView {
  readonly id: LinkId;
  /** Seen from the Work Item that is addressed. */
  readonly relation: LinkRelation;
  readonly otherWorkItem: LinkedWorkItemView;
  /** `null` when that account was removed. */
  readonly createdBy: PublicUserSummaryView | null;
  readonly createdAt: string;
}

/** How links are shown: only with another Work Item that is live, and in a Project that the scope covers. */
export abstract class LinkViews {
  /** Throws `NOT_FOUND` when the Work Item has no such link to show. */
  abstract one(scope: OrganizationScope, workItemId: WorkItemId, id: LinkId): Promise<LinkView>;
  /** The links of a Work Item, oldest first. Throws `INVALID_CURSOR`. */
  abstract page(scope: OrganizationScope, workItemId: WorkItemId, request: PageRequest): Promise<Page<LinkView>>;
}

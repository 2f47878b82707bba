import type { ProjectId, WorkItem, WorkItemId } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';

/** The reference to a Work Item in a request. */
export type WorkItemReference =
  | { readonly kind: 'id'; readonly id: WorkItemId }
  | { readonly kind: 'key'; readonly projectKey: string; readonly number: number };

/** The Work Items of one transaction. The items that `find` returns are locked, so they cannot go stale. */
export interface WorkItemRepository {
  /**
   * Finds the id of the referenced item of the Project, deleted or not. Reads without a lock, because the meaning of a name never changes.
   */
  resolve(scope: ProjectScope, reference: WorkItemReference): Promise<WorkItemId | undefined>;
  /**
   * Finds and locks items in id order, whatever the order of `ids`, so that two requests cannot deadlock. Deleted items are found too;
   * items of other Projects are not.
   */
  find(scope: ProjectScope, ids: readonly WorkItemId[]): Promise<ReadonlyMap<WorkItemId, WorkItem>>;
  /**
   * Finds and locks one item like `find`, for a change after which its view is shown. The view is read in the same round trip, and
   * `workItemViews` of this transaction follows its changes without another one.
   */
  findWithView(scope: ProjectScope, id: WorkItemId): Promise<ReadonlyMap<WorkItemId, WorkItem>>;
  /**
   * Finds the referenced item in any Project of the Organization, with its Project. Reads without a lock. The caller checks whether the
   * Project is visible.
   */
  resolveAcross(
    scope: Pick<OrganizationScope, 'organizationId'>,
    reference: WorkItemReference,
  ): Promise<{ readonly id: WorkItemId; readonly projectId: ProjectId } | undefined>;
  /** Finds and locks items like `find`, in any Project of the Organization. */
  findAcross(
    scope: Pick<OrganizationScope, 'organizationId'>,
    ids: readonly WorkItemId[],
  ): Promise<ReadonlyMap<WorkItemId, WorkItem>>;
  /** Returns the next unused number of the Project. It takes the last lock of the request, unless numbers were reserved. */
  nextNumber(scope: ProjectScope): Promise<number>;
  /** Reserves this number of item numbers, which `nextNumber` then returns. Numbers that are not used stay unused. */
  reserveNumbers(scope: ProjectScope, count: number): Promise<void>;
  /** Registers a new item with its history; written at the next flush. */
  add(item: WorkItem): void;
  /** Registers the changes and the history, if there are any; the change is guarded by the loaded revision. */
  save(item: WorkItem): void;
}

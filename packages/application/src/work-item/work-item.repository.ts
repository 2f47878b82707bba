import type { ProjectId, WorkItem, WorkItemId } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';

/** A Work Item as a request names one. */
export type WorkItemReference =
  | { readonly kind: 'id'; readonly id: WorkItemId }
  | { readonly kind: 'key'; readonly projectKey: string; readonly number: number };

/** The Work Items of one transaction. What `find` returns is locked, so it cannot go stale. */
export interface WorkItemRepository {
  /** The Project's item of that name, deleted or not; reads without a lock, because what a name means never changes. */
  resolve(scope: ProjectScope, reference: WorkItemReference): Promise<WorkItemId | undefined>;
  /**
   * Locks in id order, whatever the order asked for: two requests never wait for each other in a circle. Deleted ones are
   * found too; ids of other Projects are not.
   */
  find(scope: ProjectScope, ids: readonly WorkItemId[]): Promise<ReadonlyMap<WorkItemId, WorkItem>>;
  /** The same in whichever Project of the Organization, with that Project: whether it may be seen is for the caller to ask. */
  resolveAcross(
    scope: Pick<OrganizationScope, 'organizationId'>,
    reference: WorkItemReference,
  ): Promise<{ readonly id: WorkItemId; readonly projectId: ProjectId } | undefined>;
  /** Locks like `find`, in whichever Projects of the Organization. */
  findAcross(
    scope: Pick<OrganizationScope, 'organizationId'>,
    ids: readonly WorkItemId[],
  ): Promise<ReadonlyMap<WorkItemId, WorkItem>>;
  /** The next number of the Project, never given before. Taken as the last lock, unless numbers were reserved. */
  nextNumber(scope: ProjectScope): Promise<number>;
  /** Takes so many numbers at once, for `nextNumber` to give. What is not given is never used. */
  reserveNumbers(scope: ProjectScope, count: number): Promise<void>;
  /** Registers a new item with its history; written at the next flush. */
  add(item: WorkItem): void;
  /** Registers what changed and what was recorded, if anything; the change is guarded by the revision that was loaded. */
  save(item: WorkItem): void;
}

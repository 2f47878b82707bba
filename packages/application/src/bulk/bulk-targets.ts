import type { OrganizationId, ProjectId, ProjectKey, WorkItemId } from '@worktrack/domain';
import type { WorkItemReference } from '../work-item/work-item.repository.js';

/** The names in one operation of a bulk request. */
export interface NamedTarget {
  readonly projectKey: ProjectKey;
  /** The number of the Work Item to change. */
  readonly number?: number | undefined;
  /** The Work Item to set as parent. */
  readonly parent?: WorkItemReference | undefined;
}

/** The resources that one operation names, deleted or not. The caller checks whether they are visible. */
export interface FoundTarget {
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId | undefined;
  readonly parentId: WorkItemId | undefined;
}

/** Finds everything that a bulk request names, in one round trip and without a lock: the meaning of a name never changes. */
export interface BulkTargets {
  /** Returns one result for each name, in the same order; `undefined` when the Project does not exist. */
  find(organizationId: OrganizationId, named: readonly NamedTarget[]): Promise<readonly (FoundTarget | undefined)[]>;
}

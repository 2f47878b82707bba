import type { OrganizationId, ProjectId, ProjectKey, WorkItemId } from '@worktrack/domain';
import type { WorkItemReference } from '../work-item/work-item.repository.js';

/** What one operation of a bulk request names. */
export interface NamedTarget {
  readonly projectKey: ProjectKey;
  /** Of the Work Item that is changed. */
  readonly number?: number | undefined;
  /** The Work Item that shall become its parent. */
  readonly parent?: WorkItemReference | undefined;
}

/** What is there, deleted or not; whether it may be seen is for the caller to ask. */
export interface FoundTarget {
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId | undefined;
  readonly parentId: WorkItemId | undefined;
}

/** Looks up everything that a bulk request names, in one round trip and without a lock: what a name means never changes. */
export interface BulkTargets {
  /** As many answers as names, in their order; `undefined` where the Project does not exist. */
  find(organizationId: OrganizationId, named: readonly NamedTarget[]): Promise<readonly (FoundTarget | undefined)[]>;
}

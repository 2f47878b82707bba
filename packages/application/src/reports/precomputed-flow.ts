import type { WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The result of one rebuild step. */
export interface RebuiltFlow {
  /** The number of rows derived from the history of these Work Items. */
  readonly rows: number;
  /** The number of Work Items whose stored rows differed. */
  readonly differed: number;
  /** The last Work Item of the step; `undefined` when none was left. */
  readonly last: WorkItemId | undefined;
}

/** The precomputed flow of Work Items for Project reports. Every change updates it; it contains only data derived from history. */
export interface PrecomputedFlow {
  /**
   * Derives the rows of the next items after `after` again, in id order, from the first item when `after` is `undefined`; compares them and
   * corrects those that differ. Locks only the items that differ. Deleted and archived items are included.
   */
  rebuildNext(
    scope: Pick<ProjectScope, 'organizationId' | 'projectId'>,
    after: WorkItemId | undefined,
  ): Promise<RebuiltFlow>;
}

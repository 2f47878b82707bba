import type { WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** What became of some of a Project's Work Items. */
export interface RebuiltFlow {
  /** How many rows their history makes. */
  readonly rows: number;
  /** Of how many items anything differed. */
  readonly differed: number;
  /** The last of them; `undefined` when there was none left. */
  readonly last: WorkItemId | undefined;
}

/** What Project reports keep precomputed of the flow of Work Items: derived from history with every change, and nothing of its own. */
export interface PrecomputedFlow {
  /**
   * Derives anew what is kept of the next items after `after`, in id order, from the first one without it; compares, and corrects
   * what differs. Locks only the items that differ. Deleted and archived items are among them.
   */
  rebuildNext(
    scope: Pick<ProjectScope, 'organizationId' | 'projectId'>,
    after: WorkItemId | undefined,
  ): Promise<RebuiltFlow>;
}

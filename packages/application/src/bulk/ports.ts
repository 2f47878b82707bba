import type { RequestClock } from '../shared/clock.js';
import type { MemberPorts } from '../organization/ports.js';
import type { ProjectPorts } from '../project/ports.js';
import type { Refusal } from '../shared/refusals.js';
import type { SprintPorts } from '../sprint/ports.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { WorkItemViews } from '../work-item/work-item.views.js';
import type { BulkTargets } from './bulk-targets.js';

/** The ports of one operation of a bulk request. */
export type OperationPorts = RequestClock &
  Pick<MemberPorts, 'members'> &
  Pick<ProjectPorts, 'projects'> &
  Pick<SprintPorts, 'sprints'> &
  WorkItemPorts;

/** The work in one savepoint, and the view of its result. */
export interface SavepointWork<Done, View> {
  readonly perform: (tx: OperationPorts) => Promise<Done>;
  /** Reads exactly one view, immediately: its query can share a round trip with those of the next works. */
  readonly show: (views: SavepointViews, done: Done) => Promise<View>;
}

/** The views that can be read after a work, before the next one begins. */
export interface SavepointViews {
  readonly workItemViews: Pick<WorkItemViews, 'publicOne'>;
}

/**
 * Called with each outcome once, in the order of the works; keeps no state of an earlier attempt. If it throws a refusal for a view, the
 * work of that view is undone and its outcome is the refusal.
 */
export type AdmitOutcome<View> = (outcome: SavepointOutcome<View>, index: number) => void;

/** The outcome of a work of its own savepoint: what it shows, or the refusal for which it was undone. */
export type SavepointOutcome<View> = { readonly refusal: Refusal } | { readonly view: View };

/** The ports of bulk requests in a transaction. */
export interface BulkPorts {
  readonly bulkTargets: BulkTargets;
  /**
   * Performs each work in its own savepoint, in order: a refusal undoes only that work. The works share the instant of this transaction,
   * and must not take new locks. Savepoints must not be nested.
   */
  savepoints<Done, View>(
    works: readonly SavepointWork<Done, View>[],
    admit: AdmitOutcome<View>,
  ): Promise<SavepointOutcome<View>[]>;
}

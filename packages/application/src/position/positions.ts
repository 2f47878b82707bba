import type { WorkItemId, WorkItemKey } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { WorkItemReference } from '../work-item/work-item.repository.js';
import type { Around } from './position.js';

/** A Work Item with its position in the manual order of its Project: a smaller one comes first. */
export interface PositionView {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly position: number;
}

/** A Work Item that a move names, deleted or not. */
export interface FoundPosition extends PositionView {
  readonly isDeleted: boolean;
}

/** Neighbors with their ids, in the order of their positions in `Around`. */
export interface FoundAround extends Around {
  readonly idsBefore: readonly WorkItemId[];
  readonly idsAfter: readonly WorkItemId[];
}

/**
 * The manual order of the Work Items of a Project. Moves hold the order of their Project, one at a time. Lock order: after the tree of the
 * Project, before Sprints and Work Items.
 */
export interface Positions {
  /** Registers the lock: the next read waits for it. */
  hold(scope: ProjectScope): void;
  /** Finds Work Items of the Project, in the order of the references; `undefined` for one that does not exist. */
  find(scope: ProjectScope, references: readonly WorkItemReference[]): Promise<readonly (FoundPosition | undefined)[]>;
  /**
   * Finds at most `most` Work Items on each side of a position, `at` itself among those after it. Deleted and archived ones are among them,
   * those of `without` are not.
   */
  around(scope: ProjectScope, at: number, without: readonly WorkItemId[], most: number): Promise<FoundAround>;
  /** Registers new positions. */
  save(scope: ProjectScope, positions: ReadonlyMap<WorkItemId, number>): void;
}

/** The ports of positions in a transaction. */
export interface PositionPorts {
  readonly positions: Positions;
}

/** The manual order of a Project, to be read. */
export abstract class PositionViews {
  /** Lists the Work Items that are neither deleted nor archived, by their position. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, request: PageRequest): Promise<Page<PositionView>>;
}

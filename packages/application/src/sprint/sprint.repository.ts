import type { Carryover, Sprint, SprintId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The Sprints of one transaction. In lock order after the Project and its tree, before the Work Items. */
export interface SprintRepository {
  /**
   * Whether the Project has this Sprint. One that is found is kept from starting or completing until this transaction ends: for
   * whoever puts a Work Item into it. Who takes one out holds the item, and that is enough.
   */
  hold(scope: ProjectScope, id: SprintId): Promise<boolean>;
  /** Locked for change in id order, whatever the order asked for: two requests never wait for each other in a circle. */
  find(scope: ProjectScope, ids: readonly SprintId[]): Promise<ReadonlyMap<SprintId, Sprint>>;
  /**
   * Locks the live Work Items in a Sprint that `find` has locked, finished and archived ones too, and every item that ever left it,
   * because its report tells of those; in id order. None comes in, goes out or changes until this transaction ends. Answers how many
   * of the items in it are unfinished: there may be thousands, and they stay where they are stored.
   */
  lockItems(scope: ProjectScope, id: SprintId): Promise<number>;
  /** Only read: a lock here would come out of order. At the flush a second active Sprint is refused all the same. */
  findActive(scope: ProjectScope): Promise<Sprint | undefined>;
  /** Registers a new Sprint; written at the next flush. */
  add(sprint: Sprint): void;
  /** Registers the change; written at the next flush, guarded by the revision that was loaded. */
  save(sprint: Sprint): void;
  /** Registers what a completion does to the unfinished items that `lockItems` has counted, with its history; written at the next flush. */
  carryOver(scope: ProjectScope, carryover: Carryover, unfinished: number): void;
}

import type { Carryover, Sprint, SprintId, SprintItem } from '@worktrack/domain';
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
   * The live Work Items in a Sprint that `find` has locked, finished and archived ones too, in id order. All of them are
   * locked, and with them every item that ever left the Sprint, because its report tells of those: none comes in, goes out or changes
   * until this transaction ends.
   */
  lockItems(scope: ProjectScope, id: SprintId): Promise<readonly SprintItem[]>;
  /** Only read: a lock here would come out of order. At the flush a second active Sprint is refused all the same. */
  findActive(scope: ProjectScope): Promise<Sprint | undefined>;
  /** Registers a new Sprint; written at the next flush. */
  add(sprint: Sprint): void;
  /** Registers the change; written at the next flush, guarded by the revision that was loaded. */
  save(sprint: Sprint): void;
  /** Registers what a completion moved, with its history, a few statements for all of it; written at the next flush. */
  carryOver(scope: ProjectScope, moved: readonly Carryover[]): void;
}

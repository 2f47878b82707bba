import type { Carryover, Commitment, Sprint, SprintId, SprintOutcome, SprintUse } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The Sprints of one transaction. Lock order: after the Project and its tree, before the Work Items. */
export interface SprintRepository {
  /**
   * True when the Project has this Sprint. The Sprint then cannot start or complete until this transaction ends: call this before putting a
   * Work Item into it. To take an item out, the lock on the item is enough.
   */
  hold(scope: ProjectScope, id: SprintId): Promise<boolean>;
  /** Finds Sprints and locks them for change in id order, whatever the order of `ids`, so that two requests cannot deadlock. */
  find(scope: ProjectScope, ids: readonly SprintId[]): Promise<ReadonlyMap<SprintId, Sprint>>;
  /**
   * Locks the live Work Items in a Sprint that `find` has locked, including finished and archived ones, and every item that ever left it,
   * because its report contains them; in id order. None is added, removed or changed until this transaction ends. Returns the number of
   * unfinished items in the Sprint; there can be thousands, so they are not loaded.
   */
  lockItems(scope: ProjectScope, id: SprintId): Promise<number>;
  /** Reads without a lock, because a lock here would violate the lock order. The flush still refuses a second active Sprint. */
  findActive(scope: ProjectScope): Promise<Sprint | undefined>;
  /** Registers a new Sprint; written at the next flush. */
  add(sprint: Sprint): void;
  /** Registers the change; the next flush writes it, guarded by the loaded revision. */
  save(sprint: Sprint): void;
  /** Registers a change of the plan, as `save` does, and what queries know of the name. */
  replan(sprint: Sprint): void;
  /** Reads what refers to a Sprint that `find` has locked. */
  useOf(sprint: Sprint): Promise<SprintUse>;
  /** Registers the deletion of a Sprint to which nothing refers. */
  delete(sprint: Sprint): void;
  /** Registers the record of a commitment; written at the next flush. Call it when `lockItems` has locked the items. */
  recordCommitment(commitment: Commitment): void;
  /**
   * Registers the record of an outcome; written at the next flush. Call it when `lockItems` has locked the items, and before `carryOver`,
   * because the items that are carried over belong to the outcome.
   */
  recordOutcome(outcome: SprintOutcome): void;
  /**
   * Registers the change of the unfinished items that `lockItems` has counted, with its history; written at the next flush.
   */
  carryOver(carryover: Carryover): void;
}

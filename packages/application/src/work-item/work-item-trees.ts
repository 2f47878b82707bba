import type { ChangeOfMany, TreeFacts, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { WorkItemReference } from './work-item.repository.js';

/** The Work Item to set as parent, with the positions of it and the child in the tree. */
export interface FoundParent extends TreeFacts {
  readonly id: WorkItemId;
}

/**
 * The trees of parents and children in a Project. Item locks do not protect a rule over a whole chain, so a change of a parent and a
 * deletion hold the tree of the Project, one at a time. Every method here takes this lock first, so its result stays valid until the
 * transaction ends. Lock order: after the Project, before Sprints and Work Items.
 */
export interface WorkItemTrees {
  /** Registers only the lock, for callers that read nothing here: the next read waits for it. */
  hold(scope: ProjectScope): void;
  /** Finds the referenced item of the Project, deleted or not, and the positions of it and `child`, which can be new, in the tree. */
  findParent(scope: ProjectScope, reference: WorkItemReference, child: WorkItemId): Promise<FoundParent | undefined>;
  /** True when any live item is below this one, archived or not. */
  hasDescendants(scope: ProjectScope, id: WorkItemId): Promise<boolean>;
  /**
   * Locks the item and every live one below it, in id order. Returns the number of items below it; there can be thousands, so they are not
   * loaded.
   */
  lockDescendants(scope: ProjectScope, id: WorkItemId): Promise<number>;
  /** Registers the deletion of the items that `lockDescendants` has counted, with their history; written at the next flush. */
  deleteDescendants(
    scope: ProjectScope,
    id: WorkItemId,
    deletion: ChangeOfMany<'work_item_deleted'>,
    descendants: number,
  ): void;
}

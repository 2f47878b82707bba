import type { ChangeOfMany, TreeFacts, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { WorkItemReference } from './work-item.repository.js';

/** A Work Item that shall become a parent, and how it and the child lie in the tree. */
export interface FoundParent extends TreeFacts {
  readonly id: WorkItemId;
}

/**
 * Who is below whom in a Project. Locks on items do not protect a rule over a whole chain: whoever sets or clears a parent, or
 * deletes, holds the tree of the Project, one at a time. Every question asked here takes it first, and so stays answered until
 * the transaction ends. In lock order after the Project, before Sprints and Work Items.
 */
export interface WorkItemTrees {
  /** Registers the lock alone, for whoever asks nothing: it is waited for with whatever is read next. */
  hold(scope: ProjectScope): void;
  /** The Project's item of that name, deleted or not, and how it and `child`, which may be a new one, lie in the tree. */
  findParent(scope: ProjectScope, reference: WorkItemReference, child: WorkItemId): Promise<FoundParent | undefined>;
  /** Whether any live item is below, archived or not. */
  hasDescendants(scope: ProjectScope, id: WorkItemId): Promise<boolean>;
  /**
   * Locks the item and every live one below it, all of them in id order. Answers how many are below: there may be thousands, and they
   * stay where they are stored.
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

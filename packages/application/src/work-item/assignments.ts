import type { AssignedItem, Unassignment, UserId } from '@worktrack/domain';

/** The Work Items that are assigned to an account, in all Organizations. */
export interface Assignments {
  /** Finds and locks the assigned items in id order, archived or not, but not deleted. */
  find(assignee: UserId): Promise<readonly AssignedItem[]>;
  /** Registers the changes of locked items: one statement for the items, and one for each Project for their history. */
  clear(unassignments: readonly Unassignment[]): void;
}

import type { AssignedItem, Unassignment, UserId } from '@worktrack/domain';

/** What is assigned to an account, wherever it is. */
export interface Assignments {
  /** In all Organizations, archived or not, and not deleted. Locks in id order. */
  find(assignee: UserId): Promise<readonly AssignedItem[]>;
  /** Registers the changes of items that are locked: in one statement, and one a Project for their history. */
  clear(unassignments: readonly Unassignment[]): void;
}

import type { UserId, WorkItem } from '@worktrack/domain';

/** What is assigned to an account, wherever it is. */
export interface Assignments {
  /** In all Organizations, archived or not, and not deleted. Locks in id order. */
  find(assignee: UserId): Promise<readonly WorkItem[]>;
}

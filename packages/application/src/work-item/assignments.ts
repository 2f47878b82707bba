import type { AssignedItem, OrganizationId, Reassignment, UserId } from '@worktrack/domain';

/** The Work Items that are assigned to an account. They stay assigned when its membership ends by a task. */
export interface Assignments {
  /** Finds and locks the assigned items of these Organizations, each in id order, archived or not, but not deleted. */
  find(assignee: UserId, organizations: readonly OrganizationId[]): Promise<readonly AssignedItem[]>;
  /** Finds and locks those of one Organization that are not done, nor archived, nor in an archived Project, in id order. */
  findOpen(assignee: UserId, organization: OrganizationId): Promise<readonly AssignedItem[]>;
  /** Registers the changes of locked items: a statement for the items of each Organization, and one for each Project for their history. */
  save(reassignments: readonly Reassignment[]): void;
}

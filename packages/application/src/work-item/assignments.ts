import type { AssignedItem, Handover, OrganizationId, Reassignment, UserId } from '@worktrack/domain';

/** A handover of open Work Items that takes several transactions. */
export interface PendingHandover extends Handover {
  readonly organizationId: OrganizationId;
  readonly beganAt: Date;
}

/** The Work Items that are assigned to an account. They stay assigned when its membership ends by a task. */
export interface Assignments {
  /** Finds and locks the assigned items of these Organizations, each in id order, archived or not, but not deleted. */
  find(assignee: UserId, organizations: readonly OrganizationId[]): Promise<readonly AssignedItem[]>;
  /** Finds and locks the first of those of one Organization that are not done, nor archived, nor in an archived Project, in id order. */
  findOpen(assignee: UserId, organization: OrganizationId, most: number): Promise<readonly AssignedItem[]>;
  /** Counts those, without a lock. */
  countOpen(assignee: UserId, organization: OrganizationId): Promise<number>;
  /** Registers a handover, so that it is completed whatever happens to this process. */
  beginHandover(handover: PendingHandover): void;
  /** Finds the handover of a member who was removed. */
  handover(organization: OrganizationId, from: UserId): Promise<PendingHandover | undefined>;
  /** Lists handovers that began ten seconds ago or earlier, the oldest first. */
  lateHandovers(): Promise<readonly Pick<PendingHandover, 'organizationId' | 'from'>[]>;
  endHandover(organization: OrganizationId, from: UserId): void;
  /** Registers the changes of locked items: a statement for the items of each Organization, and one for each Project for their history. */
  save(reassignments: readonly Reassignment[]): void;
}

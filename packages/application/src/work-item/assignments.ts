import type { AssignedItem, Handover, OrganizationId, Reassignment, UserId } from '@worktrack/domain';

/** A handover of open Work Items that takes several transactions. */
export interface PendingHandover extends Handover {
  readonly organizationId: OrganizationId;
  /** The instant of the removal. Items that are assigned from then on, to somebody who has joined again, stay. */
  readonly beganAt: Date;
}

/** The Work Items that a handover is of. */
export interface HandedOver extends Pick<PendingHandover, 'organizationId' | 'from'> {
  /** `null`: the handover begins now. */
  readonly beganAt: Date | null;
  /** True: all that are not deleted, because the account is removed. False: those that are open, which means not done, nor archived, nor in an archived Project. */
  readonly isOfAccount: boolean;
}

/** The Work Items that are assigned to an account. They stay assigned when its membership ends by a task. */
export interface Assignments {
  /** Finds and locks the first items of a handover, in id order. */
  findNext(handover: HandedOver, most: number): Promise<readonly AssignedItem[]>;
  /** Counts the open items of a member, without a lock. */
  countOpen(assignee: UserId, organization: OrganizationId): Promise<number>;
  /** Counts the items of an account that are not deleted, in each of these Organizations, without a lock. */
  countAll(assignee: UserId, organizations: readonly OrganizationId[]): Promise<readonly number[]>;
  /** Registers a handover, so that it is completed whatever happens to this process. */
  beginHandover(handover: PendingHandover): void;
  /** Finds the handover of a member or an account that was removed. */
  handover(organization: OrganizationId, from: UserId): Promise<(PendingHandover & HandedOver) | undefined>;
  /** Lists handovers that began ten seconds ago or earlier, the oldest first. */
  lateHandovers(): Promise<readonly Pick<PendingHandover, 'organizationId' | 'from'>[]>;
  endHandover(organization: OrganizationId, from: UserId): void;
  /** Registers the changes of locked items: a statement for the items of each Organization, and one for each Project for their history. */
  save(reassignments: readonly Reassignment[]): void;
}

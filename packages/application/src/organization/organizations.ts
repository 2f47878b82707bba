import type { DisplayName, OrganizationId, Slug } from '@worktrack/domain';

/** An Organization as administration knows it. */
export interface OrganizationRecord {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: DisplayName;
  readonly description: string | null;
  readonly suspendedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An Organization in the list of all, with how much is in it. */
export interface OrganizationListing {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  readonly suspended: boolean;
  readonly members: number;
  /** Archived ones included. */
  readonly projects: number;
}

/** The Organizations of one transaction. */
export interface Organizations {
  /** Locked: changes of its memberships wait for each other, so that none of them leaves it without an owner. */
  find(slug: Slug): Promise<OrganizationRecord | undefined>;
  /** By slug. */
  list(): Promise<readonly OrganizationListing[]>;
  add(organization: OrganizationRecord): void;
  save(organization: OrganizationRecord): void;
}

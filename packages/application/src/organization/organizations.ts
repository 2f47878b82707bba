import type { DisplayName, OrganizationId, Slug, TimeZone } from '@worktrack/domain';

/** The record of an Organization, for administration. */
export interface OrganizationRecord {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: DisplayName;
  readonly description: string | null;
  /** The time zone of its days. */
  readonly timeZone: TimeZone;
  readonly suspendedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An Organization in the list of all, with its numbers of members and Projects. */
export interface OrganizationListing {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  readonly timeZone: TimeZone;
  readonly suspended: boolean;
  readonly members: number;
  /** The number of Projects, archived ones included. */
  readonly projects: number;
}

/** The Organizations of one transaction. */
export interface Organizations {
  /** Finds and locks an Organization: changes of its memberships wait for each other, so none of them leaves it without an owner. */
  find(slug: Slug): Promise<OrganizationRecord | undefined>;
  /** Lists all Organizations by slug. */
  list(): Promise<readonly OrganizationListing[]>;
  /** Lists the ids of all Organizations, in their order. */
  ids(): Promise<readonly OrganizationId[]>;
  /** Sets the most bytes of all files of an Organization: 0 for any number, `null` for the default. Returns the bytes that they hold. */
  setAttachmentQuota(id: OrganizationId, bytes: number | null): Promise<number>;
  add(organization: OrganizationRecord): void;
  save(organization: OrganizationRecord): void;
}

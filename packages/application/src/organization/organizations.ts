import type { DisplayName, OrganizationId, Slug, TimeZone, UserId } from '@worktrack/domain';

/** The record of an Organization. */
export interface OrganizationRecord {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: DisplayName;
  readonly description: string | null;
  /** The time zone of its days. */
  readonly timeZone: TimeZone;
  /** Since when the operator has suspended it. One that is to be removed is suspended too. */
  readonly suspendedAt: Date | null;
  /** The instant from which the server deletes it with all that it holds; `null`: never. */
  readonly removalDueAt: Date | null;
  /** Since when the server deletes it; `null`: not yet. From then on it cannot be kept. */
  readonly deletionBeganAt: Date | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Returns the record with changes, as its next revision. */
export function changedOrganization(
  organization: OrganizationRecord,
  changes: Partial<
    Pick<OrganizationRecord, 'slug' | 'name' | 'description' | 'timeZone' | 'suspendedAt' | 'removalDueAt'>
  >,
  now: Date,
): OrganizationRecord {
  return { ...organization, ...changes, revision: organization.revision + 1, updatedAt: now };
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
  /** Finds and locks an Organization by its id. */
  lock(id: OrganizationId): Promise<OrganizationRecord | undefined>;
  /** Finds the slugs that are this text, or begin with it and a hyphen: those in use, and those that are kept for an Organization. */
  slugsLike(stem: Slug): Promise<readonly { readonly slug: Slug; readonly organizationId: OrganizationId }[]>;
  /** Returns the number of Organizations that the user owns. */
  ownedBy(user: UserId): Promise<number>;
  /** Returns the number of slugs that are kept for an Organization that had them. */
  formerSlugs(id: OrganizationId): Promise<number>;
  /** Keeps a slug for the Organization that had it, until this instant. */
  keepSlug(slug: Slug, id: OrganizationId, until: Date): void;
  /** Lists all Organizations by slug. */
  list(): Promise<readonly OrganizationListing[]>;
  /** Lists the ids of all Organizations, in their order. */
  ids(): Promise<readonly OrganizationId[]>;
  /** Sets the most bytes of all files of an Organization: 0 for any number, `null` for the default. Returns the bytes that they hold. */
  setAttachmentQuota(id: OrganizationId, bytes: number | null): Promise<number>;
  add(organization: OrganizationRecord): void;
  save(organization: OrganizationRecord): void;
}

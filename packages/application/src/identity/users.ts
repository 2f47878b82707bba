import type { DisplayName, Email, OrganizationId, PublicUserId, Slug, UserId } from '@worktrack/domain';

/** An account as administration knows it. */
export interface UserRecord {
  readonly id: UserId;
  readonly publicId: PublicUserId;
  readonly email: Email;
  readonly name: DisplayName;
  /** Their first membership unless another was chosen; `null` without any. */
  readonly defaultOrganizationId: OrganizationId | null;
  readonly createdAt: Date;
}

/** An account with the Organizations it belongs to, by slug. */
export interface UserListing {
  readonly id: UserId;
  readonly publicId: PublicUserId;
  readonly email: Email;
  readonly name: string;
  readonly organizations: readonly Slug[];
}

/** The accounts of one transaction. A removed account is not found. Writes leave with the next read, or with the commit. */
export interface Users {
  /** Locked: whatever else changes this account, its memberships or its tokens waits until this transaction ends. */
  find(email: Email): Promise<UserRecord | undefined>;
  /** By e-mail address. */
  list(): Promise<readonly UserListing[]>;
  add(user: UserRecord): void;
  save(user: UserRecord): void;
  /** Forgets who it was; the public id stays reserved. */
  remove(id: UserId, at: Date): void;
}

import type { DisplayName, Email, OrganizationId, PublicUserId, Slug, UserId } from '@worktrack/domain';

/** The record of an account, for administration. */
export interface UserRecord {
  readonly id: UserId;
  readonly publicId: PublicUserId;
  readonly email: Email;
  readonly name: DisplayName;
  /** The user's first membership unless another one was chosen; `null` without any. */
  readonly defaultOrganizationId: OrganizationId | null;
  readonly createdAt: Date;
  /** When the user proved to receive mail at the address; `null`: never. */
  readonly emailConfirmedAt: Date | null;
}

/** An account in a list, with the slugs of its Organizations in order. */
export interface UserListing {
  readonly id: UserId;
  readonly publicId: PublicUserId;
  readonly email: Email;
  readonly name: string;
  readonly organizations: readonly Slug[];
}

/** The accounts of one transaction. A removed account is not found. Writes are sent with the next read, or with the commit. */
export interface Users {
  /** Finds and locks an account: other changes of the account, its memberships or its tokens wait until this transaction ends. */
  find(email: Email): Promise<UserRecord | undefined>;
  /** Finds and locks an account by its id. */
  lock(id: UserId): Promise<UserRecord | undefined>;
  /** Finds and locks the account of a member of an Organization. */
  lockMember(organization: OrganizationId, member: PublicUserId): Promise<UserRecord | undefined>;
  /** Returns the name of an account, without a lock. */
  nameOf(id: UserId): Promise<string | undefined>;
  /** Lists all accounts by e-mail address. */
  list(): Promise<readonly UserListing[]>;
  add(user: UserRecord): void;
  /** Saves everything but the e-mail address. */
  save(user: UserRecord): void;
  /**
   * Changes the address. `confirmedAt` is `null` where its owner has not confirmed it. Throws `CONFLICT` when another account has it: with the next
   * read, or with the commit.
   */
  changeEmail(id: UserId, email: Email, confirmedAt: Date | null): void;
  /** Erases the identity of an account; its public id stays reserved. */
  remove(id: UserId, at: Date): void;
}

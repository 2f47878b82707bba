import type { AccessTokenId, OrganizationId, ProjectId, ProjectKey, Scope, Slug, UserId } from '@worktrack/domain';

/** What a token may touch of one Organization: all of it when `projects` is `null`. */
export interface TokenGrant {
  readonly organizationId: OrganizationId;
  readonly projects: readonly ProjectId[] | null;
}

/** A token as it is stored: its secret only as a hash. */
export interface AccessTokenRecord {
  readonly id: AccessTokenId;
  readonly userId: UserId;
  readonly name: string;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  /** In canonical order. */
  readonly scopes: readonly Scope[];
  readonly grants: readonly TokenGrant[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A token as administration shows it. */
export interface AccessTokenListing {
  readonly id: AccessTokenId;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** By slug; keys in their order; `null`: the whole Organization. */
  readonly grants: readonly { readonly org: Slug; readonly projects: readonly ProjectKey[] | null }[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** The tokens of one transaction. */
export interface AccessTokens {
  add(token: AccessTokenRecord): void;
  /** Of one account, the oldest first. */
  list(user: UserId): Promise<readonly AccessTokenListing[]>;
  /** When it was revoked: now, or the first time; `undefined` when there is no such token. */
  revoke(id: AccessTokenId, at: Date): Promise<Date | undefined>;
  /** Takes the Organization out of what the user's tokens may touch; a token that covers nothing else is not revoked. */
  endGrants(organization: OrganizationId, user: UserId): void;
  /** All that are not revoked yet; answers with them. */
  revokeAllOf(user: UserId, at: Date): Promise<readonly AccessTokenId[]>;
}

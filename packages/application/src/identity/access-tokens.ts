import type { AccessTokenId, OrganizationId, ProjectId, ProjectKey, AnyScope, Slug, UserId } from '@worktrack/domain';

/** The access of a token in one Organization: the whole Organization when `projects` is `null`. */
export interface TokenGrant {
  readonly organizationId: OrganizationId;
  readonly projects: readonly ProjectId[] | null;
}

/** The stored record of a token, with its secret only as a hash. */
export interface AccessTokenRecord {
  readonly id: AccessTokenId;
  readonly userId: UserId;
  readonly name: string;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  /** The scopes in canonical order. */
  readonly scopes: readonly AnyScope[];
  readonly grants: readonly TokenGrant[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A token in the lists of administration. */
export interface AccessTokenListing {
  readonly id: AccessTokenId;
  readonly name: string;
  readonly scopes: readonly AnyScope[];
  /** The granted Projects by the slug of their Organization, with sorted keys; `null` for the whole Organization. */
  readonly grants: readonly { readonly org: Slug; readonly projects: readonly ProjectKey[] | null }[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** The last day, in UTC, on which the token was used; `null` when it never was. */
  readonly lastUsedOn: string | null;
}

/** A token that a successor replaces. */
export type ReplacedToken = Pick<
  AccessTokenRecord,
  'userId' | 'name' | 'scopes' | 'grants' | 'createdAt' | 'expiresAt'
> & {
  readonly revokedAt: Date | null;
};

/** The tokens of one transaction. */
export interface AccessTokens {
  add(token: AccessTokenRecord): void;
  /** Lists the tokens of one account, oldest first. */
  list(user: UserId): Promise<readonly AccessTokenListing[]>;
  /** Finds a token and locks it; `undefined` when there is no such token. */
  find(id: AccessTokenId): Promise<ReplacedToken | undefined>;
  /** Lets a token expire at this instant. */
  expire(id: AccessTokenId, at: Date): void;
  /** Revokes a token. Returns the instant of its first revocation; `undefined` when there is no such token. */
  revoke(id: AccessTokenId, at: Date): Promise<Date | undefined>;
  /** Grants a token the whole of an Organization that it has no grant of. */
  grantWhole(organization: OrganizationId, token: AccessTokenId): void;
  /** Removes the Organization from the grants of the user's tokens. A token without any other grant is not revoked. */
  endGrants(organization: OrganizationId, user: UserId): void;
  /** Revokes all tokens of the user that are not yet revoked, and returns their ids. */
  revokeAllOf(user: UserId, at: Date): Promise<readonly AccessTokenId[]>;
}

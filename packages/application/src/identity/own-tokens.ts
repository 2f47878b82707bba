import type { AccessTokenId, OrganizationId, ProjectId, ProjectKey, Slug, UserId } from '@worktrack/domain';
import type { VisibleOrganization } from '../access/principal.js';
import type { AccessTokenRecord } from './access-tokens.js';

/** An Organization of a user, with the Projects in it that were asked for. */
export interface GrantableOrganization {
  readonly id: OrganizationId;
  /** Archived Projects too; a key without a Project is absent. */
  readonly projects: ReadonlyMap<ProjectKey, ProjectId>;
}

/** The access that a user asks for in one Organization: all of it, or the Projects of these keys. */
export interface WantedGrant {
  readonly slug: Slug;
  readonly projects?: readonly ProjectKey[] | undefined;
}

/** The tokens of one account, for its holder. */
export interface OwnTokens {
  /**
   * Locks the account: other changes of its tokens and memberships wait until this transaction ends. Returns the number of its tokens that
   * are neither revoked nor expired.
   */
  lock(user: UserId): Promise<number>;
  /** Finds the wanted Projects in these Organizations of the user, by slug; a slug of none of them is absent. */
  grantable(
    organizations: readonly Pick<VisibleOrganization, 'id' | 'slug'>[],
    wanted: readonly WantedGrant[],
  ): Promise<ReadonlyMap<Slug, GrantableOrganization>>;
  add(token: AccessTokenRecord): void;
  /** Revokes a token of the user. Returns false when the user has no such token, or when it is revoked already. */
  revoke(user: UserId, id: AccessTokenId, at: Date): Promise<boolean>;
  /** Revokes all tokens of the user that are neither revoked nor expired, and returns their ids. */
  revokeAll(user: UserId, at: Date): Promise<readonly AccessTokenId[]>;
}

import type { AccessTokenId, OrganizationId, ProjectKey, AnyScope, Slug, UserId } from '@worktrack/domain';

/** The access of a token in one Organization. */
export interface OwnTokenGrantView {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  /** Sorted keys; `null` for the whole Organization. */
  readonly projects: readonly ProjectKey[] | null;
}

/** A token as its holder sees it. Nothing of its text is stored. */
export interface OwnTokenView {
  readonly id: AccessTokenId;
  readonly name: string;
  /** The scopes in canonical order. */
  readonly scopes: readonly AnyScope[];
  /** Ordered by name, then id. */
  readonly organizations: readonly OwnTokenGrantView[];
  readonly createdAt: string;
  readonly expiresAt: string;
  /** True when `expiresAt` is past, by the clock of the database. */
  readonly expired: boolean;
}

/** The maximum lengths of a list of tokens. Tokens beyond them are the ones that expire, or expired, first. */
export const LISTED_TOKENS = { valid: 250, expired: 50 } as const;

/** The tokens of one account, for its holder. A revoked token is not shown. */
export abstract class OwnTokenViews {
  /** Throws `NOT_FOUND`. */
  abstract one(user: UserId, id: AccessTokenId): Promise<OwnTokenView>;
  /** Lists the tokens that are valid and those that expired last, newest first, at most `LISTED_TOKENS`. */
  abstract list(user: UserId): Promise<readonly OwnTokenView[]>;
}

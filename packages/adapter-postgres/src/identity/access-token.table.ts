import type { AccessTokenRecord } from '@worktrack/application';
import type { AccessTokenId, OrganizationId, ProjectId } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A token without its grants, which have separate tables. */
export interface AccessTokenRow extends Omit<AccessTokenRecord, 'grants'> {
  readonly revokedAt: Date | null;
  /** A day in UTC. */
  readonly lastUsedOn: string | null;
}

/** The grant of a token for one Organization: for all of it, or for single Projects. */
export interface TokenGrantRow {
  readonly organizationId: OrganizationId;
  readonly tokenId: AccessTokenId;
  readonly whole: boolean;
}

/** One Project of a grant that does not cover the whole Organization. */
export interface TokenProjectGrantRow {
  readonly organizationId: OrganizationId;
  readonly tokenId: AccessTokenId;
  readonly projectId: ProjectId;
}

/** A row is an `AccessTokenRow`. */
export const AccessTokenTable = tableOf<AccessTokenRow>('AccessToken', 'access_tokens', {
  id: { type: 'uuid', primary: true },
  userId: { type: 'uuid' },
  name: { type: 'text' },
  hash: { name: 'token_hash', type: 'bytea' },
  scopes: { type: 'text', array: true },
  createdAt: { type: 'timestamptz', precision: 3 },
  expiresAt: { type: 'timestamptz', precision: 3 },
  revokedAt: { type: 'timestamptz', precision: 3, nullable: true },
  lastUsedOn: { type: 'date', nullable: true },
});

/** A row is a `TokenGrantRow`. */
export const TokenGrantTable = tableOf<TokenGrantRow>('TokenGrant', 'token_grants', {
  organizationId: { type: 'uuid', primary: true },
  tokenId: { type: 'uuid', primary: true },
  whole: { type: 'boolean' },
});

/** A row is a `TokenProjectGrantRow`. */
export const TokenProjectGrantTable = tableOf<TokenProjectGrantRow>('TokenProjectGrant', 'token_project_grants', {
  organizationId: { type: 'uuid', primary: true },
  tokenId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid', primary: true },
});

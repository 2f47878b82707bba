import type { Principal, Principals, VisibleOrganization } from '@worktrack/application';
import {
  inCanonicalOrder,
  type AccessTokenId,
  type OrganizationId,
  type ProjectId,
  type Scope,
} from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import type { Session } from '../engine/session.js';
import { statement, type Statement } from '../engine/statement.js';
import type { Value } from '../engine/values.js';

/**
 * Reads everything that decides what a token may see. The remaining lifetime is computed by the database's clock, because the clock of this
 * machine may be wrong.
 */
const SELECT = `
   select holder.id as "userId", holder.public_id as "publicId", holder.name as "userName", holder.email,
     token.id as "tokenId", token.name as "tokenName", token.scopes, token.expires_at as "expiresAt",
     extract(epoch from token.expires_at - clock_timestamp())::float8 * 1000 as "remainingMilliseconds",
     (select membership.organization_id from memberships membership where membership.user_id = holder.id
      order by membership.organization_id is not distinct from holder.default_organization_id desc,
        membership.created_at, membership.organization_id limit 1) as "defaultOrganizationId",
     (select json_agg(json_build_object(
        'id', organization.id, 'slug', organization.slug, 'name', organization.name,
        'suspended', organization.suspended_at is not null,
        'role', membership.role, 'username', membership.username,
        'whole', token_grant.whole,
        'projects', (select json_agg(project_grant.project_id) from token_project_grants project_grant
          where project_grant.organization_id = token_grant.organization_id and project_grant.token_id = token.id)
        ) order by organization.name, organization.id)
      from token_grants token_grant
      join memberships membership
        on membership.organization_id = token_grant.organization_id and membership.user_id = token.user_id
      join organizations organization on organization.id = token_grant.organization_id
      where token_grant.token_id = token.id) as organizations
   from access_tokens token join users holder on holder.id = token.user_id
   where token.revoked_at is null and token.expires_at > clock_timestamp() and holder.removed_at is null`;

const BY_HASH = statement('principal.of-token', `${SELECT} and token.token_hash = $1`);
const BY_ID = statement('principal.of-token-id', `${SELECT} and token.id = $1`);

interface PrincipalRow {
  readonly userId: Principal['user']['id'];
  readonly publicId: Principal['user']['publicId'];
  readonly userName: string;
  readonly email: Principal['user']['email'];
  readonly tokenId: Principal['token']['id'];
  readonly tokenName: string;
  readonly scopes: Scope[];
  readonly expiresAt: Date;
  readonly remainingMilliseconds: number;
  readonly defaultOrganizationId: OrganizationId | null;
  readonly organizations: readonly GrantRow[] | null;
}

type GrantRow = Omit<VisibleOrganization, 'grant'> & {
  readonly whole: boolean;
  readonly projects: readonly ProjectId[] | null;
};

/** Milliseconds for which a principal is valid without another look-up. */
const LONGEST_TRUST = 1_000;

/** A monotonic clock, in milliseconds. */
export type Clock = () => number;

export const CLOCK: Clock = () => performance.now();

/** Finds the principal of a token by the token's hash. */
export function principalOfHash(reader: Reader, hash: Buffer, now: Clock): Promise<Principal | undefined> {
  return look(reader, BY_HASH, hash, now);
}

/** Finds the principals of tokens within a transaction. */
export class PostgresPrincipals implements Principals {
  constructor(private readonly session: Session) {}

  find(token: AccessTokenId): Promise<Principal | undefined> {
    return look(this.session, BY_ID, token, CLOCK);
  }

  findWithNext(token: AccessTokenId): Promise<Principal | undefined> {
    return look(this.session.later, BY_ID, token, CLOCK);
  }
}

async function look(reader: Reader, by: Statement, value: Value, now: Clock): Promise<Principal | undefined> {
  const askedAt = now();
  const [row] = await reader.rows<PrincipalRow>(by, [value]);
  return row && principalOf(row, askedAt);
}

/** Builds the principal. `askedAt` is the time before the query, by the clock of `look`: the result may be old when it arrives. */
function principalOf(row: PrincipalRow, askedAt: number): Principal {
  return {
    user: { id: row.userId, publicId: row.publicId, name: row.userName, email: row.email },
    token: {
      id: row.tokenId,
      name: row.tokenName,
      scopes: inCanonicalOrder(row.scopes),
      expiresAt: row.expiresAt,
    },
    organizations: (row.organizations ?? []).map(({ whole, projects, ...organization }) => ({
      ...organization,
      grant: whole ? { kind: 'organization' } : { kind: 'projects', ids: new Set(projects) },
    })),
    defaultOrganizationId: row.defaultOrganizationId,
    believedUntil: askedAt + Math.min(LONGEST_TRUST, row.remainingMilliseconds),
  };
}

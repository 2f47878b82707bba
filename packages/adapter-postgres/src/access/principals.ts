import {
  SESSION_LIMITS,
  type LinkPurpose,
  type Principal,
  type Principals,
  type VisibleOrganization,
} from '@worktrack/application';
import {
  ALL_SCOPES,
  inCanonicalOrder,
  type CredentialId,
  type OrganizationId,
  type ProjectId,
  type AnyScope,
  type SessionId,
} from '@worktrack/domain';
import { type Reader, type Statement, type Value, brief, statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { unusedTodayCondition } from './last-used.js';
import { livingCondition } from '../session/living-sessions.js';

/**
 * Reads everything that decides what a token can see. The remaining lifetime is computed by the database's clock, because the clock of this
 * machine can be wrong.
 */
const SELECT_TOKEN = `
   select holder.id as "userId", holder.public_id as "publicId", holder.name as "userName", holder.email,
     token.id as "tokenId", token.name as "tokenName", token.scopes, token.expires_at as "expiresAt",
     extract(epoch from token.expires_at - clock_timestamp())::float8 * 1000 as "remainingMilliseconds",
     (select membership.organization_id from memberships membership where membership.user_id = holder.id
      order by membership.organization_id is not distinct from holder.default_organization_id desc,
        membership.created_at, membership.organization_id limit 1) as "defaultOrganizationId",
     (select json_agg(json_build_object(
        'id', organization.id, 'slug', organization.slug, 'name', organization.name,
        'suspended', coalesce(organization.suspended_at, organization.removal_due_at) is not null, 'timeZone', organization.time_zone,
        'role', membership.role, 'username', membership.username,
        'whole', token_grant.whole,
        'projects', (select json_agg(project_grant.project_id) from token_project_grants project_grant
          where project_grant.organization_id = token_grant.organization_id and project_grant.token_id = token.id)
        ) order by organization.name, organization.id)
      from token_grants token_grant
      join memberships membership
        on membership.organization_id = token_grant.organization_id and membership.user_id = token.user_id
      join organizations organization on organization.id = token_grant.organization_id
      where token_grant.token_id = token.id) as organizations,
     null::uuid as "sessionId", null::timestamptz(3) as "sessionCreatedAt", null::text as "byLink", 0::float8 as "unseenMinutes",
     ${unusedTodayCondition('token')} as "isUnusedToday"
   from access_tokens token join users holder on holder.id = token.user_id
   where token.revoked_at is null and token.expires_at > clock_timestamp() and holder.removed_at is null`;

/**
 * Reads the same of a session: its scopes are all, and it covers the whole of each Organization of its user. It lives until it expires,
 * and no longer than the idle days after it was last seen.
 */
const SELECT_SESSION = `
   select holder.id as "userId", holder.public_id as "publicId", holder.name as "userName", holder.email,
     session.id as "tokenId", 'session' as "tokenName", null::text[] as scopes, session.expires_at as "expiresAt",
     extract(epoch from least(session.expires_at, session.last_seen_at + interval '${SESSION_LIMITS.idleDays} days')
       - clock_timestamp())::float8 * 1000 as "remainingMilliseconds",
     (select membership.organization_id from memberships membership where membership.user_id = holder.id
      order by membership.organization_id is not distinct from holder.default_organization_id desc,
        membership.created_at, membership.organization_id limit 1) as "defaultOrganizationId",
     (select json_agg(json_build_object(
        'id', organization.id, 'slug', organization.slug, 'name', organization.name,
        'suspended', coalesce(organization.suspended_at, organization.removal_due_at) is not null, 'timeZone', organization.time_zone,
        'role', membership.role, 'username', membership.username, 'whole', true, 'projects', null
        ) order by organization.name, organization.id)
      from memberships membership join organizations organization on organization.id = membership.organization_id
      where membership.user_id = holder.id) as organizations,
     session.id as "sessionId", session.created_at as "sessionCreatedAt", session.by_link as "byLink",
     extract(epoch from clock_timestamp() - session.last_seen_at)::float8 / 60 as "unseenMinutes",
     false as "isUnusedToday"
   from sessions session join users holder on holder.id = session.user_id
   where holder.removed_at is null and ${livingCondition('session')}`;

const BY_TOKEN_HASH = brief(statement('principal.of-token', `${SELECT_TOKEN} and token.token_hash = $1`));
const BY_SESSION_HASH = brief(statement('principal.of-session', `${SELECT_SESSION} and session.token_hash = $1`));
const BY_ID = statement(
  'principal.of-credential-id',
  `${SELECT_TOKEN} and token.id = $1 union all ${SELECT_SESSION} and session.id = $1`,
);

interface PrincipalRow {
  readonly userId: Principal['user']['id'];
  readonly publicId: Principal['user']['publicId'];
  readonly userName: string;
  readonly email: Principal['user']['email'];
  readonly tokenId: Principal['token']['id'];
  readonly tokenName: string;
  /** `null` for a session, which has all. */
  readonly scopes: AnyScope[] | null;
  readonly expiresAt: Date;
  readonly remainingMilliseconds: number;
  readonly defaultOrganizationId: OrganizationId | null;
  readonly organizations: readonly GrantRow[] | null;
  /** `null` for a token. */
  readonly sessionId: SessionId | null;
  readonly sessionCreatedAt: Date | null;
  readonly byLink: LinkPurpose | null;
  /** Minutes since the last use of a session was written; 0 for a token. */
  readonly unseenMinutes: number;
  /** True for a token whose use on this day is not written yet; false for a session. */
  readonly isUnusedToday: boolean;
}

type GrantRow = Omit<VisibleOrganization, 'grant'> & {
  readonly whole: boolean;
  readonly projects: readonly ProjectId[] | null;
};

/** Milliseconds for which a principal is valid without another lookup. */
const LONGEST_TRUST = 1_000;

/** A monotonic clock, in milliseconds. */
export type Clock = () => number;

export const CLOCK: Clock = () => performance.now();

/** A principal, with what is written of the last use of its credential. */
export interface FoundPrincipal extends Pick<PrincipalRow, 'unseenMinutes' | 'isUnusedToday'> {
  readonly principal: Principal;
}

/** Finds the principal of a token by the token's hash. */
export function principalOfToken(reader: Reader, hash: Buffer, now: Clock): Promise<FoundPrincipal | undefined> {
  return look(reader, BY_TOKEN_HASH, hash, now);
}

/** Finds the principal of a session by the hash of its secret. */
export function principalOfSession(reader: Reader, hash: Buffer, now: Clock): Promise<FoundPrincipal | undefined> {
  return look(reader, BY_SESSION_HASH, hash, now);
}

/** Finds the principals of tokens and sessions within a transaction. */
export class PostgresPrincipals implements Principals {
  constructor(private readonly transaction: SqlTransaction) {}

  async find(credential: CredentialId): Promise<Principal | undefined> {
    return (await look(this.transaction, BY_ID, credential, CLOCK))?.principal;
  }
}

async function look(reader: Reader, by: Statement, value: Value, now: Clock): Promise<FoundPrincipal | undefined> {
  const askedAt = now();
  const [row] = await reader.rows<PrincipalRow>(by, [value]);
  if (!row) return undefined;
  const { unseenMinutes, isUnusedToday: isUnused } = row;
  return { principal: principalOf(row, askedAt), unseenMinutes, isUnusedToday: isUnused };
}

function sessionOf({ sessionId: id, sessionCreatedAt: createdAt, byLink }: PrincipalRow): Principal['session'] {
  return id && createdAt ? { id, createdAt, byLink } : undefined;
}

/** Builds the principal. `askedAt` is the time before the query, by the clock of `look`: the result can be old when it arrives. */
function principalOf(row: PrincipalRow, askedAt: number): Principal {
  return {
    user: { id: row.userId, publicId: row.publicId, name: row.userName, email: row.email },
    token: {
      id: row.tokenId,
      name: row.tokenName,
      scopes: row.scopes ? inCanonicalOrder(row.scopes) : ALL_SCOPES,
      expiresAt: row.expiresAt,
    },
    session: sessionOf(row),
    organizations: (row.organizations ?? []).map(({ whole, projects, ...organization }) => ({
      ...organization,
      grant: whole ? { kind: 'organization' } : { kind: 'projects', ids: new Set(projects) },
    })),
    defaultOrganizationId: row.defaultOrganizationId,
    believedUntil: askedAt + Math.min(LONGEST_TRUST, row.remainingMilliseconds),
  };
}

import {
  Authenticator,
  hashOfToken,
  isWellFormedToken,
  type Principal,
  type VisibleOrganization,
} from '@worktrack/application';
import { inCanonicalOrder, type OrganizationId, type ProjectId, type Scope } from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import { statement } from '../sql/statement.js';

/**
 * All that decides what a token may see, in one look-up. Its life is told as what remains of it by the database's clock: the
 * clock of this machine may be wrong.
 */
const PRINCIPAL = statement(
  'principal.of-token',
  `select holder.id as "userId", holder.public_id as "publicId", holder.name as "userName", holder.email,
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
   where token.token_hash = $1 and token.revoked_at is null and token.expires_at > clock_timestamp()
     and holder.removed_at is null`,
);

interface Row {
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

interface Known {
  readonly principal: Principal;
  /** Instants of the monotonic clock. */
  readonly staleAt: number;
}

/** Milliseconds that an accepted token is believed without being looked up. */
const LONGEST_TRUST = 1_000;
const MOST_REMEMBERED = 10_000;

/**
 * Looks tokens up by their hash. What was accepted is believed for at most one second, so that a revocation, an expiry or a
 * change of membership takes effect everywhere within it; what was refused is looked up again each time.
 */
export class PostgresAuthenticator extends Authenticator {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly reader: Reader,
    /** A clock that never goes back, in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {
    super();
  }

  async authenticate(token: string): Promise<Principal | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const hash = hashOfToken(token);
    const digest = hash.toString('base64');
    const known = this.known.get(digest);
    if (known && this.now() < known.staleAt) return known.principal;

    this.known.delete(digest);
    // The second runs from before the question: the answer may already be old when it arrives.
    const asked = this.now();
    const [row] = await this.reader.rows<Row>(PRINCIPAL, [hash]);
    if (!row) return undefined;
    const principal = principalOf(row);
    this.remember(digest, { principal, staleAt: asked + Math.min(LONGEST_TRUST, row.remainingMilliseconds) });
    return principal;
  }

  private remember(digest: string, known: Known): void {
    // Ordered by age, because a look-up deletes before it adds: the first one is the oldest.
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MOST_REMEMBERED) this.known.delete(oldest);
    this.known.set(digest, known);
  }
}

function principalOf(row: Row): Principal {
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
  };
}

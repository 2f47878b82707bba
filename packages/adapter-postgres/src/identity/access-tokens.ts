import type { AccessTokenListing, AccessTokenRecord, AccessTokens, ReplacedToken } from '@worktrack/application';
import type { AccessTokenId, OrganizationId, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { grantedProjects } from './granted-projects.js';
import { AccessTokenTable, TokenGrantTable, TokenProjectGrantTable } from './access-token.table.js';

const LIST_TOKENS = statement(
  'access-tokens.list',
  `with granted as materialized (
     ${grantedProjects('select id from access_tokens where user_id = $1')}
   )
   select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_on::text as "lastUsedOn",
          (select coalesce(json_agg(json_build_object('org', slug, 'projects', case when not whole then
              coalesce(granted.keys, '[]') end) order by slug), '[]')
           from token_grants join organizations on organizations.id = token_grants.organization_id
           left join granted on granted.organization_id = token_grants.organization_id
             and granted.token_id = token_grants.token_id
           where token_grants.token_id = access_tokens.id) as grants
   from access_tokens where user_id = $1 order by created_at, id`,
);

const FIND = statement(
  'access-tokens.find',
  `select user_id as "userId", name, scopes, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
     (select coalesce(json_agg(json_build_object('organizationId', organization_id, 'projects', case when not whole then (
         select coalesce(json_agg(project_id), '[]') from token_project_grants granted
         where granted.organization_id = token_grants.organization_id and granted.token_id = token_grants.token_id
       ) end)), '[]')
      from token_grants where token_id = access_tokens.id) as grants
   from access_tokens where id = $1 for update`,
);

const EXPIRE = statement('access-tokens.expire', 'update access_tokens set expires_at = $2 where id = $1');

/** Deletes the grants of a user's tokens for an Organization. Their Projects are deleted too (`on delete cascade`). */
const END_GRANTS = statement(
  'access-tokens.end-grants',
  `delete from token_grants
   where organization_id = $1 and token_id in (select id from access_tokens where user_id = $2)`,
);

const REVOKE = statement(
  'access-tokens.revoke',
  `update access_tokens set revoked_at = coalesce(revoked_at, $2) where id = $1 returning revoked_at as "revokedAt"`,
);

const REVOKE_ALL = statement(
  'access-tokens.revoke-all',
  `update access_tokens set revoked_at = $2 where user_id = $1 and revoked_at is null returning id`,
);

const ADD_TOKEN = AccessTokenTable.insertAs('access-tokens.add');
const ADD_GRANT = TokenGrantTable.insertAs('access-tokens.add-grant');
const ADD_PROJECT_GRANTS = TokenProjectGrantTable.insertManyAs('access-tokens.add-project-grants');

export class PostgresAccessTokens implements AccessTokens {
  constructor(private readonly transaction: SqlTransaction) {}

  add({ grants, ...token }: AccessTokenRecord): void {
    const row = { ...token, scopes: [...token.scopes], revokedAt: null, lastUsedOn: null };
    this.transaction.write(ADD_TOKEN, AccessTokenTable.insertValues(row));
    for (const { organizationId, projects } of grants) {
      const grant = { organizationId, tokenId: token.id };
      this.transaction.write(ADD_GRANT, TokenGrantTable.insertValues({ ...grant, whole: projects === null }));
      const ofProjects = (projects ?? []).map((projectId) => TokenProjectGrantTable.plain({ ...grant, projectId }));
      this.transaction.writeRows(ADD_PROJECT_GRANTS, ofProjects, organizationId);
    }
  }

  list(user: UserId): Promise<readonly AccessTokenListing[]> {
    return this.transaction.rows<AccessTokenListing>(LIST_TOKENS, [user]);
  }

  async find(id: AccessTokenId): Promise<ReplacedToken | undefined> {
    const [token] = await this.transaction.rows<ReplacedToken>(FIND, [id]);
    return token;
  }

  expire(id: AccessTokenId, at: Date): void {
    this.transaction.write(EXPIRE, [id, at]);
  }

  async revoke(id: AccessTokenId, at: Date): Promise<Date | undefined> {
    const [token] = await this.transaction.rows<{ revokedAt: Date }>(REVOKE, [id, at]);
    return token?.revokedAt;
  }

  grantWhole(organizationId: OrganizationId, tokenId: AccessTokenId): void {
    this.transaction.write(ADD_GRANT, TokenGrantTable.insertValues({ organizationId, tokenId, whole: true }));
  }

  endGrants(organization: OrganizationId, user: UserId): void {
    this.transaction.write(END_GRANTS, [organization, user]);
  }

  async revokeAllOf(user: UserId, at: Date): Promise<readonly AccessTokenId[]> {
    const tokens = await this.transaction.rows<{ id: AccessTokenId }>(REVOKE_ALL, [user, at]);
    return tokens.map(({ id }) => id);
  }
}

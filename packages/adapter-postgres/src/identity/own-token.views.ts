import { LISTED_TOKENS, OwnTokenViews, refuse, type OwnTokenView } from '@worktrack/application';
import { inCanonicalOrder, type AccessTokenId, type UserId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { grantedProjects } from './granted-projects.js';

const COLUMNS = `
  token.id, token.name, token.scopes, token.created_at as "createdAt", token.expires_at as "expiresAt",
  token.expires_at <= now() as expired,
  (select coalesce(json_agg(json_build_object('id', organization.id, 'slug', organization.slug, 'name', organization.name,
       'projects', case when not token_grant.whole then coalesce(granted.keys, '[]') end
     ) order by organization.name, organization.id), '[]')
   from token_grants token_grant join organizations organization on organization.id = token_grant.organization_id
   left join granted on granted.organization_id = token_grant.organization_id and granted.token_id = token_grant.token_id
   where token_grant.token_id = token.id) as organizations`;

const ONE = viewStatement(
  'own-token-view.one',
  `with granted as materialized (${grantedProjects('select $2::uuid')})
   select ${COLUMNS} from access_tokens token where token.id = $2 and token.user_id = $1 and token.revoked_at is null`,
);

/** Selects the tokens by two ranges of one index. `now()` has one value in a statement, so it can limit an index scan. */
const LIST = viewStatement(
  'own-token-view.list',
  `with listed as materialized (
     (select id from access_tokens where user_id = $1 and revoked_at is null and expires_at > now()
      order by expires_at desc limit ${LISTED_TOKENS.valid})
     union all
     (select id from access_tokens where user_id = $1 and revoked_at is null and expires_at <= now()
      order by expires_at desc limit ${LISTED_TOKENS.expired})
   ), granted as materialized (${grantedProjects('select id from listed')})
   select ${COLUMNS}
   from listed join access_tokens token on token.id = listed.id
   order by token.created_at desc, token.id desc`,
);

export class PostgresOwnTokenViews extends OwnTokenViews {
  constructor(private readonly reader: Reader) {
    super();
  }

  async one(user: UserId, id: AccessTokenId): Promise<OwnTokenView> {
    const [token] = await this.reader.rows<OwnTokenView>(ONE, [user, id]);
    return token ? inOrder(token) : refuse('NOT_FOUND');
  }

  async list(user: UserId): Promise<readonly OwnTokenView[]> {
    return (await this.reader.rows<OwnTokenView>(LIST, [user])).map(inOrder);
  }
}

function inOrder(token: OwnTokenView): OwnTokenView {
  return { ...token, scopes: inCanonicalOrder(token.scopes) };
}

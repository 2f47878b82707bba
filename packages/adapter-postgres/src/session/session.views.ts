import {
  SessionViews,
  type SignInLinkView,
  type OrganizationOfSession,
  type SessionListing,
  type SessionView,
} from '@worktrack/application';
import type { SessionId, Slug, UserId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { livingCondition } from './living-sessions.js';

type SessionRow = Omit<SessionView['user'], 'id'> & {
  readonly userId: UserId;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly organizations: readonly OrganizationOfSession[] | null;
  readonly defaultOrganization: Slug | null;
  readonly hasPassword: boolean;
};

const ONE = viewStatement(
  'session-view.one',
  `select session.created_at as "createdAt", session.expires_at as "expiresAt",
     holder.id as "userId", holder.public_id as "publicId", holder.name, holder.email,
     (select avatar.version from user_avatars avatar where avatar.user_id = holder.id) as "avatarVersion",
     exists (select from passwords where passwords.user_id = holder.id) as "hasPassword",
     (select organization.slug from memberships membership
      join organizations organization on organization.id = membership.organization_id
      where membership.user_id = holder.id
      order by membership.organization_id is not distinct from holder.default_organization_id desc,
        membership.created_at, membership.organization_id limit 1) as "defaultOrganization",
     (select json_agg(json_build_object(
        'id', organization.id, 'slug', organization.slug, 'name', organization.name,
        'suspended', coalesce(organization.suspended_at, organization.removal_due_at) is not null, 'timeZone', organization.time_zone,
        'role', membership.role, 'username', membership.username
        ) order by organization.name, organization.id)
      from memberships membership join organizations organization on organization.id = membership.organization_id
      where membership.user_id = holder.id) as organizations
   from sessions session join users holder on holder.id = session.user_id
   where session.id = $1 and holder.removed_at is null and ${livingCondition('session')}`,
);

const OF_USER = viewStatement(
  'session-view.of-user',
  `select session.id, session.created_at as "createdAt", session.last_seen_at as "lastSeenAt",
     session.expires_at as "expiresAt", session.user_agent as "userAgent",
     case when session.oidc_issuer is not null then 'provider' when session.by_link is not null then 'link' else 'password' end
       as "signedInBy"
   from sessions session where session.user_id = $1 and ${livingCondition('session')}
   order by session.created_at desc, session.id`,
);

const OF_LINK = viewStatement(
  'session-view.of-link',
  `select link.purpose, json_build_object('publicId', holder.public_id, 'name', holder.name) as "user"
   from sign_in_links link join users holder on holder.id = link.user_id
   where link.token_hash = $1 and link.used_at is null and link.expires_at > statement_timestamp()
     and holder.removed_at is null`,
);

const SETS_UP = viewStatement(
  'session-view.sets-up',
  `select from setup_links where token_hash = $1 and expires_at > statement_timestamp() and not exists (select from users)`,
);

export class PostgresSessionViews extends SessionViews {
  constructor(private readonly reader: Reader) {
    super();
  }

  async one(id: SessionId): Promise<SessionView | undefined> {
    const [row] = await this.reader.rows<SessionRow>(ONE, [id]);
    if (!row) return undefined;
    const { userId, publicId, name, email, avatarVersion, createdAt, expiresAt, organizations, ...rest } = row;
    return {
      user: { id: userId, publicId, name, email, avatarVersion },
      session: { id, createdAt, expiresAt },
      organizations: organizations ?? [],
      defaultOrganization: rest.defaultOrganization,
      hasPassword: rest.hasPassword,
    };
  }

  of(user: UserId): Promise<readonly SessionListing[]> {
    return this.reader.rows<SessionListing>(OF_USER, [user]);
  }

  async ofLink(hash: Buffer): Promise<SignInLinkView | undefined> {
    const [link] = await this.reader.rows<SignInLinkView>(OF_LINK, [hash]);
    return link;
  }

  async setsUp(hash: Buffer): Promise<boolean> {
    return (await this.reader.rows(SETS_UP, [hash])).length > 0;
  }
}

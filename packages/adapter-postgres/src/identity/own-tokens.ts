import {
  type AccessTokenRecord,
  type GrantableOrganization,
  type OwnTokens,
  type WantedGrant,
} from '@worktrack/application';
import type { AccessTokenId, OrganizationId, ProjectId, ProjectKey, Slug, UserId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import type { Locks } from '../recording/locks.js';
import { PostgresAccessTokens } from './access-tokens.js';

const LOCK = statement('own-tokens.lock', `select id from users where id = $1 for no key update`);

/** Counts in a statement after the lock: its snapshot has the tokens of the transaction that held the lock before. */
const COUNT = statement(
  'own-tokens.count',
  `select count(*) as held from access_tokens where user_id = $1 and revoked_at is null and expires_at > now()`,
);

/** Finds the Organizations of a user by slug, each with the wanted Projects: two lists of equal length, of slugs and of keys. */
const GRANTABLE = statement(
  'own-tokens.grantable',
  `select organization.id, organization.slug,
     (select json_object_agg(project.key, project.id) from projects project
      where project.organization_id = organization.id and project.key in (
        select wanted.key from unnest($3::text[], $4::text[]) wanted (slug, key) where wanted.slug = organization.slug
      )) as projects
   from memberships membership join organizations organization on organization.id = membership.organization_id
   where membership.user_id = $1 and organization.slug = any($2::text[])`,
);

const REVOKE = statement(
  'own-tokens.revoke',
  `update access_tokens set revoked_at = $3 where id = $2 and user_id = $1 and revoked_at is null returning id`,
);

interface GrantableRow {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly projects: Readonly<Record<ProjectKey, ProjectId>> | null;
}

export class PostgresOwnTokens implements OwnTokens {
  constructor(
    private readonly session: Session,
    private readonly locks: Locks,
  ) {}

  async lock(user: UserId): Promise<number> {
    await this.locks.take(LOCK, [user]);
    const [tokens] = await this.session.rows<{ held: number }>(COUNT, [user]);
    return tokens?.held ?? 0;
  }

  async grantable(user: UserId, wanted: readonly WantedGrant[]): Promise<ReadonlyMap<Slug, GrantableOrganization>> {
    const keys = wanted.flatMap(({ slug, projects = [] }) => projects.map((key) => ({ slug, key })));
    const rows = await this.session.rows<GrantableRow>(GRANTABLE, [
      user,
      wanted.map(({ slug }) => slug),
      keys.map(({ slug }) => slug),
      keys.map(({ key }) => key),
    ]);
    return new Map(rows.map(({ id, slug, projects }) => [slug, { id, projects: byKey(projects ?? {}) }]));
  }

  add(token: AccessTokenRecord): void {
    new PostgresAccessTokens(this.session).add(token);
  }

  async revoke(user: UserId, id: AccessTokenId, at: Date): Promise<boolean> {
    return (await this.session.rows(REVOKE, [user, id, at])).length > 0;
  }
}

function byKey(projects: Readonly<Record<string, ProjectId>>): ReadonlyMap<ProjectKey, ProjectId> {
  return new Map(Object.entries(projects).map(([key, id]) => [key as ProjectKey, id]));
}

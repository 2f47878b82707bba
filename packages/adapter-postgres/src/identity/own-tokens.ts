import {
  type AccessTokenRecord,
  type GrantableOrganization,
  type OwnTokens,
  type VisibleOrganization,
  type WantedGrant,
} from '@worktrack/application';
import type { AccessTokenId, ProjectId, ProjectKey, Slug, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { Locks } from '../recording/locks.js';
import { PostgresAccessTokens } from './access-tokens.js';

const LOCK = statement('own-tokens.lock', `select id from users where id = $1 for no key update`);

/** Counts in a statement after the lock: its snapshot has the tokens of the transaction that held the lock before. */
const COUNT = statement(
  'own-tokens.count',
  `select count(*) as held from access_tokens where user_id = $1 and revoked_at is null and expires_at > now()`,
);

const FIND_PROJECTS = statement(
  'own-tokens.find-projects',
  `select id, key from projects where organization_id = $1 and key = any($2::text[])`,
);

const REVOKE = statement(
  'own-tokens.revoke',
  `update access_tokens set revoked_at = $3 where id = $2 and user_id = $1 and revoked_at is null returning id`,
);

const REVOKE_ALL = statement(
  'own-tokens.revoke-all',
  `update access_tokens set revoked_at = $2 where user_id = $1 and revoked_at is null and expires_at > $2 returning id`,
);

interface ProjectRow {
  readonly id: ProjectId;
  readonly key: ProjectKey;
}

export class PostgresOwnTokens implements OwnTokens {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
  ) {}

  async lock(user: UserId): Promise<number> {
    await this.locks.take(LOCK, [user]);
    const [tokens] = await this.transaction.rows<{ held: number }>(COUNT, [user]);
    return tokens?.held ?? 0;
  }

  async grantable(
    organizations: readonly Pick<VisibleOrganization, 'id' | 'slug'>[],
    wanted: readonly WantedGrant[],
  ): Promise<ReadonlyMap<Slug, GrantableOrganization>> {
    const found = wanted.flatMap(({ slug, projects = [] }) => {
      const organization = organizations.find((one) => one.slug === slug);
      return organization ? [{ id: organization.id, slug, keys: projects }] : [];
    });
    const asked = found.filter(({ keys }) => keys.length > 0);
    const rows =
      asked.length === 0
        ? []
        : await this.transaction.rowsOfEach<ProjectRow>(
            asked.map(({ id, keys }) => ({ statement: FIND_PROJECTS, values: [id, keys] })),
          );
    return new Map(
      found.map((organization) => {
        const projects = rows[asked.indexOf(organization)] ?? [];
        return [
          organization.slug,
          { id: organization.id, projects: new Map(projects.map(({ key, id }) => [key, id])) },
        ];
      }),
    );
  }

  add(token: AccessTokenRecord): void {
    new PostgresAccessTokens(this.transaction).add(token);
  }

  async revoke(user: UserId, id: AccessTokenId, at: Date): Promise<boolean> {
    return (await this.transaction.rows(REVOKE, [user, id, at])).length > 0;
  }

  async revokeAll(user: UserId, at: Date): Promise<readonly AccessTokenId[]> {
    const tokens = await this.transaction.rows<{ id: AccessTokenId }>(REVOKE_ALL, [user, at]);
    return tokens.map(({ id }) => id);
  }
}

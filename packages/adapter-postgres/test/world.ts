import { randomUUID } from 'node:crypto';
import {
  Access,
  hashOfSecret,
  hashOfToken,
  newAccessToken,
  newSecret,
  type LinkPurpose,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import {
  LabelName,
  type LabelId,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type Role,
  type SessionId,
  type SprintId,
  type UserId,
} from '@worktrack/domain';
import type { TestDatabase } from './test-database.js';

let counter = 0;
const next = () => (counter += 1);

/** Wishes for a token. */
interface TokenWish {
  readonly expiresIn?: string;
  readonly scopes?: readonly string[];
  /** [`null`] `null`: it was never used. */
  readonly usedDaysAgo?: number | null;
}

/** Inserts rows directly into the tables, for tests. */
export class World {
  constructor(readonly database: TestDatabase) {}

  async user(facts: { name?: string } = {}): Promise<UserId> {
    const id = randomUUID() as string as UserId;
    const publicId = `usr_${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`;
    await this.database.sql(
      'insert into users (id, public_id, email, name, folded_name) values ($1, $2, $3, $4, lower($4))',
      [id, publicId, `person${next()}@example.org`, facts.name ?? 'Ada'],
    );
    return id;
  }

  async organization(facts: { name?: string; slug?: string; suspended?: boolean } = {}): Promise<OrganizationId> {
    const id = randomUUID() as string as OrganizationId;
    await this.database.sql(
      `insert into organizations (id, slug, name, suspended_at)
       values ($1, $2, $3, case when $4 then clock_timestamp() end)`,
      [id, facts.slug ?? `org-${next()}`, facts.name ?? 'Acme', facts.suspended ?? false],
    );
    return id;
  }

  async member(organization: OrganizationId, user: UserId, role: Role = 'member'): Promise<void> {
    await this.database.sql('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
      organization,
      user,
      role,
    ]);
  }

  async project(organizationId: OrganizationId, actorId: UserId, key = `P${next()}`): Promise<ProjectScope> {
    const id = randomUUID() as string as ProjectId;
    await this.database.sql(
      `insert into projects (organization_id, id, key, name, color, revision, created_at, updated_at)
       values ($1, $2, $3, $3, '#6366f1', 1, '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')`,
      [organizationId, id, key],
    );
    await this.database.sql('insert into project_counters (organization_id, project_id) values ($1, $2)', [
      organizationId,
      id,
    ]);
    return Access.project(this.scope(organizationId, actorId), { id, key: key as ProjectKey });
  }

  scope(organizationId: OrganizationId, actorId: UserId): OrganizationScope {
    return Access.onBehalfOf(organizationId, actorId, 'owner');
  }

  async sprint({ organizationId, projectId }: ProjectScope, name = 'Sprint 1', state = 'future'): Promise<SprintId> {
    const id = randomUUID() as string as SprintId;
    await this.database.sql(
      `insert into sprints (organization_id, id, project_id, name, folded_name, state, revision, created_at, updated_at)
       values ($1, $2, $3, $4, lower($4), $5, 1, now(), now())`,
      [organizationId, id, projectId, name, state],
    );
    return id;
  }

  async label({ organizationId, projectId }: ProjectScope, name: string): Promise<LabelId> {
    const id = randomUUID() as string as LabelId;
    await this.database.sql(
      `insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
       values ($1, $2, $3, $4, $5, '#112233', now())`,
      [organizationId, id, projectId, name, LabelName.fold(name)],
    );
    return id;
  }

  /** Creates a session of the user and returns its id and its secret. */
  async session(
    user: UserId,
    { byLink = null }: { byLink?: LinkPurpose | null } = {},
  ): Promise<{ id: SessionId; secret: string }> {
    const [id, secret] = [randomUUID() as string as SessionId, newSecret()];
    await this.database.sql(
      `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, by_link)
       values ($1, $2, $3, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '30 days', $4)`,
      [id, user, hashOfSecret(secret), byLink],
    );
    return { id, secret };
  }

  /** Creates a token of the user with these grants and returns its secret. */
  async token(
    user: UserId,
    grants: readonly { organization: OrganizationId; projects?: readonly ProjectId[] }[],
    { expiresIn = '1 day', scopes = ['project:read'], usedDaysAgo = null }: TokenWish = {},
  ): Promise<string> {
    const token = newAccessToken();
    const id = randomUUID();
    await this.database.sql(
      `insert into access_tokens (id, user_id, name, token_hash, scopes, expires_at, last_used_on)
       values ($1, $2, 'test', $3, $4, clock_timestamp() + $5::interval, (now() at time zone 'UTC')::date - $6::integer)`,
      [id, user, hashOfToken(token), scopes, expiresIn, usedDaysAgo],
    );
    for (const { organization, projects } of grants) {
      await this.database.sql('insert into token_grants (organization_id, token_id, whole) values ($1, $2, $3)', [
        organization,
        id,
        projects === undefined,
      ]);
      for (const project of projects ?? []) {
        await this.database.sql(
          'insert into token_project_grants (organization_id, token_id, project_id) values ($1, $2, $3)',
          [organization, id, project],
        );
      }
    }
    return token;
  }
}

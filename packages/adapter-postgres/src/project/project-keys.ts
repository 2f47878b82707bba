import type { ProjectKeys } from '@worktrack/application';
import type { OrganizationId, ProjectId, ProjectKey } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';

const FIND_KEYS = statement(
  'project-keys.find',
  `select key, id from projects where organization_id = $1 and key = any($2::text[])`,
);

const ALL = statement('project-keys.all', `select key, id from projects where organization_id = $1 order by key`);

interface KeyRow {
  readonly key: ProjectKey;
  readonly id: ProjectId;
}

export class PostgresProjectKeys implements ProjectKeys {
  constructor(private readonly transaction: SqlTransaction) {}

  async find(organization: OrganizationId, keys: readonly ProjectKey[]): Promise<ReadonlyMap<ProjectKey, ProjectId>> {
    return byKey(await this.transaction.rows<KeyRow>(FIND_KEYS, [organization, keys]));
  }

  async all(organization: OrganizationId): Promise<ReadonlyMap<ProjectKey, ProjectId>> {
    return byKey(await this.transaction.rows<KeyRow>(ALL, [organization]));
  }
}

function byKey(projects: readonly KeyRow[]): ReadonlyMap<ProjectKey, ProjectId> {
  return new Map(projects.map(({ key, id }) => [key, id]));
}

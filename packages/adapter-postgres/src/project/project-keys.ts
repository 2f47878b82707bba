import type { ProjectKeys } from '@worktrack/application';
import type { OrganizationId, ProjectId, ProjectKey } from '@worktrack/domain';
import { statement } from '../sql/statement.js';
import type { Session } from '../unit-of-work/session.js';

const FIND = statement(
  'project-keys.find',
  `select key, id from projects where organization_id = $1 and key = any($2::text[])`,
);

export class PostgresProjectKeys implements ProjectKeys {
  constructor(private readonly session: Session) {}

  async find(organization: OrganizationId, keys: readonly ProjectKey[]): Promise<ReadonlyMap<ProjectKey, ProjectId>> {
    const projects = await this.session.rows<{ key: ProjectKey; id: ProjectId }>(FIND, [organization, keys]);
    return new Map(projects.map(({ key, id }) => [key, id]));
  }
}

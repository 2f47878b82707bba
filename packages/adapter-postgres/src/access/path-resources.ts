import { PathResources, type FoundInPath, type NamedInPath } from '@worktrack/application';
import type { OrganizationId, ProjectId, ProjectKey, WorkItemId } from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import { statement } from '../sql/statement.js';

const FIND = statement(
  'path-resources.find',
  `select project.id as "projectId", project.key as "projectKey",
     item.id as "workItemId", item.deleted_at is not null as deleted
   from projects project
   left join work_items item on item.organization_id = project.organization_id and item.project_id = project.id
     and item.number = $3
   where project.organization_id = $1 and project.key = $2`,
);

interface Row {
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  readonly workItemId: WorkItemId | null;
  readonly deleted: boolean;
}

export class PostgresPathResources extends PathResources {
  constructor(private readonly reader: Reader) {
    super();
  }

  async find(organizationId: OrganizationId, named: NamedInPath): Promise<FoundInPath | undefined> {
    const [row] = await this.reader.rows<Row>(FIND, [organizationId, named.projectKey, named.workItemNumber ?? null]);
    if (!row) return undefined;
    const { projectId, projectKey, workItemId, deleted } = row;
    return {
      project: { id: projectId, key: projectKey },
      workItem: workItemId === null ? undefined : { id: workItemId, deleted },
    };
  }
}

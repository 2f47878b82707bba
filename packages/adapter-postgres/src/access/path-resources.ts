import { PathResources, type FoundInPath, type NamedChild, type NamedInPath } from '@worktrack/application';
import type { OrganizationId, ProjectId, ProjectKey, UserId, WorkItemId } from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import { statement, type Statement } from '../sql/statement.js';
import type { Value } from '../sql/values.js';

const COLUMNS = `project.id as "projectId", project.key as "projectKey",
  item.id as "workItemId", item.deleted_at is not null as deleted`;

const FROM = `from projects project
  left join work_items item on item.organization_id = project.organization_id and item.project_id = project.id
    and item.number = $3`;

const WHERE = `where project.organization_id = $1 and project.key = $2`;

const FIND = statement('path-resources.find', `select ${COLUMNS} ${FROM} ${WHERE}`);

/** The same with a child: `select` names its `id`, `deleted` and `owner_id`, with parameters from `$4` on. */
const findWith = (kind: NamedChild['kind'], select: string): Statement =>
  statement(
    `path-resources.find-${kind}`,
    `select ${COLUMNS}, child.id as "childId", child.deleted as "childDeleted", child.owner_id as "childOwnerId"
     ${FROM} left join lateral (${select}) child on true ${WHERE}`,
  );

const FIND_WITH: Readonly<Record<NamedChild['kind'], Statement>> = {
  label: findWith(
    'label',
    `select label.id, false as deleted, null::uuid as owner_id from labels label
     where label.organization_id = $1 and label.project_id = project.id and (label.id = $4 or label.name = $5)
     order by label.id = $4 desc nulls last limit 1`,
  ),
  attachment: findWith(
    'attachment',
    `select attachment.id, attachment.deleted_at is not null as deleted, attachment.created_by as owner_id
     from attachments attachment
     where attachment.organization_id = $1 and attachment.work_item_id = item.id and attachment.id = $4`,
  ),
};

interface Row {
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  readonly workItemId: WorkItemId | null;
  readonly deleted: boolean;
  readonly childId?: string | null;
  readonly childDeleted?: boolean;
  readonly childOwnerId?: UserId | null;
}

export class PostgresPathResources extends PathResources {
  constructor(private readonly reader: Reader) {
    super();
  }

  async find(organizationId: OrganizationId, named: NamedInPath): Promise<FoundInPath | undefined> {
    const { projectKey, workItemNumber = null, child } = named;
    const values = [organizationId, projectKey, workItemNumber, ...(child ? valuesOf(child) : [])];
    const [row] = await this.reader.rows<Row>(child ? FIND_WITH[child.kind] : FIND, values);
    if (!row) return undefined;
    const { projectId, workItemId, deleted, childId, childDeleted = false, childOwnerId = null } = row;
    return {
      project: { id: projectId, key: row.projectKey },
      workItem: workItemId === null ? undefined : { id: workItemId, deleted },
      child: typeof childId === 'string' ? { id: childId, deleted: childDeleted, ownerId: childOwnerId } : undefined,
    };
  }
}

function valuesOf(child: NamedChild): Value[] {
  return child.kind === 'label' ? [child.id ?? null, child.name] : [child.id];
}

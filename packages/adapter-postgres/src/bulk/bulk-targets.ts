import type { BulkTargets, FoundTarget, NamedTarget } from '@worktrack/application';
import type { OrganizationId, ProjectId, WorkItemId } from '@worktrack/domain';
import { type Reader, statement } from '../engine/statement.js';

const FIND_TARGETS = statement(
  'bulk-targets.find',
  `select named.index, project.id as "projectId", item.id as "workItemId", coalesce(by_id.id, by_number.id) as "parentId"
   from jsonb_to_recordset($2::jsonb) as named
     (index integer, "projectKey" text, number bigint, "parentId" uuid, "parentNumber" bigint)
   join projects project on project.organization_id = $1 and project.key = named."projectKey"
   left join work_items item on item.organization_id = $1 and item.project_id = project.id and item.number = named.number
   left join work_items by_id on by_id.organization_id = $1 and by_id.project_id = project.id and by_id.id = named."parentId"
   left join work_items by_number on by_number.organization_id = $1 and by_number.project_id = project.id
     and by_number.number = named."parentNumber"`,
);

interface BulkTargetRow {
  readonly index: number;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId | null;
  readonly parentId: WorkItemId | null;
}

export class PostgresBulkTargets implements BulkTargets {
  constructor(private readonly reader: Reader) {}

  async find(
    organizationId: OrganizationId,
    named: readonly NamedTarget[],
  ): Promise<readonly (FoundTarget | undefined)[]> {
    const names = named.map((target, index) => ({ index, ...columnsOf(target) }));
    const rows = await this.reader.rows<BulkTargetRow>(FIND_TARGETS, [organizationId, JSON.stringify(names)]);
    const found = new Map(rows.map((row) => [row.index, row]));
    return named.map((_, index) => {
      const row = found.get(index);
      if (!row) return undefined;
      const { projectId, workItemId, parentId } = row;
      return { projectId, workItemId: workItemId ?? undefined, parentId: parentId ?? undefined };
    });
  }
}

function columnsOf({ projectKey, number, parent }: NamedTarget) {
  // A parent key of another Project finds nothing.
  const parentNumber = parent?.kind === 'key' && parent.projectKey === projectKey ? parent.number : undefined;
  return { projectKey, number, parentId: parent?.kind === 'id' ? parent.id : undefined, parentNumber };
}

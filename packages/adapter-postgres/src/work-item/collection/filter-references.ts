import { FilterReferences, type FoundInFilter, type NamedInFilter, type ProjectScope } from '@worktrack/application';
import type { LabelId, SprintId, UserId, WorkItemId } from '@worktrack/domain';
import type { Reader } from '../../connection/connections.js';
import { statement } from '../../sql/statement.js';

const FIND = statement(
  'filter-references.find',
  `select
     (select member.user_id from memberships member join users on users.id = member.user_id
      where member.organization_id = $1 and (users.id = $3 or users.public_id = $4)) as "assigneeId",
     (select id from sprints where organization_id = $1 and project_id = $2 and id = $5) as "sprintId",
     (select coalesce(json_agg(id), '[]') from labels
      where organization_id = $1 and project_id = $2 and id = any($6::uuid[])) as "labelIds",
     (select coalesce(json_agg(id), '[]') from labels
      where organization_id = $1 and project_id = $2 and name = any($7::text[])) as "idsOfLabelNames",
     (select id from work_items
      where organization_id = $1 and project_id = $2 and number = $8 and deleted_at is null) as "parentId"`,
);

interface Row {
  readonly assigneeId: UserId | null;
  readonly sprintId: SprintId | null;
  readonly labelIds: readonly LabelId[];
  readonly idsOfLabelNames: readonly LabelId[];
  readonly parentId: WorkItemId | null;
}

export class PostgresFilterReferences extends FilterReferences {
  constructor(private readonly reader: Reader) {
    super();
  }

  async find({ organizationId, projectId }: ProjectScope, named: NamedInFilter): Promise<FoundInFilter> {
    const { assignee, sprintId = null, labelIds, labelNames, parentNumber = null } = named;
    const userId = assignee?.kind === 'id' ? assignee.id : null;
    const publicId = assignee?.kind === 'publicId' ? assignee.publicId : null;
    const values = [organizationId, projectId, userId, publicId, sprintId, labelIds, labelNames, parentNumber];
    const [row] = await this.reader.rows<Row>(FIND, values);
    return {
      assigneeId: row?.assigneeId ?? undefined,
      sprintId: row?.sprintId ?? undefined,
      labelIds: row?.labelIds ?? [],
      idsOfLabelNames: row?.idsOfLabelNames ?? [],
      parentId: row?.parentId ?? undefined,
    };
  }
}

import {
  FilterReferences,
  type FoundAcross,
  type FoundInFilter,
  type FoundProject,
  type NamedAcross,
  type NamedInFilter,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import type { LabelId, SprintId, UserId, WorkItemId } from '@worktrack/domain';
import { visibleCondition, visibleProjects } from '../../access/visible-projects.js';
import { type Reader, statement } from '../../engine/statement.js';

const FIND_REFERENCES = statement(
  'filter-references.find',
  `select
     (select member.user_id from memberships member join users on users.id = member.user_id
      where member.organization_id = $1 and (users.id = $3 or users.public_id = $4)) as "assigneeId",
     (select id from sprints where organization_id = $1 and project_id = $2 and id = $5) as "sprintId",
     (select coalesce(json_agg(id), '[]') from labels
      where organization_id = $1 and project_id = $2 and id = any($6::uuid[])) as "labelIds",
     (select coalesce(json_agg(id), '[]') from labels
      where organization_id = $1 and project_id = $2 and folded_name = any($7::text[])) as "idsOfLabelNames",
     (select id from work_items
      where organization_id = $1 and project_id = $2 and number = $8 and deleted_at is null) as "parentId"`,
);

/** Finds references only in the Projects that the scopes cover. Every lookup uses an index, Organization by Organization. */
const FIND_ACROSS = statement(
  'filter-references.find-across',
  `with visible as materialized (
     select project.organization_id, project.id, project.key from projects project
     where project.organization_id = any($1::uuid[]) and ${visibleCondition('project', 'id')}
   )
   select
     (select coalesce(json_agg(json_build_object('organizationId', organization_id, 'id', id, 'key', key)), '[]')
      from visible where key = any($4::text[])) as projects,
     (select users.id from users
      where (users.id = $5 or users.public_id = $6) and exists (
        select from memberships member where member.organization_id = any($1::uuid[]) and member.user_id = users.id)) as "assigneeId",
     (select sprint.id from sprints sprint
      where sprint.organization_id = any($1::uuid[]) and sprint.id = $7
        and sprint.project_id in (select id from visible)) as "sprintId",
     (select coalesce(json_agg(label.id), '[]') from labels label
      where label.organization_id = any($1::uuid[]) and label.id = any($8::uuid[])
        and label.project_id in (select id from visible)) as "labelIds",
     (select coalesce(json_agg(label.id), '[]') from labels label
      where label.organization_id = any($1::uuid[]) and label.folded_name = any($9::text[])
        and label.project_id in (select id from visible)) as "idsOfLabelNames",
     (select coalesce(json_agg(item.id), '[]') from work_items item
      where item.organization_id = any($1::uuid[]) and item.number = $11 and item.deleted_at is null
        and item.project_id in (select id from visible where key = $10)) as "parentIds"`,
);

interface RowAcross {
  readonly projects: readonly FoundProject[];
  readonly assigneeId: UserId | null;
  readonly sprintId: SprintId | null;
  readonly labelIds: readonly LabelId[];
  readonly idsOfLabelNames: readonly LabelId[];
  readonly parentIds: readonly WorkItemId[];
}

interface FilterReferenceRow {
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
    const [row] = await this.reader.rows<FilterReferenceRow>(FIND_REFERENCES, values);
    return {
      assigneeId: row?.assigneeId ?? undefined,
      sprintId: row?.sprintId ?? undefined,
      labelIds: row?.labelIds ?? [],
      idsOfLabelNames: row?.idsOfLabelNames ?? [],
      parentIds: row?.parentId == null ? [] : [row.parentId],
    };
  }

  async findAcross(scopes: readonly OrganizationScope[], named: NamedAcross): Promise<FoundAcross> {
    const { assignee, sprintId = null, labelIds, labelNames, projectKeys, parentProjectKey = null } = named;
    const [row] = await this.reader.rows<RowAcross>(FIND_ACROSS, [
      ...visibleProjects(scopes),
      projectKeys,
      assignee?.kind === 'id' ? assignee.id : null,
      assignee?.kind === 'publicId' ? assignee.publicId : null,
      sprintId,
      labelIds,
      labelNames,
      parentProjectKey,
      named.parentNumber ?? null,
    ]);
    return {
      projects: row?.projects ?? [],
      assigneeId: row?.assigneeId ?? undefined,
      sprintId: row?.sprintId ?? undefined,
      labelIds: row?.labelIds ?? [],
      idsOfLabelNames: row?.idsOfLabelNames ?? [],
      parentIds: row?.parentIds ?? [],
    };
  }
}

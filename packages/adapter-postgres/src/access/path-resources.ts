import {
  Access,
  PathResources,
  type FoundChild,
  type FoundInPath,
  type LookupScope,
  type NamedChild,
  type NamedInPath,
} from '@worktrack/application';
import type { OrganizationId, ProjectId, ProjectKey, UserId, WorkItemId } from '@worktrack/domain';
import { type Reader, type Statement, type Value, brief, statement } from '../engine/statement.js';

const COLUMNS = `project.id as "projectId", project.key as "projectKey",
  item.id as "workItemId", item.deleted_at is not null as deleted`;

/** Numbers begin at 1: 0 finds no Work Item where the path names none. A comparison with null would be dropped, with all others of the join. */
const FROM = `from projects project
  left join work_items item on item.organization_id = $1 and item.project_id = project.id
    and item.number = coalesce($3::bigint, 0)`;

/** Builds the condition that a Project is visible. `$4` lists the visible Projects; `null` means all of them. */
const shownCondition = (projectId: string): string => `($4::uuid[] is null or ${projectId} = any($4::uuid[]))`;

const WHERE = `where project.organization_id = $1 and project.key = $2 and ${shownCondition('project.id')}`;

const FIND_RESOURCES = brief(statement('path-resources.find', `select ${COLUMNS} ${FROM} ${WHERE}`));

/** Builds the statement that also finds a child. `select` returns its `id`, `deleted` and `owner_id`; its parameters begin at `$5`. */
const findWith = (kind: NamedChild['kind'], select: string, more = ''): Statement =>
  statement(
    `path-resources.find-${kind}`,
    `select ${COLUMNS}, child.id as "childId", child.deleted as "childDeleted", child.owner_id as "childOwnerId"${more}
     ${FROM} left join lateral (${select}) child on true ${WHERE}`,
  );

const FIND_WITH: Readonly<Record<NamedChild['kind'], Statement>> = {
  label: findWith(
    'label',
    `select label.id, false as deleted, null::uuid as owner_id from labels label
     where label.organization_id = $1 and label.project_id = project.id and (label.id = $5 or label.folded_name = $6)
     order by label.id = $5 desc nulls last limit 1`,
  ),
  comment: findWith(
    'comment',
    `select comment.id, comment.deleted_at is not null as deleted, comment.author_id as owner_id from comments comment
     where comment.organization_id = $1 and comment.work_item_id = item.id and comment.id = $5`,
  ),
  link: findWith(
    'link',
    `select link.id, link.deleted_at is not null or other.deleted_at is not null as deleted, null::uuid as owner_id,
       other.id as other_id, other.project_id as other_project_id
     from work_item_links link
     cross join lateral (
       -- A look-up by the id, whatever the planner knows of the tables.
       select id, project_id, deleted_at from work_items
       where organization_id = $1 and id = case link.source_id when item.id then link.target_id else link.source_id end
       offset 0
     ) other
     where link.organization_id = $1 and link.id = $5 and item.id in (link.source_id, link.target_id)
       and ${shownCondition('other.project_id')}`,
    `, child.other_id as "otherId", child.other_project_id as "otherProjectId"`,
  ),
  sprint: findWith(
    'sprint',
    `select sprint.id, false as deleted, null::uuid as owner_id from sprints sprint
     where sprint.organization_id = $1 and sprint.project_id = project.id and sprint.id = $5`,
  ),
  'saved-sprint-report': findWith(
    'saved-sprint-report',
    `select report.id, false as deleted, report.owner_id from saved_sprint_reports report
     where report.organization_id = $1 and report.project_id = project.id and report.id = $5
       and (report.shared or report.owner_id = $6)`,
  ),
  attachment: findWith(
    'attachment',
    `select attachment.id, attachment.deleted_at is not null as deleted, attachment.created_by as owner_id
     from attachments attachment
     where attachment.organization_id = $1 and attachment.work_item_id = item.id and attachment.id = $5`,
  ),
};

interface PathRow {
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  readonly workItemId: WorkItemId | null;
  readonly deleted: boolean;
  readonly childId?: string | null;
  readonly childDeleted?: boolean;
  readonly childOwnerId?: UserId | null;
  readonly otherId?: WorkItemId | null;
  readonly otherProjectId?: ProjectId | null;
}

/** Maximum number of cached Projects. */
const MOST_REMEMBERED = 10_000;

/**
 * Looks up the resources of a path. A Project never changes its key or id and is never deleted, so a found Project is cached. A Project
 * that the scope does not show is looked up nevertheless and not found, like one that does not exist.
 */
export class PostgresPathResources extends PathResources {
  private readonly projects = new Map<string, FoundInPath['project']>();

  constructor(private readonly reader: Reader) {
    super();
  }

  async find(scope: LookupScope, named: NamedInPath): Promise<FoundInPath | undefined> {
    const project = this.cached(scope, named);
    if (project && named.workItemNumber === undefined && !named.child)
      return { project, workItem: undefined, child: undefined };
    const found = await this.lookUp(scope, named);
    if (found && !project) this.remember(scope.organizationId, found.project);
    return found;
  }

  /** The cached Project of the path, if the scope shows it. */
  private cached(scope: LookupScope, { projectKey }: NamedInPath): FoundInPath['project'] | undefined {
    const project = this.projects.get(`${scope.organizationId} ${projectKey}`);
    return project && Access.sees(scope, project.id) ? project : undefined;
  }

  private remember(organizationId: OrganizationId, project: FoundInPath['project']): void {
    const [oldest] = this.projects.keys();
    if (oldest !== undefined && this.projects.size >= MOST_REMEMBERED) this.projects.delete(oldest);
    this.projects.set(`${organizationId} ${project.key}`, project);
  }

  private async lookUp(scope: LookupScope, named: NamedInPath): Promise<FoundInPath | undefined> {
    const { organizationId, onlyProjects, actorId } = scope;
    const { projectKey, workItemNumber = null, child } = named;
    const shown = onlyProjects ? [...onlyProjects] : null;
    const values = [organizationId, projectKey, workItemNumber, shown, ...(child ? valuesOf(child, actorId) : [])];
    const [row] = await this.reader.rows<PathRow>(child ? FIND_WITH[child.kind] : FIND_RESOURCES, values);
    if (!row) return undefined;
    const { projectId, workItemId, deleted } = row;
    return {
      project: { id: projectId, key: row.projectKey },
      workItem: workItemId === null ? undefined : { id: workItemId, deleted },
      child: childOf(row),
    };
  }
}

function childOf({ childId, childDeleted = false, childOwnerId = null, ...other }: PathRow): FoundChild | undefined {
  if (typeof childId !== 'string') return undefined;
  const child = { id: childId, deleted: childDeleted, ownerId: childOwnerId };
  const { otherId, otherProjectId } = other;
  return otherId && otherProjectId ? { ...child, otherWorkItem: { id: otherId, projectId: otherProjectId } } : child;
}

function valuesOf(child: NamedChild, actorId: UserId): Value[] {
  if (child.kind === 'label') return [child.id ?? null, child.name];
  return child.kind === 'saved-sprint-report' ? [child.id, actorId] : [child.id];
}

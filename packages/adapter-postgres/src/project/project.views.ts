import {
  ProjectViews,
  refuse,
  type Cursors,
  type ListProjects,
  type OrganizationScope,
  type Page,
  type ProjectScope,
  type ProjectView,
  type WorkLimitsView,
} from '@worktrack/application';
import type { WorkLimits } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';
import { ProjectTable } from './project.table.js';

const SELECT = `select ${ProjectTable.columnsBut('workLimits')} from projects where organization_id = $1`;

const SELECT_PROJECT = viewStatement('project-view.one', `${SELECT} and id = $2`);

const SELECT_LIMITS = viewStatement(
  'project-view.work-limits',
  `select work_limits as limits, revision from projects where organization_id = $1 and id = $2`,
);

const NO_LIMITS = { backlog: null, todo: null, in_progress: null, in_review: null };

const pagesOf = (state: string, archived: 'null' | 'not null', narrowed: boolean) =>
  new KeysetPages<ProjectView>({
    name: `project-view.${state}${narrowed ? '-granted' : ''}`,
    select: `${SELECT} and archived_at is ${archived}${narrowed ? ' and id = any($2::uuid[])' : ''}`,
    parameters: narrowed ? 2 : 1,
    orderings: [
      { by: 'name', direction: 'asc', type: 'text', valueOf: ({ name }) => name },
      { by: 'id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
    ],
  });

const OPEN = { all: pagesOf('open', 'null', false), granted: pagesOf('open', 'null', true) };
const ARCHIVED = { all: pagesOf('archived', 'not null', false), granted: pagesOf('archived', 'not null', true) };

export class PostgresProjectViews extends ProjectViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async one({ organizationId, projectId }: Pick<ProjectScope, 'organizationId' | 'projectId'>): Promise<ProjectView> {
    const [project] = await this.reader.rows<ProjectView>(SELECT_PROJECT, [organizationId, projectId]);
    return project ?? refuse('NOT_FOUND');
  }

  async workLimits({
    organizationId,
    projectId,
  }: Pick<ProjectScope, 'organizationId' | 'projectId'>): Promise<WorkLimitsView> {
    const values = [organizationId, projectId];
    const [found] = await this.reader.rows<{ limits: WorkLimits; revision: number }>(SELECT_LIMITS, values);
    if (!found) refuse('NOT_FOUND');
    return { ...NO_LIMITS, ...found.limits, revision: found.revision };
  }

  page({ organizationId, onlyProjects }: OrganizationScope, request: ListProjects): Promise<Page<ProjectView>> {
    const { all, granted } = request.archived ? ARCHIVED : OPEN;
    // A cursor is bound only to the Organization: the filters of the current request apply (contract §3.4).
    const collection = `projects of ${organizationId}`;
    return onlyProjects
      ? granted.read(this.reader, this.cursors, collection, request, [organizationId, [...onlyProjects]], asItIs)
      : all.read(this.reader, this.cursors, collection, request, [organizationId], asItIs);
  }
}

const asItIs = (project: ProjectView): ProjectView => project;

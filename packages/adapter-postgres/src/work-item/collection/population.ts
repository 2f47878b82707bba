import type { Involved, Involvement, OrganizationScope, ProjectScope } from '@worktrack/application';
import type { ProjectId } from '@worktrack/domain';
import type { StatementParameters } from '../../engine/statement.js';
import { WorkItemTable } from '../work-item.table.js';

/** The Work Items that a filter applies to, as SQL about `item`. */
export interface Population {
  /** The columns of `item` to select. */
  readonly columns: string;
  /** Organization and Project of the item, as SQL. */
  readonly organizationId: string;
  readonly projectId: string;
  /** The condition that precedes all conditions of the filter. */
  readonly condition: string;
  /** True when all items are of one Project, and `projectId` is a parameter. */
  readonly isOneProject?: true;
  /** True when the rows are merged with those of other Organizations: equal rows are ordered by id. */
  readonly isOneOfSeveral?: true;
  /** The Projects to read part by part: each is read in the requested order as far as the page can reach, then all are merged. */
  readonly parts?: string;
}

/** The columns of a row in a collection of one Project. PostgreSQL generates the last three, by which it is sorted. */
const COLUMNS = [
  WorkItemTable.aliasedNamesBut('item', 'projectId', 'description', 'reporterId', 'deletedAt'),
  'item.due_order',
  'item.priority_order',
  'item.status_order',
].join(', ');

const OF_A_PROJECT: Population = {
  columns: COLUMNS,
  organizationId: '$1',
  projectId: '$2',
  condition: 'item.organization_id = $1 and item.project_id = $2',
  isOneProject: true,
};

/** Returns the Work Items of one Project. Its parameters must be the first ones. */
export function ofProject({ organizationId, projectId }: ProjectScope, parameters: StatementParameters): Population {
  parameters.add(organizationId, 'uuid');
  parameters.add(projectId, 'uuid');
  return OF_A_PROJECT;
}

/** The columns of a row in a collection across Projects. */
export const COLUMNS_ACROSS = `${COLUMNS}, item.project_id, item.reporter_id`;

const ACROSS = { columns: COLUMNS_ACROSS, isOneOfSeveral: true } as const;

/**
 * Returns the Work Items of all Projects that the scope covers. With `person`, only those in which that person is involved. The
 * Organization is the first parameter.
 */
export function across(
  scope: OrganizationScope,
  person: Involved | undefined,
  parameters: StatementParameters,
): Population {
  const organization = parameters.add(scope.organizationId, 'uuid');
  return scope.onlyProjects && !person
    ? byProject(organization, scope.onlyProjects, parameters)
    : byOrganization(organization, scope.onlyProjects, person, parameters);
}

/** Reads Project by Project: for every order there is an index by Project. */
function byProject(
  organization: string,
  projects: ReadonlySet<ProjectId>,
  parameters: StatementParameters,
): Population {
  return {
    ...ACROSS,
    organizationId: organization,
    projectId: 'part.project_id',
    condition: `item.organization_id = ${organization} and item.project_id = part.project_id`,
    parts: `unnest(${parameters.add([...projects], 'uuid[]')}) part (project_id)`,
  };
}

/**
 * Always true. Repeats the predicate of the partial index of whole Organizations so that the planner can use it; lists of one Project
 * leave it out on purpose.
 */
export const OF_ALL_PROJECTS = 'item.number > 0';

function byOrganization(
  organization: string,
  onlyProjects: ReadonlySet<ProjectId> | undefined,
  person: Involved | undefined,
  parameters: StatementParameters,
): Population {
  return {
    ...ACROSS,
    organizationId: organization,
    projectId: 'item.project_id',
    condition: [
      `item.organization_id = ${organization}`,
      OF_ALL_PROJECTS,
      ...(onlyProjects ? [`item.project_id = any(${parameters.add([...onlyProjects], 'uuid[]')})`] : []),
      ...(person ? [involvedCondition(person, organization, parameters)] : []),
    ].join(' and '),
  };
}

const COLUMN_OF: Readonly<Record<Exclude<Involvement, 'commented'>, string>> = {
  assigned: 'assignee_id',
  created: 'reporter_id',
};

/** Compares the column of a single involvement, so that its index is scanned in order. Otherwise looks up the items, to be sorted. */
function involvedCondition(
  { userId, as: ways }: Involved,
  organization: string,
  parameters: StatementParameters,
): string {
  const user = parameters.add(userId, 'uuid');
  const [only] = ways;
  if (ways.length === 1 && only && only !== 'commented') return `item.${COLUMN_OF[only]} = ${user}`;
  const itemsOf = ways.map((way) =>
    way === 'commented'
      ? `select comment.work_item_id from comments comment
         where comment.organization_id = ${organization} and comment.author_id = ${user} and comment.deleted_at is null`
      : `select work.id from work_items work
         where work.organization_id = ${organization} and work.${COLUMN_OF[way]} = ${user} and work.deleted_at is null`,
  );
  return `item.id in (${itemsOf.join(' union all ')})`;
}

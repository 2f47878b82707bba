import type { Involved, Involvement, OrganizationScope, ProjectScope } from '@worktrack/application';
import type { ProjectId } from '@worktrack/domain';
import type { Parameters } from '../../engine/parameters.js';

/** The Work Items that a filter applies to, as SQL about `item`. */
export interface Population {
  /** The columns of `item` to select. */
  readonly columns: string;
  /** Organization and Project of the item, as SQL. */
  readonly organizationId: string;
  readonly projectId: string;
  /** The condition that precedes all conditions of the filter. */
  readonly condition: string;
  /**
   * The Organizations or Projects to read part by part: each part is read in the requested order as far as the page can reach, then all
   * are merged. Keys are unique within a part; equal rows of two parts are ordered by id.
   */
  readonly parts?: string;
}

const COLUMNS = [
  'organization_id',
  'id',
  'project_key',
  'number',
  'revision',
  'title',
  'type',
  'status',
  'priority',
  'assignee_id',
  'sprint_id',
  'parent_id',
  'story_points',
  'due_date',
  'archived_at',
  'created_at',
  'updated_at',
  'due_order',
  'priority_order',
  'status_order',
];

const columnsOf = (names: readonly string[]) => names.map((column) => `item.${column}`).join(', ');

const OF_A_PROJECT: Population = {
  columns: columnsOf(COLUMNS),
  organizationId: '$1',
  projectId: '$2',
  condition: 'item.organization_id = $1 and item.project_id = $2',
};

/** Returns the Work Items of one Project. Its parameters must be the first ones. */
export function ofProject({ organizationId, projectId }: ProjectScope, parameters: Parameters): Population {
  parameters.add(organizationId, 'uuid');
  parameters.add(projectId, 'uuid');
  return OF_A_PROJECT;
}

/** The columns of a row in a collection across Projects. */
export const COLUMNS_ACROSS = columnsOf([...COLUMNS, 'project_id', 'reporter_id']);

const ACROSS = {
  columns: COLUMNS_ACROSS,
  organizationId: 'part.organization_id',
};

/** Returns the Work Items of all Projects that the scopes cover. With `person`, only those in which that person is involved. */
export function across(
  scopes: readonly OrganizationScope[],
  person: Involved | undefined,
  parameters: Parameters,
): Population {
  const granted = scopes.flatMap(({ organizationId, onlyProjects }) =>
    [...(onlyProjects ?? [])].map((projectId) => ({ organizationId, projectId })),
  );
  const whole = scopes.filter(({ onlyProjects }) => !onlyProjects).map(({ organizationId }) => organizationId);
  return !person && whole.length === 0
    ? byProject(granted, parameters)
    : byOrganization(scopes, granted, whole, person, parameters);
}

interface Granted {
  readonly organizationId: string;
  readonly projectId: ProjectId;
}

/** Reads Project by Project: for every order there is an index by Project. */
function byProject(granted: readonly Granted[], parameters: Parameters): Population {
  const organizations = parameters.add(
    granted.map(({ organizationId }) => organizationId),
    'uuid[]',
  );
  const projects = parameters.add(
    granted.map(({ projectId }) => projectId),
    'uuid[]',
  );
  return {
    ...ACROSS,
    projectId: 'part.project_id',
    condition: 'item.organization_id = part.organization_id and item.project_id = part.project_id',
    parts: `unnest(${organizations}, ${projects}) part (organization_id, project_id)`,
  };
}

/**
 * Always true. Repeats the predicate of the partial index of whole Organizations so that the planner may use it; lists of one Project
 * leave it out on purpose.
 */
export const OF_ALL_PROJECTS = 'item.number > 0';

function byOrganization(
  scopes: readonly OrganizationScope[],
  granted: readonly Granted[],
  whole: readonly string[],
  person: Involved | undefined,
  parameters: Parameters,
): Population {
  const organizations = parameters.add(
    scopes.map(({ organizationId }) => organizationId),
    'uuid[]',
  );
  return {
    ...ACROSS,
    projectId: 'item.project_id',
    condition: [
      'item.organization_id = part.organization_id',
      OF_ALL_PROJECTS,
      ...(whole.length === scopes.length ? [] : [isGranted(granted, whole, parameters)]),
      ...(person ? [hasToDoWith(person, parameters)] : []),
    ].join(' and '),
    parts: `unnest(${organizations}) part (organization_id)`,
  };
}

function isGranted(granted: readonly Granted[], whole: readonly string[], parameters: Parameters): string {
  const organizations = parameters.add(whole, 'uuid[]');
  const projects = parameters.add(
    granted.map(({ projectId }) => projectId),
    'uuid[]',
  );
  return `(item.organization_id = any(${organizations}) or item.project_id = any(${projects}))`;
}

const COLUMN_OF: Readonly<Record<Exclude<Involvement, 'commented'>, string>> = {
  assigned: 'assignee_id',
  created: 'reporter_id',
};

/** Compares the column of a single involvement, so that its index is scanned in order. Otherwise looks up the items, to be sorted. */
function hasToDoWith({ userId, as: ways }: Involved, parameters: Parameters): string {
  const user = parameters.add(userId, 'uuid');
  const [only] = ways;
  if (ways.length === 1 && only && only !== 'commented') return `item.${COLUMN_OF[only]} = ${user}`;
  const itemsOf = ways.map((way) =>
    way === 'commented'
      ? `select comment.work_item_id from comments comment
         where comment.organization_id = part.organization_id and comment.author_id = ${user} and comment.deleted_at is null`
      : `select work.id from work_items work
         where work.organization_id = part.organization_id and work.${COLUMN_OF[way]} = ${user} and work.deleted_at is null`,
  );
  return `item.id in (${itemsOf.join(' union all ')})`;
}

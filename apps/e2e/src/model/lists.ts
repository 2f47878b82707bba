import {
  type Caller,
  type Entity,
  folded,
  invalid,
  isNamed,
  seesItem,
  type State,
  type Unknown,
  type User,
} from './state.js';
import { contextRow, itemSummary, legacy, profileRow } from './views.js';

/** A criterion of an order. The values of two rows are compared as far as they are known. */
export interface Rank {
  readonly by: string | number | Unknown;
  readonly isDescending?: boolean;
}

export interface Row {
  readonly id: Unknown | string;
  readonly body: object;
  readonly ranks: readonly Rank[];
  /** Rows of one group whose ids are still unknown come in the order of the list. */
  readonly group?: Unknown;
}

/** A whole collection, whatever its pages. */
export class Rows {
  constructor(readonly rows: readonly Row[]) {}
}

/** Names of the parameters with their values, in the order of the URL. */
export type Query = readonly (readonly [string, string])[];

export const valuesOf = (query: Query, name: string): string[] =>
  query.filter(([one]) => one === name).map(([, value]) => value);

/** Judges the names of the parameters, and `limit`. */
export function judgeQuery(query: Query, known: readonly string[], most: number, others: readonly string[] = []): void {
  const isWrong = ([name, value]: Query[number]): boolean =>
    !known.includes(name) || (name === 'limit' && (!/^[1-9][0-9]*$/.test(value) || Number(value) > most));
  const wrong = [...query.filter(isWrong).map(([name]) => name), ...others];
  if (wrong.length > 0) invalid(...wrong);
}

interface Asking {
  readonly state: State;
  readonly caller: Caller;
  readonly now: string;
}

const isOverdue = ({ dueDate, status }: Entity, now: string): boolean =>
  dueDate !== null && dueDate < now && status !== 'done';

const isUser = (user: User, value: string, caller: Caller): boolean =>
  [user.publicId, user.id, user === caller.user ? 'me' : ''].includes(value);

const FILTERS: Readonly<Record<string, (item: Entity, value: string, asking: Asking) => boolean>> = {
  q: ({ title, description, key }, value) =>
    [title, description ?? '', key.value].some((text) => text.toLowerCase().includes(folded(value))),
  project: ({ project }, value) => project.key === value.toUpperCase(),
  status: ({ status }, value) => status === value,
  type: ({ type }, value) => type === value,
  priority: ({ priority }, value) => priority === value,
  scope: ({ status }, value) => value === 'all' || (status === 'done') === (value === 'closed'),
  assignee: ({ assignee }, value, { caller }) =>
    value === 'none' ? assignee === null : assignee !== null && isUser(assignee, value, caller),
  sprint: ({ sprint }, value) => (value === 'none' ? sprint === null : sprint?.id.value === value),
  parent: ({ parent }, value) => parent !== null && isNamed(parent, value),
  topLevel: ({ parent }, value) => (parent === null) === (value === 'true' || value === '1'),
  overdue: (item, value, { now }) => isOverdue(item, now) === (value === 'true'),
  dueBefore: ({ dueDate }, value) => dueDate !== null && dueDate < value,
  dueAfter: ({ dueDate }, value) => dueDate !== null && dueDate > value,
  archived: ({ archivedAt }, value) => (archivedAt !== null) === (value === 'true'),
};

const IN_PROJECT = [...Object.keys(FILTERS), 'limit', 'label', 'labelName', 'sort', 'fields'].filter(
  (name) => name !== 'project',
);
const MINE = [...IN_PROJECT.filter((name) => name !== 'assignee'), 'project'];

/** The names that `fields` may have: the members of a summary. */
const FIELDS = [
  ...['id', 'key', 'revision', 'title', 'type', 'status', 'priority', 'assignee', 'sprint', 'parentId', 'storyPoints'],
  ...['dueDate', 'archivedAt', 'createdAt', 'updatedAt'],
];

/** The collections of Work Items: their parameters, the scope when none is asked for, and their rows. */
const COLLECTIONS = {
  project: {
    ...{ names: IN_PROJECT, scope: 'all' },
    row: (_: State, item: Entity, fields?: readonly string[]) => itemSummary(item, legacy, fields),
  },
  organization: { names: [...IN_PROJECT, 'project'], scope: 'all', row: contextRow },
  mine: { names: MINE, scope: 'open', row: contextRow },
  profile: { names: [...MINE, 'involvement', 'organization'], scope: 'open', row: profileRow },
};

/** The items that a collection can show, and the Projects in which a reference resolves. */
export interface Reach {
  readonly items: readonly Entity[];
  readonly projects: readonly Entity[];
}

/** Filters and sorts Work Items as contract §3.2 and §3.3 say. */
export function itemRows(
  asking: Asking,
  kind: keyof typeof COLLECTIONS,
  { items, projects }: Reach,
  query: Query,
): Rows {
  const { state, now } = asking;
  const { names, scope, row } = COLLECTIONS[kind];
  const [fields = ''] = valuesOf(query, 'fields');
  const known = kind === 'project' ? FIELDS : [...FIELDS, 'project', 'organization'];
  const areUnknown = fields !== '' && fields.split(',').some((name) => !known.includes(name));
  judgeQuery(query, names, 200, areUnknown ? ['fields'] : []);
  const isTop = valuesOf(query, 'topLevel').some((value) => ['true', '1'].includes(value));
  const given = new Set(query.map(([name]) => name));
  if (isTop && given.has('parent')) invalid('parent', 'topLevel');
  const unresolved = query.filter(([name, value]) => RESOLVES[name]?.(value, asking, projects) === false);
  if (unresolved.length > 0) invalid(...unresolved.map(([name]) => name));
  const asked = [
    ...query.filter(([name]) => name in FILTERS),
    ...(given.has('scope') ? [] : [['scope', scope] as const]),
    ...(given.has('archived') ? [] : [['archived', 'false'] as const]),
  ];
  const passes = (item: Entity): boolean =>
    asked.every(([name]) => valuesOf(asked, name).some((value) => FILTERS[name]!(item, value, asking)));
  const [labels, labelNames] = [valuesOf(query, 'label'), valuesOf(query, 'labelName').map(folded)];
  const bears = (item: Entity): boolean =>
    labels.length + labelNames.length === 0 ||
    item.labels.some(
      ({ id, name }: Entity) => labels.includes(id.value as string) || labelNames.includes(name as string),
    );
  const ranks = RANKS[valuesOf(query, 'sort')[0] ?? 'updated']!;
  const shown = items.filter((item) => passes(item) && bears(item));
  return new Rows(
    shown.map((item) => ({
      id: item.id,
      body: row(state, item, fields === '' ? undefined : fields.split(',')),
      ranks: [...ranks(item, now), ...lastUpdatedFirst(item)],
    })),
  );
}

/** Tests by parameter: true when a value of it refers to something that the collection can show. */
const RESOLVES: Readonly<Record<string, (value: string, asking: Asking, projects: readonly Entity[]) => boolean>> = {
  project: (value, _, projects) => projects.some((project) => isNamed(project, value)),
  assignee: (value, { state, caller }) =>
    ['me', 'none'].includes(value) || state.users.some((user) => isUser(user, value, caller)),
  sprint: (value, { state }, projects) =>
    value === 'none' || state.sprints.some((sprint) => projects.includes(sprint.project) && isNamed(sprint, value)),
  label: (value, { state }, projects) =>
    state.labels.some((label) => projects.includes(label.project) && isNamed(label, value)),
  parent: (value, { state }, projects) =>
    state.items.some((item) => projects.includes(item.project) && !item.isDeleted && isNamed(item, value)),
};

const NEVER = '9999';
const byPriority = ({ priority }: Entity): Rank => ({
  by: ['urgent', 'high', 'medium', 'low'].indexOf(priority as string),
});
const byDueDate = ({ dueDate }: Entity): Rank => ({ by: dueDate ?? NEVER });
const byColumn = ({ status }: Entity): Rank => ({
  by: [['in_progress', 'in_review'], ['backlog', 'todo'], ['done']].findIndex((column) =>
    column.includes(status as string),
  ),
});
const lastUpdatedFirst = ({ updatedAt, project, key, id }: Entity): Rank[] => [
  { by: updatedAt, isDescending: true },
  { by: project.key, isDescending: true },
  { by: Number(key.value?.split('-')[1]), isDescending: true },
  { by: id },
];

const RANKS: Readonly<Record<string, (item: Entity, now: string) => Rank[]>> = {
  updated: () => [],
  dueDate: (item) => [byDueDate(item)],
  priority: (item) => [byPriority(item)],
  rank: (item, now) => [
    ...(isOverdue(item, now) ? [{ by: 0 }, byDueDate(item)] : [{ by: 1 }, { by: NEVER }]),
    ...[byColumn(item), byPriority(item), byDueDate(item)],
  ],
};

/** The figures of a profile: over what the viewer sees, without archived and deleted items. */
export function statsOf(state: State, viewer: Caller, user: User): object {
  const items = state.items.filter((item) => seesItem(viewer, item) && item.archivedAt === null);
  const comments = state.comments.filter((one) => one.author === user && !one.isDeleted && items.includes(one.item));
  const assigned = items.filter(({ assignee }) => assignee === user);
  const reported = items.filter(({ reporter }) => reporter === user);
  const involved = [...assigned, ...reported, ...comments.map(({ item }) => item)];
  return {
    projects: new Set(involved.map(({ project }) => project)).size,
    workItemsAssigned: assigned.length,
    workItemsCreated: reported.length,
    workItemsCompleted: assigned.filter(({ status }) => status === 'done').length,
    comments: comments.length,
  };
}

/** True when somebody is involved with the item in one of the ways; without ways, in any. */
export function involves({ comments }: State, item: Entity, user: User, ways: readonly string[]): boolean {
  const has = {
    assigned: item.assignee === user,
    created: item.reporter === user,
    commented: comments.some((one) => one.item === item && one.author === user && !one.isDeleted),
  };
  return Object.entries(has).some(([way, isSo]) => isSo && (ways.length === 0 || ways.includes(way)));
}

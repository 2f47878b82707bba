import { PRIORITIES, STATUSES, TYPES } from '../kit/words.js';
import {
  type Act,
  anInstant,
  type Entity,
  folded,
  invalid,
  isNamed,
  type Query,
  sees,
  seesItem,
  type Unknown,
} from './state.js';

/** The collections of Work Items: their filters and orders. */

/** A criterion of an order. The values of two rows are compared as far as they are known. */
export interface Rank {
  readonly by: string | number | Unknown;
  readonly isDescending?: boolean;
}

export const valuesOf = (query: Query, name: string): string[] =>
  query.filter(([one]) => one === name).map(([, value]) => value);

/** Judges the names of the parameters, and `limit`. */
export function judgeQuery(query: Query, known: readonly string[], most: number, others: readonly string[] = []): void {
  const isWrong = ([name, value]: Query[number]): boolean =>
    !known.includes(name) || (name === 'limit' && (!/^[1-9][0-9]*$/.test(value) || Number(value) > most));
  const wrong = [...query.filter(isWrong).map(([name]) => name), ...others];
  if (wrong.length > 0) invalid(...wrong);
}

const isOverdue = ({ dueDate, status }: Entity, now: string): boolean =>
  dueDate !== null && dueDate < now && status !== 'done';

const isUser = (user: Entity, value: string, { caller }: Act): boolean =>
  user !== null && [user.publicId, user.id, user === caller.user ? 'me' : ''].includes(value);

/** The filters of contract §3.2: whether an item passes with one value. */
const FILTERS: Readonly<Record<string, (item: Entity, value: string, act: Act) => boolean>> = {
  q: ({ title, description, key }, value) =>
    [title, description ?? '', key.value].some((text) => text.toLowerCase().includes(folded(value))),
  organization: (_, value, { state }) => state.organization.slug === value,
  project: ({ project }, value) => isNamed(project, value),
  involvement: (item, value, { state, user }) =>
    (value === 'assigned' && item.assignee === user) ||
    (value === 'created' && item.reporter === user) ||
    (value === 'commented' && state.comments.some((one) => one.item === item && one.author === user && !one.isDeleted)),
  status: ({ status }, value) => status === value,
  type: ({ type }, value) => type === value,
  priority: ({ priority }, value) => priority === value,
  scope: ({ status }, value) => value === 'all' || (status === 'done') === (value === 'closed'),
  assignee: ({ assignee }, value, act) => (value === 'none' ? assignee === null : isUser(assignee, value, act)),
  sprint: ({ sprint }, value) => (value === 'none' ? sprint === null : sprint?.id.value === value),
  label: ({ labels }, value) => labels.some(({ id }: Entity) => id.value === value),
  labelName: ({ labels }, value) => labels.some(({ name }: Entity) => name === folded(value)),
  parent: ({ parent }, value) => parent !== null && isNamed(parent, value),
  topLevel: ({ parent }, value) => (parent === null) === (value === 'true' || value === '1'),
  overdue: (item, value, { now }) => isOverdue(item, now) === (value === 'true'),
  dueBefore: ({ dueDate }, value) => dueDate !== null && dueDate < value,
  dueAfter: ({ dueDate }, value) => dueDate !== null && dueDate > value,
  archived: ({ archivedAt }, value) => (archivedAt !== null) === (value === 'true'),
};

/** Filters by parameter whose value names an entity, and the list of the state that has it. */
const REFERENCES = { project: 'projects', sprint: 'sprints', label: 'labels', parent: 'items' } as const;

/** The filters that a collection does not have, and the values of those that are not given. */
const COLLECTIONS: Readonly<Record<string, [absent: readonly string[], defaults: Query]>> = {
  listWorkItems: [['project', 'organization', 'involvement'], []],
  listOrganizationWorkItems: [['organization', 'involvement'], []],
  listMyWork: [['assignee', 'organization', 'involvement'], pairs({ scope: ['open'], assignee: ['me'] })],
  listUserProfileWork: [['assignee'], pairs({ scope: ['open'], involvement: ['assigned', 'created', 'commented'] })],
};

function pairs(values: Readonly<Record<string, readonly string[]>>): Query {
  return Object.entries(values).flatMap(([name, each]) => each.map((value) => [name, value] as const));
}

/** The names that `fields` may have: the members of a summary. */
const FIELDS = [
  ...['id', 'key', 'revision', 'title', 'type', 'status', 'priority', 'assignee', 'sprint', 'parentId', 'storyPoints'],
  ...['dueDate', 'archivedAt', 'createdAt', 'updatedAt'],
];

/** The parameters that are one filter together. */
const filterOf = (name: string): string => (name === 'labelName' ? 'label' : name);

/** Filters Work Items as contract §3.2 says; nothing for an operation that is no collection of them. Returns them with their order. */
export function workItemsOf(operation: string, act: Act) {
  if (COLLECTIONS[operation] === undefined) return undefined;
  const [absent, defaults] = COLLECTIONS[operation];
  const { state, caller, project, query } = act;
  const names = [...Object.keys(FILTERS), 'limit', 'sort', 'fields'].filter((name) => !absent.includes(name));
  const fields = project ? FIELDS : [...FIELDS, 'project', 'organization'];
  const isField = (name: string): boolean => fields.includes(name);
  const areUnknown = valuesOf(query, 'fields').some((value) => value && !value.split(',').every(isField));
  judgeQuery(query, names, 200, areUnknown ? ['fields'] : []);
  const isGiven = (name: string): boolean => query.some(([one]) => one === name);
  const isTop = valuesOf(query, 'topLevel').some((value) => ['true', '1'].includes(value));
  if (isTop && isGiven('parent')) invalid('parent', 'topLevel');
  const reaches = (one: Entity): boolean => sees(caller, one) && (!project || one === project);
  const resolves = ([name, value]: Query[number]): boolean => {
    if (value === 'none' || !['organization', 'assignee', ...Object.keys(REFERENCES)].includes(name)) return true;
    if (name === 'organization') return FILTERS.organization!(undefined, value, act);
    if (name === 'assignee') return state.users.some((user) => isUser(user, value, act));
    const isIt = (one: Entity): boolean => reaches(one.project ?? one) && !one.isDeleted && isNamed(one, value);
    return state[REFERENCES[name as keyof typeof REFERENCES]].some(isIt);
  };
  const unresolved = query.filter((pair) => !resolves(pair)).map(([name]) => name);
  if (unresolved.length > 0) invalid(...unresolved);
  const given = query.filter(([name]) => name in FILTERS);
  const asked = [...given, ...[...defaults, ['archived', 'false'] as const].filter(([name]) => !isGiven(name))];
  const passes = (item: Entity, name: string): boolean =>
    asked.some(([other, value]) => filterOf(other) === filterOf(name) && FILTERS[other]!(item, value, act));
  const isShown = (item: Entity): boolean =>
    seesItem(caller, item) && reaches(item.project) && asked.every(([name]) => passes(item, name));
  const ranks = RANKS[valuesOf(query, 'sort')[0] ?? 'updated']!;
  return {
    entities: state.items.filter(isShown),
    ranks: (item: Entity): Rank[] => [...ranks(item, act.now), ...lastUpdatedFirst(item)],
  };
}

const NEVER = '9999';
const byPriority = ({ priority }: Entity): Rank => ({ by: PRIORITIES.indexOf(priority as never), isDescending: true });
const byDueDate = ({ dueDate }: Entity): Rank => ({ by: dueDate ?? NEVER });
const COLUMNS: Readonly<Record<string, number>> = { in_progress: 0, in_review: 0, backlog: 1, todo: 1, done: 2 };
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
    ...[{ by: COLUMNS[item.status]! }, byPriority(item), byDueDate(item)],
  ],
};

/** The figures of a profile: over what the viewer sees, without archived and deleted items. */
export function statsOf({ state, caller, user }: Act): object {
  const items = state.items.filter((item) => seesItem(caller, item) && item.archivedAt === null);
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

const WORDS = { status: STATUSES, type: TYPES, priority: PRIORITIES };

/** The report `distribution` of reports.md, for the groups that are words. */
export function distribution(act: Act): object {
  const { limit = '50', ...given } = Object.fromEntries(act.query);
  const { groupBy, scope, unit } = { groupBy: 'status', scope: 'open', unit: 'count', ...given };
  const isCounted = ({ project, status, archivedAt, isDeleted }: Entity): boolean =>
    project === act.project && archivedAt === null && !isDeleted && (scope === 'all' || status !== 'done');
  const items = act.state.items.filter(isCounted);
  const figuresOf = (some: readonly Entity[]) => {
    const [count, points] = [some.length, some.reduce((sum, { storyPoints }) => sum + Number(storyPoints), 0)];
    return { count, points, value: unit === 'count' ? count : points };
  };
  const total = figuresOf(items).value;
  const words = WORDS[groupBy as keyof typeof WORDS].filter((word) => scope === 'all' || word !== 'done');
  const rows = words.map((word) => {
    const figures = figuresOf(items.filter((item) => item[groupBy] === word));
    const percent = total === 0 ? null : Math.round((100 * figures.value) / total);
    return { key: word, label: word, ...figures, percent };
  });
  const filters = { q: null, status: null, type: null, priority: null, assignee: null, label: null, squeakql: null };
  return {
    ...{ kind: 'distribution', generatedAt: anInstant(), limitations: [], capped: false, items: rows, data: rows },
    parameters: { ...filters, limit: Number(limit), groupBy, scope, unit, sprint: null },
    definition: { groupCap: 50, none: 'explicit' },
    distribution: {
      ...{ groupBy, scope, unit, total, groupsOverlap: false },
      groupCount: rows.filter(({ count }) => count > 0).length,
    },
    page: { limit: Number(limit), hasMore: false, nextCursor: null },
  };
}

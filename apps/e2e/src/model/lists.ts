import { folded, isSameLabel } from '../kit/case-insensitive.js';
import { PRIORITIES } from '../kit/words.js';
import * as is from './state.js';
import type { Act, Entity, Query, Unknown } from './state.js';

/** The collections of Work Items: their filters and orders. */

/** A criterion of an order. The values of two rows are compared as far as they are known. */
export interface Rank {
  readonly by: string | number | Unknown;
  readonly isDescending?: boolean;
}

/** The entities of a list, and the criteria of their order. */
export interface Listed {
  readonly entities: readonly Entity[];
  readonly ranks: (entity: Entity) => readonly Rank[];
}

export const valuesOf = (query: Query, name: string): string[] =>
  query.filter(([one]) => one === name).map(([, value]) => value);

/** Checks the names of the parameters, and `limit`. */
export function checkQuery(query: Query, known: readonly string[], most: number, others: readonly string[] = []): void {
  const isWrong = ([name, value]: Query[number]): boolean =>
    !known.includes(name) || (name === 'limit' && (!/^[1-9][0-9]*$/.test(value) || Number(value) > most));
  const wrong = [...query.filter(isWrong).map(([name]) => name), ...others];
  if (wrong.length > 0) is.invalid(...wrong);
}

const isOverdue = ({ dueDate, status }: Entity, now: string): boolean =>
  dueDate !== null && dueDate < now && status !== 'done';

const isUser = (user: Entity, value: string, { caller }: Act): boolean =>
  user !== null && [user.publicId, user.id, user === caller.user ? 'me' : ''].includes(value);

/** The filters of contract §3.2: whether an item passes with one value. */
const FILTERS: Readonly<Record<string, (item: Entity, value: string, act: Act) => boolean>> = {
  q: ({ title, description, key }, value) =>
    [title, description ?? '', key.value].some((text) => folded(text).includes(folded(value))),
  organization: (_, value, { state }) => state.organization.slug === value,
  project: ({ project }, value) => is.isNamed(project, value),
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
  labelName: ({ labels }, value) => labels.some(({ name }: Entity) => isSameLabel(name as string, value)),
  parent: ({ parent }, value) => parent !== null && is.isNamed(parent, value),
  topLevel: ({ parent }, value) => (parent === null) === (value === 'true' || value === '1'),
  overdue: (item, value, { now }) => isOverdue(item, now) === (value === 'true'),
  dueBefore: ({ dueDate }, value) => dueDate !== null && dueDate < value,
  dueAfter: ({ dueDate }, value) => dueDate !== null && dueDate > value,
  archived: ({ archivedAt }, value) => (archivedAt !== null) === (value === 'true'),
};

/** Filters by parameter whose value names an entity, and the list of the state that has it. */
const REFERENCES = { project: 'projects', sprint: 'sprints', label: 'labels', parent: 'items' } as const;

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

/** A collection of Work Items as in contract §3.2: the filters that it does not have, and the values of those that are not given. */
export const workItems =
  (absent: readonly string[], defaults: Readonly<Record<string, readonly string[]>> = {}) =>
  (act: Act): Listed => {
    const { state, caller, project, query } = act;
    const names = [...Object.keys(FILTERS), 'limit', 'sort', 'fields'].filter((name) => !absent.includes(name));
    const fields = project ? FIELDS : [...FIELDS, 'project', 'organization'];
    const isField = (name: string): boolean => fields.includes(name);
    const areUnknown = valuesOf(query, 'fields').some((value) => value && !value.split(',').every(isField));
    checkQuery(query, names, 200, areUnknown ? ['fields'] : []);
    const isGiven = (name: string): boolean => query.some(([one]) => one === name);
    if (valuesOf(query, 'organization').some((slug) => state.organization.slug !== slug)) is.invalid('organization');
    const isTop = valuesOf(query, 'topLevel').some((value) => ['true', '1'].includes(value));
    if (isTop && isGiven('parent')) is.invalid('parent', 'topLevel');
    const reaches = (one: Entity): boolean => is.sees(caller, one) && (!project || one === project);
    const resolves = ([name, value]: Query[number]): boolean => {
      if (value === 'none' || !['assignee', ...Object.keys(REFERENCES)].includes(name)) return true;
      if (name === 'assignee') return state.users.some((user) => isUser(user, value, act));
      const isIt = (one: Entity): boolean => reaches(one.project ?? one) && !one.isDeleted && is.isNamed(one, value);
      return state[REFERENCES[name as keyof typeof REFERENCES]].some(isIt);
    };
    const unresolved = query.filter((pair) => !resolves(pair)).map(([name]) => name);
    if (unresolved.length > 0) is.invalid(...unresolved);
    const given = query.filter(([name]) => name in FILTERS);
    const asked = [...given, ...pairs({ archived: ['false'], ...defaults }).filter(([name]) => !isGiven(name))];
    const passes = (item: Entity, name: string): boolean =>
      asked.some(([other, value]) => filterOf(other) === filterOf(name) && FILTERS[other]!(item, value, act));
    const isShown = (item: Entity): boolean =>
      is.seesItem(caller, item) && reaches(item.project) && asked.every(([name]) => passes(item, name));
    const ranks = RANKS[valuesOf(query, 'sort')[0] ?? 'updated']!;
    return {
      entities: state.items.filter(isShown),
      ranks: (item: Entity): Rank[] => [...ranks(item, act.now), ...lastUpdatedFirst(item)],
    };
  };

const NEVER = '9999';
const up = (by: Rank['by']): Rank => ({ by });
const down = (by: Rank['by']): Rank => ({ by, isDescending: true });
const COLUMNS: Readonly<Record<string, number>> = { in_progress: 0, in_review: 0, backlog: 1, todo: 1, done: 2 };
const byPriority = ({ priority }: Entity): Rank => down(PRIORITIES.indexOf(priority as never));
const byDueDate = ({ dueDate }: Entity): Rank => up(dueDate ?? NEVER);
const lastUpdatedFirst = ({ updatedAt, project, key, id }: Entity): Rank[] => [
  ...[down(updatedAt), down(project.key), down(Number(key.value?.split('-')[1])), up(id)],
];

const RANKS: Readonly<Record<string, (item: Entity, now: string) => Rank[]>> = {
  updated: () => [],
  dueDate: (item) => [byDueDate(item)],
  priority: (item) => [byPriority(item)],
  rank: (item, now) => [
    ...(isOverdue(item, now) ? [up(0), byDueDate(item)] : [up(1), up(NEVER)]),
    ...[up(COLUMNS[item.status]!), byPriority(item), byDueDate(item)],
  ],
};

/** The figures of a profile: over what the viewer sees, without archived and deleted items. */
export function statsOf({ state, caller, user }: Act): object {
  const items = state.items.filter((item) => is.seesItem(caller, item) && item.archivedAt === null);
  const comments = state.comments.filter((one) => one.author === user && !one.isDeleted && items.includes(one.item));
  const assigned = items.filter(({ assignee }) => assignee === user);
  const reported = items.filter(({ reporter }) => reporter === user);
  return {
    projects: new Set([...assigned, ...reported, ...comments.map(({ item }) => item)].map((one) => one.project)).size,
    workItemsAssigned: assigned.length,
    workItemsCreated: reported.length,
    workItemsCompleted: assigned.filter(({ status }) => status === 'done').length,
    comments: comments.length,
  };
}

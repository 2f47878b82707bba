import { STATUSES, type Status } from '../kit/words.js';
import * as is from './state.js';
import type { Caller, Entity, Shown, State, Unknown } from './state.js';

/** The changes of a Work Item. Each function first makes all its refusals, then all its changes. */

/** The state, and who acts. */
export interface Act {
  readonly state: State;
  readonly caller: Caller;
}
type Detail = Readonly<Record<string, Shown>> | null;

/** An exact revision, or `*` for any. */
export type Expected = number | '*';

export function record(
  { state, caller }: Act,
  item: Entity,
  action: string,
  detail: Detail,
  createdAt: Unknown,
  comment?: Entity,
): void {
  state.entries.push({ id: is.anId(), item, action, actor: caller.user, detail, createdAt, comment });
}

/** Counts a change of an item, Project or Sprint. Returns its instant. */
export function changed(entity: Entity): Unknown {
  entity.revision = Number(entity.revision) + 1;
  entity.updatedAt = is.anInstant();
  return entity.updatedAt as Unknown;
}

export function expectRevision({ revision }: Entity, expected: Expected): void {
  if (expected === '*' || expected === revision) return;
  const expectedRevision = Math.min(expected, Number.MAX_SAFE_INTEGER);
  is.refuse('REVISION_CONFLICT', { details: { expectedRevision, currentRevision: revision } });
}

/** Refuses what is addressed to an archived item, after the revision. */
export function expectOpen(item: Entity, expected: Expected = '*'): void {
  expectRevision(item, expected);
  if (item.archivedAt !== null) is.refuse('WORK_ITEM_ARCHIVED');
}

/** The changes that a body asks for, its references resolved. A reference that is equal to the present one needs no check. */
function changesOf({ state }: Act, project: Entity, body: any, item: Entity, prefix: string): Entity {
  const { assigneePublicId, assigneeId, sprintId, parentId, status: _, ...changes } = body;
  const faults: string[] = [];
  const resolve = (
    name: string,
    member: string,
    given: string | null | undefined,
    find: (given: string) => Entity,
  ): void => {
    if (given === undefined || (given === null && changes[name])) return;
    changes[name] = given === null ? null : find(given);
    if (changes[name] === undefined) faults.push(prefix + member);
  };
  resolve('assignee', 'assigneePublicId', assigneePublicId, (given) =>
    state.users.find((user) => user.publicId === given),
  );
  resolve('assignee', 'assigneeId', assigneeId, (given) => state.users.find((user) => user.id === given));
  resolve('sprint', 'sprintId', sprintId, (given) => sprintIn(state, project, given));
  resolve('parent', 'parentId', parentId, (given) => parentFor(state, project, given, item));
  return faults.length > 0 ? is.invalid(...faults) : changes;
}

export const sprintIn = (state: State, project: Entity, id: string): Entity =>
  state.sprints.find((sprint) => sprint.project === project && is.isNamed(sprint, id));

/** The item by its key or id, if it may be the parent. */
function parentFor(state: State, project: Entity, given: string, item: Entity): Entity {
  const parent = state.items.find((one) => is.isNamed(one, given));
  if (parent === undefined || parent === item?.parent) return parent;
  const isPossible =
    parent.project === project &&
    !parent.isDeleted &&
    parent.archivedAt === null &&
    (item === null || !is.treeOf(state, item).includes(parent)) &&
    is.depthOf(parent) + (item === null ? 1 : is.heightOf(state, item)) <= 10;
  return isPossible ? parent : undefined;
}

export function create(act: Act, project: Entity, body: any, prefix = ''): Entity {
  if (project.archivedAt !== null) is.refuse('PROJECT_ARCHIVED');
  const changes = changesOf(act, project, body, null, prefix);
  const createdAt = is.anInstant();
  const item = {
    ...{ id: is.anId(), key: { unknown: 'key' }, project, reporter: act.caller.user, revision: 1, labels: [] },
    ...{ status: body.status, ...changes, archivedAt: null, isDeleted: false, createdAt, updatedAt: createdAt },
  };
  act.state.items.push(item);
  record(act, item, 'created', null, createdAt);
  return item;
}

/** The members whose changes are shown in the activity, in its order. */
const RECORDED: readonly [member: string, action: string, kind: 'plain' | 'user' | 'sprint' | 'item'][] = [
  ['title', 'title_changed', 'plain'],
  ['description', 'description_changed', 'plain'],
  ['priority', 'priority_changed', 'plain'],
  ['assignee', 'assigned', 'user'],
  ['sprint', 'sprint_changed', 'sprint'],
  ['parent', 'parent_changed', 'item'],
  ['dueDate', 'due_date_changed', 'plain'],
];

export function update(act: Act, item: Entity, expected: Expected, body: any, prefix = ''): Entity {
  expectOpen(item, expected);
  if (Object.hasOwn(body as object, 'status')) is.refuse('WORK_ITEM_STATUS_REQUIRES_TRANSITION');
  return apply(act, item, changesOf(act, item.project, body, item, prefix));
}

/** Changes members of an item, whatever its state. */
export function apply(act: Act, item: Entity, changes: Entity): Entity {
  const before = { ...item };
  if (Object.entries(changes as object).every(([name, value]) => before[name] === value)) return item;
  Object.assign(item, changes);
  const now = changed(item);
  for (const [member, action, kind] of RECORDED) {
    const [from, to] = [before[member], item[member]].map((value) => (value === null ? null : { [kind]: value })) as [
      Shown,
      Shown,
    ];
    if (item[member] !== before[member]) record(act, item, action, member === 'description' ? null : { from, to }, now);
  }
  return item;
}

/** The legal status moves of contract §2.4. */
const MOVES: Readonly<Record<string, readonly Status[]>> = {
  backlog: ['todo', 'in_progress', 'done'],
  todo: ['backlog', 'in_progress', 'done'],
  in_progress: ['backlog', 'todo', 'in_review', 'done'],
  in_review: ['backlog', 'todo', 'in_progress', 'done'],
  done: ['backlog', 'todo', 'in_progress'],
};

export const movesOf = ({ status, archivedAt }: Entity): readonly Status[] =>
  archivedAt === null ? STATUSES.filter((target) => MOVES[status]!.includes(target)) : [];

export function transition(act: Act, item: Entity, expected: Expected, targetStatus: string): Entity {
  expectOpen(item, expected);
  const allowedTargets = movesOf(item);
  if (!allowedTargets.includes(targetStatus as Status)) {
    is.refuse('INVALID_STATUS_TRANSITION', { details: { currentStatus: item.status, allowedTargets } });
  }
  const detail = { from: { plain: item.status }, to: { plain: targetStatus } };
  item.status = targetStatus;
  record(act, item, 'status_changed', detail, changed(item));
  return item;
}

export function archive(act: Act, item: Entity, expected: Expected, isArchived: boolean): Entity {
  expectRevision(item, expected);
  if ((item.archivedAt !== null) === isArchived) return item;
  const now = changed(item);
  item.archivedAt = isArchived ? now : null;
  record(act, item, isArchived ? 'archived' : 'unarchived', null, now);
  return item;
}

export function remove(act: Act, item: Entity, expected: Expected, cascade: boolean): Entity {
  expectOpen(item, expected);
  const tree = is.treeOf(act.state, item);
  if (tree.length > 1 && !cascade) is.refuse('WORK_ITEM_HAS_CHILDREN');
  for (const one of tree) {
    one.isDeleted = true;
    record(act, one, 'work_item_deleted', null, changed(one));
  }
  return item;
}

export function attachLabel(act: Act, item: Entity, expected: Expected, name: string, orId: boolean): Entity {
  expectOpen(item, expected);
  const label = labelIn(act.state, item.project, name, orId) ?? is.refuse('NOT_FOUND');
  if (item.labels.includes(label)) return item;
  item.labels = [...item.labels, label];
  record(act, item, 'label_added', { label: { label } }, changed(item));
  return item;
}

export function detachLabel(act: Act, item: Entity, expected: Expected, label: Entity): Entity {
  expectOpen(item, expected);
  if (!item.labels.includes(label)) is.refuse('NOT_FOUND');
  item.labels = item.labels.filter((one: Entity) => one !== label);
  record(act, item, 'label_removed', { label: { label } }, changed(item));
  return item;
}

/** A label of the Project by its id, where that is allowed, else by its name. */
export function labelIn(state: State, project: Entity, given: string, orId = true): Entity {
  const labels = state.labels.filter((label) => label.project === project);
  const byId = orId ? labels.find((label) => is.isNamed(label, given)) : undefined;
  return byId ?? labels.find(({ name }) => name === is.folded(given));
}

import { MOVES, type Status } from '../kit/words.js';
import * as is from './state.js';
import type { Act, Entity, State, Unknown } from './state.js';

/** The changes of a Work Item. Each function first makes all its refusals, then all its changes. */

/** Records an entry of activity. Each part of its detail has one member, which says what it is: see `shownPart`. */
export function record(
  { state, caller }: Act,
  item: Entity,
  action: string,
  createdAt: Unknown,
  more: object = {},
): void {
  state.entries.push({ id: is.anId(), item, action, actor: caller.user, createdAt, detail: null, ...more });
}

/** Counts a change of an item, Project or Sprint. Returns its instant. */
export function changed(entity: Entity): Unknown {
  entity.revision = Number(entity.revision) + 1;
  entity.updatedAt = is.anInstant();
  return entity.updatedAt as Unknown;
}

/** Refuses another revision than the expected one, and what is addressed to an archived item. */
export function expectOpen({ item, sprint, project, expected }: Act, orArchived = false): void {
  const { revision: currentRevision } = item ?? sprint ?? project ?? {};
  if (expected !== '*' && expected !== currentRevision) {
    const expectedRevision = Math.min(expected, Number.MAX_SAFE_INTEGER);
    is.refuse('REVISION_CONFLICT', { details: { expectedRevision, currentRevision } });
  }
  if (item && item.archivedAt !== null && !orArchived) is.refuse('WORK_ITEM_ARCHIVED');
}

/** The references in a body: the member that each sets, and what it means in the Project. */
const REFERENCES: Readonly<Record<string, [member: string, find: (act: Act, given: string) => Entity]>> = {
  assigneePublicId: ['assignee', ({ state }, given) => state.users.find(({ publicId }) => publicId === given)],
  assigneeId: ['assignee', ({ state }, given) => state.users.find(({ id }) => id === given)],
  sprintId: ['sprint', ({ state, project }, given) => sprintIn(state, project, given)],
  parentId: ['parent', parentFor],
};

/** The changes that a body asks for, its references resolved. A reference that is equal to the present one needs no check. */
function changesOf(act: Act): Entity {
  const isPlain = ([name]: [string, unknown]): boolean => name !== 'status' && !(name in REFERENCES);
  const changes: Entity = Object.fromEntries(Object.entries(act.body as object).filter(isPlain));
  const faults: string[] = [];
  for (const [name, [member, find]] of Object.entries(REFERENCES)) {
    const given = act.body[name];
    if (given === undefined || (given === null && changes[member])) continue;
    changes[member] = given === null ? null : find(act, String(given));
    if (changes[member] === undefined) faults.push(name);
  }
  return faults.length > 0 ? is.invalidAt(act.at, faults) : changes;
}

export const sprintIn = (state: State, project: Entity, id: string): Entity =>
  state.sprints.find((sprint) => sprint.project === project && is.isNamed(sprint, id));

/** The item by its key or id, if it may be the parent. */
function parentFor({ state, project, item }: Act, given: string): Entity {
  const parent = state.items.find((one) => is.isNamed(one, given));
  if (parent === undefined || parent === item?.parent) return parent;
  const isPossible =
    parent.project === project &&
    !parent.isDeleted &&
    parent.archivedAt === null &&
    (item === undefined || !is.treeOf(state, item).includes(parent)) &&
    is.depthOf(parent) + (item === undefined ? 1 : is.heightOf(state, item)) <= 10;
  return isPossible ? parent : undefined;
}

export function create(act: Act): Entity {
  const { state, caller, project, body } = act;
  if (project.archivedAt !== null) is.refuse('PROJECT_ARCHIVED');
  const changes = changesOf(act);
  const createdAt = is.anInstant();
  const item = {
    ...{ id: is.anId(), key: { unknown: 'key' }, project, reporter: caller.user, revision: 1, labels: [] },
    ...{ status: body.status, ...changes, archivedAt: null, isDeleted: false, createdAt, updatedAt: createdAt },
  };
  state.items.push(item);
  record(act, item, 'created', createdAt);
  return item;
}

/** The members whose changes are shown in the activity, in its order. */
const RECORDED: readonly [member: string, action: string, kind: string][] = [
  ['title', 'title_changed', 'plain'],
  ['description', 'description_changed', 'plain'],
  ['priority', 'priority_changed', 'plain'],
  ['assignee', 'assigned', 'user'],
  ['sprint', 'sprint_changed', 'sprint'],
  ['parent', 'parent_changed', 'item'],
  ['dueDate', 'due_date_changed', 'plain'],
];

export function update(act: Act): Entity {
  if (Object.hasOwn(act.body as object, 'status')) is.refuse('WORK_ITEM_STATUS_REQUIRES_TRANSITION');
  return apply(act, act.item, changesOf(act));
}

/** Changes members of an item, whatever its state. */
export function apply(act: Act, item: Entity, changes: Entity): Entity {
  const before = { ...item };
  if (Object.entries(changes as object).every(([name, value]) => before[name] === value)) return item;
  Object.assign(item, changes);
  const now = changed(item);
  for (const [member, action, kind] of RECORDED) {
    const [from, to] = [before[member], item[member]].map((value) => value && { [kind]: value });
    const detail = member === 'description' ? null : { from, to };
    if (item[member] !== before[member]) record(act, item, action, now, { detail });
  }
  return item;
}

export const movesOf = ({ status, archivedAt }: Entity): readonly Status[] =>
  archivedAt === null ? MOVES[status as Status] : [];

export function transition(act: Act): Entity {
  const { item, body } = act;
  const allowedTargets = movesOf(item);
  if (!allowedTargets.includes(body.targetStatus as Status)) {
    is.refuse('INVALID_STATUS_TRANSITION', { details: { currentStatus: item.status, allowedTargets } });
  }
  const detail = { from: { plain: item.status }, to: { plain: body.targetStatus } };
  item.status = body.targetStatus;
  record(act, item, 'status_changed', changed(item), { detail });
  return item;
}

/** Archives the item or Project that the path names, or takes it back. */
export function archive(act: Act, isArchived: boolean): Entity {
  const { item, project } = act;
  const entity = item ?? project;
  if ((entity.archivedAt !== null) === isArchived) return entity;
  const now = changed(entity);
  entity.archivedAt = isArchived ? now : null;
  if (item) record(act, item, isArchived ? 'archived' : 'unarchived', now);
  return entity;
}

export function remove(act: Act): void {
  const { state, item, body } = act;
  const tree = is.treeOf(state, item);
  if (tree.length > 1 && !body.cascade) is.refuse('WORK_ITEM_HAS_CHILDREN');
  for (const one of tree) {
    one.isDeleted = true;
    record(act, one, 'work_item_deleted', changed(one));
  }
}

export function attachLabel(act: Act): Entity {
  const { state, project, item, body } = act;
  const label = labelIn(state, project, String(body.label ?? body.labelId), body.label === undefined);
  if (label === undefined) is.refuse('NOT_FOUND');
  return item.labels.includes(label) ? item : setLabels(act, label, 'label_added', [...item.labels, label]);
}

export function detachLabel(act: Act): Entity {
  const { item, label } = act;
  if (!item.labels.includes(label)) is.refuse('NOT_FOUND');
  return setLabels(act, label, 'label_removed', item.labels.filter((one: Entity) => one !== label) as Entity[]);
}

function setLabels(act: Act, label: Entity, action: string, labels: readonly Entity[]): Entity {
  act.item.labels = labels.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  record(act, act.item, action, changed(act.item), { detail: { label: { label } } });
  return act.item;
}

/** A label of the Project by its id, where that is allowed, else by its name. */
export function labelIn(state: State, project: Entity, given: string, orId = true): Entity {
  const labels = state.labels.filter((label) => label.project === project);
  const byId = orId ? labels.find((label) => is.isNamed(label, given)) : undefined;
  return byId ?? labels.find(({ name }) => name === is.folded(given));
}

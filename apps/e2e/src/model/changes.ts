import { isSameLabel } from '../kit/case-insensitive.js';
import { MOVES, type Status } from '../kit/words.js';
import * as is from './state.js';
import type { Act, Entity, State, Unknown } from './state.js';

/** The changes that mutations make. Each function first makes all its refusals, then all its changes. */

/** Records an entry of activity. Each part of its detail has one member, which says what it is: see `shownPart`. */
function record({ state, caller }: Act, item: Entity, action: string, createdAt: Unknown, more: object = {}): void {
  state.entries.push({ id: is.anId(), item, action, actor: caller.user, createdAt, detail: null, ...more });
}

/** Changes members of an item, Project or Sprint, and counts the change. Returns its instant. */
function change(entity: Entity, changes: object, now = is.anInstant()): Unknown {
  Object.assign(entity, changes, { revision: Number(entity.revision) + 1, updatedAt: now });
  return now;
}

/** Changes an item, and records it. */
function recorded(act: Act, item: Entity, changes: object, action: string, detail: object | null = null): Entity {
  record(act, item, action, change(item, changes), { detail });
  return item;
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
  const depths = item ? is.treeOf(state, item).map((one) => is.depthOf(one) - is.depthOf(item)) : [0];
  const isPossible =
    parent.project === project &&
    !parent.isDeleted &&
    parent.archivedAt === null &&
    !is.isWithin(parent, item) &&
    is.depthOf(parent) + 1 + Math.max(...depths) <= 10;
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
function apply(act: Act, item: Entity, changes: Entity): Entity {
  const before = { ...item };
  if (Object.entries(changes as object).every(([name, value]) => before[name] === value)) return item;
  const now = change(item, changes as object);
  for (const [member, action, kind] of RECORDED.filter(([name]) => item[name] !== before[name])) {
    const [from, to] = [before[member], item[member]].map((value) => value && { [kind]: value });
    record(act, item, action, now, { detail: member === 'description' ? null : { from, to } });
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
  return recorded(act, item, { status: body.targetStatus }, 'status_changed', detail);
}

/** Archives the item or Project that the path names, or takes it back. */
export function archive(act: Act, isArchived: boolean): Entity {
  const { item, project } = act;
  const entity = item ?? project;
  if ((entity.archivedAt !== null) === isArchived) return entity;
  const now = is.anInstant();
  change(entity, { archivedAt: isArchived ? now : null }, now);
  if (item) record(act, item, isArchived ? 'archived' : 'unarchived', now);
  return entity;
}

export function remove(act: Act): void {
  const tree = is.treeOf(act.state, act.item);
  if (tree.length > 1 && !act.body.cascade) is.refuse('WORK_ITEM_HAS_CHILDREN');
  for (const one of tree) recorded(act, one, { isDeleted: true }, 'work_item_deleted');
}

export function attachLabel(act: Act): Entity {
  const { state, project, item, body } = act;
  const label = labelIn(state, project, String(body.label ?? body.labelId), body.label === undefined);
  if (label === undefined) is.refuse('NOT_FOUND');
  if (item.labels.includes(label)) return item;
  const labels = [...item.labels, label].sort((one, other) => (one.name < other.name ? -1 : 1));
  return recorded(act, item, { labels }, 'label_added', { label: { label } });
}

export function detachLabel(act: Act): Entity {
  const { item, label } = act;
  if (!item.labels.includes(label)) is.refuse('NOT_FOUND');
  const labels = item.labels.filter((one: Entity) => one !== label);
  return recorded(act, item, { labels }, 'label_removed', { label: { label } });
}

/** A label of the Project by its id, where that is allowed, else by its name. */
export function labelIn(state: State, project: Entity, given: string, orId = true): Entity {
  const labels = state.labels.filter((label) => label.project === project);
  const byId = orId ? labels.find((label) => is.isNamed(label, given)) : undefined;
  return byId ?? labels.find(({ name }) => isSameLabel(name as string, given));
}

/** Adds something new to a list of the state, with an id and the instant of its creation. */
function added(list: Entity[], members: object): Entity {
  const createdAt = is.anInstant();
  const entity = { ...members, id: is.anId(), createdAt, updatedAt: createdAt };
  list.push(entity);
  return entity;
}

export function createProject({ state, body }: Act): Entity {
  const isTaken = (key: string): boolean => state.projects.some((project) => project.key === key);
  const key = body.key ?? freeKey(String(body.name), isTaken);
  if (isTaken(key as string)) is.refuse('CONFLICT');
  return added(state.projects, { ...body, organization: state.organization, key, revision: 1, archivedAt: null });
}

/** Derives a key from a name, with the first free number behind it when it is taken. */
function freeKey(name: string, isTaken: (key: string) => boolean): string {
  const words = (name.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word.replace(/[0-9]/g, '')).filter((word) => word);
  const letters = words.length === 1 ? words[0]! : words.map((word) => word[0]).join('');
  const stem = letters.slice(0, 4).toUpperCase() || 'PRJ';
  if (!isTaken(stem)) return stem;
  for (let number = 2; ; number += 1) if (!isTaken(`${stem}${number}`)) return `${stem}${number}`;
}

export function updateProject({ project, body }: Act): Entity {
  if (Object.entries(body as object).every(([name, value]) => project[name] === value)) return project;
  change(project, body as object);
  return project;
}

export function createSprint({ state, project, body }: Act): Entity {
  if (project.archivedAt !== null) is.refuse('PROJECT_ARCHIVED');
  return added(state.sprints, { ...body, project, state: 'future', revision: 1 });
}

export function transitionSprint(act: Act): Entity {
  const { state, sprint } = act;
  const { targetState } = act.body;
  if (!['future active', 'active done'].includes(`${sprint.state} ${targetState}`))
    is.refuse('INVALID_SPRINT_TRANSITION');
  const isRival = (one: Entity): boolean => one.project === sprint.project && one.state === 'active';
  if (targetState === 'active' && state.sprints.some(isRival)) is.refuse('ACTIVE_SPRINT_EXISTS');
  const unfinished = targetState === 'done' ? is.unfinishedIn(state, sprint) : [];
  const destination = unfinished.length === 0 ? null : destinationOf(act);
  change(sprint, { state: targetState });
  for (const item of unfinished) apply(act, item, { sprint: destination });
  return sprint;
}

function destinationOf({ state, project, body: { completionAction: action } }: Act): Entity {
  if (action === undefined) is.refuse('SPRINT_HAS_UNFINISHED_WORK_ITEMS');
  if (action.mode === 'backlog') return null;
  const target = sprintIn(state, project, String(action.targetSprintId));
  return target?.state === 'future' ? target : is.refuse('INVALID_COMPLETION_TARGET');
}

export function createLabel({ state, project, body }: Act): Entity {
  if (state.labels.some((label) => label.project === project && isSameLabel(label.name as string, body.name as string)))
    is.refuse('CONFLICT');
  return added(state.labels, { ...body, project });
}

export function createComment(act: Act): Entity {
  const { state, caller, item } = act;
  const { body, parentCommentId: given } = act.body;
  const isParent = (one: Entity): boolean => one.item === item && !one.isDeleted && is.isNamed(one, String(given));
  const parent = given && (state.comments.find(isParent) ?? is.invalid('parentCommentId'));
  const comment = added(state.comments, {
    item,
    parent,
    author: caller.user,
    body,
    isDeleted: false,
    editedAt: null,
    mentions: [],
  });
  const action = parent === null ? 'comment_added' : 'comment_replied';
  record(act, item, action, comment.createdAt as Unknown, { comment });
  return comment;
}

export const editComment = (act: Act): Entity =>
  act.comment.body === act.body.body
    ? act.comment
    : changeComment(act, 'comment_edited', act.body as object, 'editedAt');

export function deleteComment(act: Act): Entity {
  if (act.state.comments.some((one) => one.parent === act.comment && !one.isDeleted)) is.refuse('CONFLICT');
  return changeComment(act, 'comment_deleted', { isDeleted: true, body: null });
}

function changeComment(act: Act, action: string, changes: object, instant = 'updatedAt'): Entity {
  const { item, comment } = act;
  const now = is.anInstant();
  record(act, item, action, now, { comment });
  return Object.assign(comment, { ...changes, updatedAt: now, [instant]: now });
}

export function createLink(act: Act): Entity {
  const { state, caller, item } = act;
  const { relation, targetKey, targetId } = act.body;
  const isTarget = ({ id, key }: Entity): boolean =>
    targetKey ? key.value === targetKey.toUpperCase() : id.value === targetId;
  const other = state.items.find((one) => is.seesItem(caller, one) && isTarget(one)) ?? is.refuse('NOT_FOUND');
  if (other === item) is.invalid('targetKey', 'targetId');
  const [from, to] = relation === 'blocked_by' ? [other, item] : [item, other];
  const kind = relation === 'relates' ? 'relates' : 'blocks';
  const isAlike = (one: Entity): boolean => one.kind === kind && is.linkFrom(item, one)?.other === other;
  const between = state.links.filter((one) => !one.isDeleted && isAlike(one));
  if (between.some((link) => kind === 'relates' || link.from === from)) is.refuse('LINK_DUPLICATE');
  if (between.length > 0) is.refuse('LINK_CONTRADICTION');
  const link = added(state.links, { kind, from, to, createdBy: caller.user, isDeleted: false });
  recordLink(act, link, 'link_added', link.createdAt as Unknown);
  return link;
}

export function deleteLink(act: Act): void {
  act.link.isDeleted = true;
  recordLink(act, act.link, 'link_removed', is.anInstant());
}

function recordLink(act: Act, link: Entity, action: string, now: Unknown): void {
  for (const side of [link.from, link.to]) {
    const { relation, other } = is.linkFrom(side, link)!;
    record(act, side, action, now, { detail: { relation: { plain: relation }, otherWorkItem: { item: other } } });
  }
}

export function createAttachment(act: Act): Entity {
  const { state, caller, item, body } = act;
  const bare = Array.from(body.fileName.split(/[/\\]/).at(-1)! as string).filter((char) => char >= ' ');
  const name = bare.slice(0, 255).join('');
  const fileName = ['', '.', '..'].includes(name) ? 'file' : name;
  const size = Buffer.byteLength(body.content as string);
  const members = { ...body, item, fileName, size, createdBy: caller.user, isDeleted: false };
  const attachment = added(state.attachments, members);
  record(act, item, 'attachment_added', attachment.createdAt as Unknown, { detail: { attachment: { attachment } } });
  return attachment;
}

export function deleteAttachment(act: Act): void {
  const { item, attachment } = act;
  attachment.isDeleted = true;
  record(act, item, 'attachment_removed', is.anInstant(), { detail: { attachment: { attachment } } });
}

import * as is from './state.js';
import type { Act, Entity, Unknown } from './state.js';
import { apply, changed, record, sprintIn } from './work-items.js';

/** The changes of Projects, Sprints, labels, comments, links and attachments. Refusals come before all changes. */

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
  changed(Object.assign(project, body));
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
  sprint.state = targetState;
  changed(sprint);
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
  if (state.labels.some((label) => label.project === project && label.name === body.name)) is.refuse('CONFLICT');
  return added(state.labels, { ...body, project });
}

export function createComment(act: Act): Entity {
  const { state, caller, item } = act;
  const { body, parentCommentId: given } = act.body;
  const isParent = (one: Entity): boolean => one.item === item && !one.isDeleted && is.isNamed(one, String(given));
  const parent = given && (state.comments.find(isParent) ?? is.invalid('parentCommentId'));
  const comment = added(state.comments, { item, parent, author: caller.user, body, isDeleted: false, editedAt: null });
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
  const between = state.links.filter(
    (link) => !link.isDeleted && link.kind === kind && is.linkFrom(item, link)?.other === other,
  );
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
  const fileName = bare.slice(0, 255).join('') || 'file';
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

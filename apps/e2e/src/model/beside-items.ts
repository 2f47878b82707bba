import * as is from './state.js';
import type { Entity, State, Unknown } from './state.js';
import { type Act, apply, changed, expectOpen, type Expected, expectRevision, record, sprintIn } from './work-items.js';

/** The changes of Projects, Sprints, labels, comments, links and attachments. Refusals come before all changes. */

/** Adds something new to a list of the state, with an id and the instant of its creation. */
function added(list: Entity[], members: object): Entity {
  const createdAt = is.anInstant();
  const entity = { ...members, id: is.anId(), createdAt, updatedAt: createdAt };
  list.push(entity);
  return entity;
}

export function createProject({ state }: Act, body: any): Entity {
  const isTaken = (key: string): boolean => state.projects.some((project) => project.key === key);
  const key = body.key ?? freeKey(String(body.name), isTaken);
  if (isTaken(key as string)) is.refuse('CONFLICT');
  return added(state.projects, { ...body, key, revision: 1, archivedAt: null });
}

/** Derives a key from a name, with the first free number behind it when it is taken. */
function freeKey(name: string, isTaken: (key: string) => boolean): string {
  const words = (name.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word.replace(/[0-9]/g, '')).filter((word) => word);
  const letters = words.length === 1 ? words[0]! : words.map((word) => word[0]).join('');
  const stem = letters.slice(0, 4).toUpperCase() || 'PRJ';
  if (!isTaken(stem)) return stem;
  for (let number = 2; ; number += 1) if (!isTaken(`${stem}${number}`)) return `${stem}${number}`;
}

export function updateProject(project: Entity, expected: Expected, body: Entity): Entity {
  expectRevision(project, expected);
  if (Object.entries(body as object).every(([name, value]) => project[name] === value)) return project;
  changed(Object.assign(project, body));
  return project;
}

export function archiveProject(project: Entity, expected: Expected, isArchived: boolean): Entity {
  expectRevision(project, expected);
  if ((project.archivedAt !== null) === isArchived) return project;
  const now = changed(project);
  project.archivedAt = isArchived ? now : null;
  return project;
}

export function createSprint({ state }: Act, project: Entity, body: any): Entity {
  if (project.archivedAt !== null) is.refuse('PROJECT_ARCHIVED');
  return added(state.sprints, { ...body, project, state: 'future', revision: 1 });
}

export function transitionSprint(
  act: Act,
  sprint: Entity,
  expected: Expected,
  { targetState, completionAction }: any,
): Entity {
  const { state } = act;
  expectRevision(sprint, expected);
  if (!['future active', 'active done'].includes(`${sprint.state} ${targetState}`))
    is.refuse('INVALID_SPRINT_TRANSITION');
  const isRival = (one: Entity): boolean => one.project === sprint.project && one.state === 'active';
  if (targetState === 'active' && state.sprints.some(isRival)) is.refuse('ACTIVE_SPRINT_EXISTS');
  const unfinished = targetState === 'done' ? is.unfinishedIn(state, sprint) : [];
  const destination = unfinished.length === 0 ? null : destinationOf(state, sprint, completionAction);
  sprint.state = targetState;
  changed(sprint);
  for (const item of unfinished) apply(act, item, { sprint: destination });
  return sprint;
}

function destinationOf(state: State, sprint: Entity, action: any): Entity {
  if (action === undefined) is.refuse('SPRINT_HAS_UNFINISHED_WORK_ITEMS');
  if (action.mode === 'backlog') return null;
  const target = sprintIn(state, sprint.project, String(action.targetSprintId));
  return target?.state === 'future' ? target : is.refuse('INVALID_COMPLETION_TARGET');
}

export function createLabel({ state }: Act, project: Entity, body: any): Entity {
  if (state.labels.some((label) => label.project === project && label.name === body.name)) is.refuse('CONFLICT');
  return added(state.labels, { ...body, project });
}

export function createComment(act: Act, item: Entity, { body, parentCommentId }: any): Entity {
  const { state, caller } = act;
  expectOpen(item);
  const parents = state.comments.filter((one) => one.item === item && !one.isDeleted);
  const parent =
    parentCommentId && (parents.find((one) => is.isNamed(one, parentCommentId)) ?? is.invalid('parentCommentId'));
  const comment = added(state.comments, { item, parent, author: caller.user, body, isDeleted: false, editedAt: null });
  record(act, item, parent === null ? 'comment_added' : 'comment_replied', null, comment.createdAt as Unknown, comment);
  return comment;
}

export function editComment(act: Act, comment: Entity, body: string): Entity {
  expectOpen(comment.item);
  if (comment.body === body) return comment;
  const now = is.anInstant();
  Object.assign(comment, { body, updatedAt: now, editedAt: now });
  record(act, comment.item, 'comment_edited', null, now, comment);
  return comment;
}

export function deleteComment(act: Act, comment: Entity): Entity {
  expectOpen(comment.item);
  if (act.state.comments.some((one) => one.parent === comment && !one.isDeleted)) is.refuse('CONFLICT');
  const now = is.anInstant();
  Object.assign(comment, { isDeleted: true, updatedAt: now });
  record(act, comment.item, 'comment_deleted', null, now, comment);
  return comment;
}

export function createLink(act: Act, item: Entity, { relation, targetKey, targetId }: any): Entity {
  const { state, caller } = act;
  expectOpen(item);
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
  recordLink(act, link, 'link_added', link.createdAt);
  return link;
}

export function deleteLink(act: Act, item: Entity, link: Entity): Entity {
  expectOpen(item);
  link.isDeleted = true;
  recordLink(act, link, 'link_removed', is.anInstant());
  return link;
}

function recordLink(act: Act, link: Entity, action: string, now: Unknown): void {
  for (const side of [link.from, link.to]) {
    const { relation, other } = is.linkFrom(side, link)!;
    record(act, side, action, { relation: { plain: relation }, otherWorkItem: { item: other } }, now);
  }
}

export interface Upload {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: string;
}

export function createAttachment(act: Act, item: Entity, upload: Upload): Entity {
  expectOpen(item);
  const bare = Array.from(upload.fileName.split(/[/\\]/).at(-1)!)
    .filter((char) => char >= ' ')
    .slice(0, 255);
  const fileName = bare.join('') || 'file';
  const { user: createdBy } = act.caller;
  const attachment = added(act.state.attachments, { ...upload, item, fileName, createdBy, isDeleted: false });
  record(act, item, 'attachment_added', { attachment: { attachment } }, attachment.createdAt as Unknown);
  return attachment;
}

export function deleteAttachment(act: Act, attachment: Entity): Entity {
  expectOpen(attachment.item);
  attachment.isDeleted = true;
  record(act, attachment.item, 'attachment_removed', { attachment: { attachment } }, is.anInstant());
  return attachment;
}

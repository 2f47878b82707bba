import { conditionOf, headersOf, type Operation, OPERATIONS } from '../kit/operations.js';
import { STATUS_OF_CODE } from '../kit/words.js';
import * as make from './changes.js';
import { checkQuery } from './lists.js';
import { read } from './reads.js';
import { parsed, type ShapeName } from './shapes.js';
import * as is from './state.js';
import { type Act, type Entity, type Expected, invalid, Refusal, refuse, type State } from './state.js';
import { viewOf } from './views.js';

/**
 * The API in memory, written from contract.md alone. It knows nothing of how the server works, so that each can show the other's
 * mistakes. `answer` changes the state as the request does, and returns what the server has to answer.
 */

/** A request with the ids and keys that are in its path. */
export interface ModelRequest {
  readonly caller: string;
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: is.Query;
  readonly body?: unknown;
  readonly upload?: { readonly fileName: string; readonly contentType: string; readonly content: string };
  readonly key: string | null;
  readonly ifMatch: string | null;
}

/** The answer that is expected. A refusal has a code in place of a body. */
export type Answer =
  | {
      readonly status: number;
      readonly body: unknown;
      readonly etag?: string | undefined;
      readonly isReplayed: boolean;
    }
  | { readonly status: number; readonly refusal: Pick<Refusal, 'code' | 'more'> };

const BY_ID = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

export function answer(state: State, request: ModelRequest, now: string): Answer {
  return orRefusal(
    () => answered(state, request, now),
    (refusal) => ({ status: STATUS_OF_CODE[refusal.code]!, refusal }),
  );
}

/** Returns the result of the work, or what is made of its refusal. */
function orRefusal<Result, Refused>(run: () => Result, refused: (refusal: Refusal) => Refused): Result | Refused {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

/** Goes through the checks in the order of contract §1.6. */
function answered(state: State, request: ModelRequest, now: string): Answer {
  const operation = BY_ID.get(request.operation)!;
  const caller = state.callers[request.caller]!;
  const { scope, toProjectsOnly } = operation;
  const implied = scope === 'attachment:read' ? ['attachment:write', 'attachment:delete'] : [];
  if (scope !== null && !caller.scopes.some((one) => one === scope || implied.includes(one))) {
    refuse('INSUFFICIENT_SCOPE', { details: { requiredScope: scope } });
  }
  const target = targetOf(state, caller, request.path);
  const act: Act = { state, caller, now, target, ...target, query: request.query, body: null, expected: '*', at: '' };
  const mutation = MUTATIONS[operation.id];
  if (mutation !== undefined) return mutated(act, mutation, operation, request);
  if (isGone(target) || (caller.projects !== null && toProjectsOnly === 'NOT_FOUND')) refuse('NOT_FOUND');
  return { status: 200, isReplayed: false, body: read(operation, act), etag: etagOf(operation, act) };
}

/** The resources that a path names: of the visible Project, deleted ones too. */
type Target = Readonly<Record<string, Entity>>;

const isGone = (target: Target): boolean => Object.values(target).some(({ isDeleted }) => isDeleted);

/** Looks up what the path names, as far as the caller sees it (contract §1.7). */
function targetOf(state: State, caller: is.Caller, path: Readonly<Record<string, string | undefined>>): Target {
  const { publicId, projectKey, sprintId, workItemKey, labelId, commentId, linkId, attachmentId } = path;
  const found = (one: Entity): Entity => one ?? refuse('NOT_FOUND');
  if (!caller.isInside) refuse('NOT_FOUND');
  if (publicId) return { user: found(state.users.find((user) => user.publicId === publicId)) };
  if (projectKey === undefined) return {};
  const project = found(state.projects.find((one) => one.key === projectKey.toUpperCase() && is.sees(caller, one)));
  if (sprintId) return { project, sprint: found(make.sprintIn(state, project, sprintId)) };
  if (workItemKey === undefined) return { project };
  const item = found(state.items.find((one) => one.project === project && one.key.value === workItemKey.toUpperCase()));
  const part = (parts: readonly Entity[], id: string): Entity =>
    found(parts.find((one) => one.item === item && is.isNamed(one, id)));
  if (labelId) return { project, item, label: found(make.labelIn(state, project, labelId)) };
  if (commentId) return { project, item, comment: part(state.comments, commentId) };
  if (attachmentId) return { project, item, attachment: part(state.attachments, attachmentId) };
  if (linkId === undefined) return { project, item };
  const link = found(state.links.find((one) => is.linkFrom(item, one) && is.isNamed(one, linkId)));
  if (!link.isDeleted && !is.seesItem(caller, is.linkFrom(item, link)!.other)) refuse('NOT_FOUND');
  return { project, item, link };
}

const etagOf = ({ etag }: Operation, { item, sprint, project }: Entity): string | undefined =>
  etag &&
  `"${etag}-${{ wi: item, sprint, project, org: undefined, view: undefined, webhook: undefined }[etag]?.revision}"`;

function mutated(before: Act, [shape, run]: Mutation, operation: Operation, request: ModelRequest): Answer {
  const { state, caller, target } = before;
  const { key, ...checked } = orRefusal(
    () => checkedRequest(before, operation, request, shape),
    // Of what is deleted, every refusal is the same as of what never existed.
    ({ code, more }) => refuse(isGone(target) ? 'NOT_FOUND' : code, isGone(target) ? {} : more),
  );
  // The identity of contract §9, Idempotency-Key 3.
  const resources = Object.values(target as Target).map(({ id }) => id.value);
  const identity = JSON.stringify([operation.id, resources, checked.body, checked.expected]);
  const stored = state.replies.find((one) => one.user === caller.user && one.key === key);
  if (stored?.identity === identity) {
    const covers = stored.shows.every((shown: string) => caller.projects?.includes(shown) ?? true);
    return covers ? { ...stored.reply, isReplayed: true } : refuse('NOT_FOUND');
  }
  if (isGone(target)) refuse('NOT_FOUND');
  if (stored) refuse('IDEMPOTENCY_KEY_REUSED');
  const act = { ...before, ...checked };
  make.expectOpen(act, /^(un)?archive/.test(operation.id));
  const entity = run(act);
  const { success: status, response, etag } = operation;
  const reply = {
    status,
    body: response === null ? undefined : viewOf(response as string)(entity, act),
    etag: etagOf(operation, { [etag === 'wi' ? 'item' : (etag ?? '')]: entity }),
  };
  if (key !== null) state.replies.push({ user: caller.user, key, identity, reply, shows: showsOf(entity) });
  return { ...reply, isReplayed: false };
}

/** The keys of the Projects beside that of the path that a reply shows: those of a link, and those of operations in bulk. */
const showsOf = (entity: Entity): readonly string[] =>
  entity?.from ? [entity.from.project.key, entity.to.project.key] : (entity?.shows ?? []);

/** Checks what the caller may do, and the shape of the request. */
function checkedRequest(
  { caller, comment, attachment }: Act,
  operation: Operation,
  request: ModelRequest,
  shape: Mutation[0],
) {
  const ranks = ['member', 'admin', 'owner'];
  const { role, only, toProjectsOnly } = operation;
  const { user, projects } = caller;
  const isForbidden =
    (role !== null && ranks.indexOf(user.role as string) < ranks.indexOf(role)) ||
    (projects !== null && toProjectsOnly === 'FORBIDDEN') ||
    (only === 'author' && comment.author !== user) ||
    (only === 'uploader' && attachment.createdBy !== user && user.role === 'member');
  if (isForbidden) refuse('FORBIDDEN');
  checkQuery(request.query, [], 0);
  const key = request.key === '' ? null : request.key;
  if (key === null && headersOf(operation).get('Idempotency-Key')) refuse('IDEMPOTENCY_KEY_REQUIRED');
  if (key !== null && !/^[A-Za-z0-9._:-]{8,128}$/.test(key)) invalid('Idempotency-Key');
  const expected = conditionIn(request, conditionOf(operation));
  return { key, expected, body: bodyOf(request, shape) };
}

function conditionIn({ ifMatch }: ModelRequest, word: string | undefined): Expected {
  if (word === undefined || ifMatch === '*') return '*';
  if (!ifMatch) return refuse('PRECONDITION_REQUIRED');
  return Number((new RegExp(`^"${word}-([1-9][0-9]*)"$`).exec(ifMatch) ?? invalid('If-Match'))[1]);
}

function bodyOf({ body, upload }: ModelRequest, shape: Mutation[0]): any {
  if (shape === 'upload') return upload ?? invalid('body', 'file');
  if (shape === 'none' || shape === 'wi-delete') return parsed(shape === 'none' ? 'empty' : shape, body ?? {});
  const value = parsed(shape, body);
  if (shape !== 'sprint-transition' || value.completionAction === undefined) return value;
  if (value.targetState === 'active') invalid('completionAction');
  return { ...value, completionAction: parsed('completion', value.completionAction, 'completionAction') };
}

/** The body of a mutation, and the change that it makes: what that returns is shown. */
type Mutation = readonly [shape: ShapeName | 'upload' | 'none', run: (act: Act) => Entity];

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  createProject: ['project-create', make.createProject],
  updateProject: ['project-update', make.updateProject],
  archiveProject: ['empty', (act) => make.archive(act, true)],
  unarchiveProject: ['empty', (act) => make.archive(act, false)],
  createProjectSprint: ['sprint-create', make.createSprint],
  transitionProjectSprint: ['sprint-transition', make.transitionSprint],
  createProjectLabel: ['label-create', make.createLabel],
  createWorkItem: ['wi-create', make.create],
  updateWorkItem: ['wi-update', make.update],
  transitionWorkItem: ['wi-transition', make.transition],
  archiveWorkItem: ['empty', (act) => make.archive(act, true)],
  unarchiveWorkItem: ['empty', (act) => make.archive(act, false)],
  deleteWorkItem: ['wi-delete', make.remove],
  createWorkItemLabelAssignment: ['label-attach', make.attachLabel],
  deleteWorkItemLabelAssignment: ['none', make.detachLabel],
  createWorkItemLink: ['link-create', make.createLink],
  deleteWorkItemLink: ['none', make.deleteLink],
  createWorkItemComment: ['comment-create', make.createComment],
  updateWorkItemComment: ['comment-edit', make.editComment],
  deleteWorkItemComment: ['none', make.deleteComment],
  createWorkItemAttachment: ['upload', make.createAttachment],
  deleteWorkItemAttachment: ['none', make.deleteAttachment],
  bulkCreateWorkItems: ['bulk-create', (act) => inBulk(act, 201, 'one-creation', make.create)],
  bulkUpdateWorkItems: ['bulk-change', (act) => inBulk(act, 200, 'one-update', make.update)],
  bulkTransitionWorkItems: ['bulk-change', (act) => inBulk(act, 200, 'one-transition', make.transition)],
};

/**
 * Does the operations in order. The failure of one changes nothing and hinders no other. The reply shows each Project whose rules were
 * checked for an operation: a refusal shows something of it, too.
 */
function inBulk(act: Act, status: number, shape: ShapeName, run: Mutation[1]): Entity {
  const shows = new Set<string>();
  const results = (act.body.operations as unknown[]).map((operation, index) =>
    orRefusal(
      () => {
        const one = operationOf(act, shape, operation, `operations.${index}`);
        shows.add(one.project.key as string);
        make.expectOpen(one);
        return { index, status, workItem: viewOf('PublicWorkItem')(run(one), one) };
      },
      // Its members alone: this answer is stored, and a copy of the state has an error without its members.
      ({ code, more }) => ({ index, status: STATUS_OF_CODE[code], refusal: { code, more } }),
    ),
  );
  return { results, shows: [...shows] };
}

/** An operation of a bulk request as a request of its own. */
function operationOf(act: Act, shape: ShapeName, operation: unknown, place: string): Act {
  const { projectKey, workItemKey, revision, changes, ...rest } = parsed(shape, operation, place);
  const at = changes === undefined ? place : `${place}.changes`;
  const body = changes === undefined ? rest : parsed('wi-update', changes, at);
  const isExact = act.body.concurrency === 'require-revision';
  if (isExact !== (revision !== undefined)) invalid(`${place}.revision`);
  const target = targetOf(act.state, act.caller, { projectKey, workItemKey });
  return isGone(target) ? refuse('NOT_FOUND') : { ...act, ...target, body, at, expected: isExact ? revision : '*' };
}

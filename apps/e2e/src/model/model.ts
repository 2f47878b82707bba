import { type Operation, OPERATIONS } from '../kit/operations.js';
import { STATUS_OF_CODE } from '../kit/words.js';
import * as beside from './beside-items.js';
import { judgeQuery, type Query } from './lists.js';
import { type Answered, etag, READS, type Target } from './reads.js';
import { parsed, type ShapeName } from './shapes.js';
import {
  type Caller,
  type Entity,
  invalid,
  isNamed,
  linkFrom,
  Refusal,
  refuse,
  sees,
  seesItem,
  type State,
} from './state.js';
import * as views from './views.js';
import * as work from './work-items.js';

/**
 * The API in memory, written from contract.md alone. It knows nothing of how the server works, so that each can show the other's
 * mistakes. `answer` changes the state as the request does, and returns what the server has to answer.
 */

/** A request with the ids and keys that are in its path. */
export interface Request {
  readonly caller: string;
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body?: unknown;
  readonly upload?: beside.Upload;
  readonly key: string | null;
  readonly ifMatch: string | null;
}

/** The answer that is expected. A refusal has a code in place of a body. */
export type Answer =
  | (Answered & { readonly status: number; readonly isReplayed: boolean })
  | { readonly status: number; readonly refusal: Refusal };

const BY_ID = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

export function answer(state: State, request: Request, now: string): Answer {
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
function answered(state: State, request: Request, now: string): Answer {
  const operation = BY_ID.get(request.operation)!;
  const caller = state.callers[request.caller]!;
  const { scope, toProjectsOnly } = operation;
  const implied = scope === 'attachment:read' ? ['attachment:write', 'attachment:delete'] : [];
  if (scope !== null && !caller.scopes.some((one) => one === scope || implied.includes(one))) {
    refuse('INSUFFICIENT_SCOPE', { details: { requiredScope: scope } });
  }
  const target = targetOf(state, caller, request.path);
  const mutation = MUTATIONS[operation.id];
  if (mutation !== undefined) return mutated({ state, caller }, mutation, operation, target, request);
  if (target.isGone || (caller.projects !== null && toProjectsOnly === 'NOT_FOUND')) refuse('NOT_FOUND');
  return {
    status: 200,
    isReplayed: false,
    ...READS[operation.id]!({ state, caller, target, query: request.query, now }),
  };
}

/** Looks up what the path names, as far as the caller sees it (contract §1.7). */
function targetOf(state: State, caller: Caller, path: Request['path']): Target {
  const { publicId, projectKey, sprintId, workItemKey, labelId, commentId, linkId, attachmentId } = path;
  const found = (one: Entity): Entity => one ?? refuse('NOT_FOUND');
  if (!caller.isInside) refuse('NOT_FOUND');
  if (publicId) return { user: found(state.users.find((user) => user.publicId === publicId)), isGone: false };
  if (projectKey === undefined) return { isGone: false };
  const project = found(state.projects.find(({ key }) => key === projectKey.toUpperCase()));
  if (!sees(caller, project)) refuse('NOT_FOUND');
  if (sprintId) return { project, sprint: found(work.sprintIn(state, project, sprintId)), isGone: false };
  if (workItemKey === undefined) return { project, isGone: false };
  const item = found(state.items.find((one) => one.project === project && one.key.value === workItemKey.toUpperCase()));
  if (labelId) return { project, item, label: found(work.labelIn(state, project, labelId)), isGone: item.isDeleted };
  if (linkId) {
    const link = found(state.links.find((one) => linkFrom(item, one) && isNamed(one, linkId)));
    if (!link.isDeleted && !seesItem(caller, linkFrom(item, link)!.other)) refuse('NOT_FOUND');
    return { project, item, link, isGone: [item, link].some(({ isDeleted }) => isDeleted) };
  }
  const part = (kind: string, parts: readonly Entity[], id: string): Target => {
    const one = found(parts.find((other) => other.item === item && isNamed(other, id)));
    return { project, item, [kind]: one, isGone: [item, one].some(({ isDeleted }) => isDeleted) };
  };
  if (commentId) return part('comment', state.comments, commentId);
  if (attachmentId) return part('attachment', state.attachments, attachmentId);
  return { project, item, isGone: item.isDeleted };
}

function mutated(act: work.Act, mutation: Mutation, operation: Operation, target: Target, request: Request): Answer {
  const { state, caller } = act;
  const { isGone } = target;
  const { key, ifMatch, body, identity } = orRefusal(
    () => {
      judgeRole(caller, operation, target);
      return judged(request, operation, mutation, target);
    },
    // Of what is deleted, every refusal is the same as of what never existed.
    ({ code, more }) => refuse(isGone ? 'NOT_FOUND' : code, isGone ? {} : more),
  );
  const stored = state.replies.find((one) => one.user === caller.user && one.key === key);
  if (stored?.identity === identity) {
    const covers = stored.shows.every((shown) => caller.projects?.includes(shown) ?? true);
    return covers ? { ...stored.reply, isReplayed: true } : refuse('NOT_FOUND');
  }
  if (isGone) refuse('NOT_FOUND');
  if (stored) refuse('IDEMPOTENCY_KEY_REUSED');
  const { shows = [], ...reply } = mutation.run(act, target, body, ifMatch);
  if (key !== null) state.replies.push({ user: caller.user, key, identity, reply, shows });
  return { ...reply, isReplayed: false };
}

const RANK = ['member', 'admin', 'owner'];

function judgeRole(caller: Caller, { role, only, toProjectsOnly }: Operation, { comment, attachment }: Target): void {
  const { user } = caller;
  if (role !== null && RANK.indexOf(user.role) < RANK.indexOf(role)) refuse('FORBIDDEN');
  if (caller.projects !== null && toProjectsOnly === 'FORBIDDEN') refuse('FORBIDDEN');
  if (only === 'author' && comment.author !== user) refuse('FORBIDDEN');
  if (only === 'uploader' && attachment.createdBy !== user && user.role === 'member') refuse('FORBIDDEN');
}

/** A request whose shape was judged. The identity is that of contract §9, Idempotency-Key 3. */
interface Judged {
  readonly key: string | null;
  readonly ifMatch: work.Expected;
  readonly body: any;
  readonly identity: string;
}

function judged(request: Request, operation: Operation, { shape }: Mutation, target: Target): Judged {
  const headers: string = operation.headers ?? '';
  judgeQuery(request.query, [], 0);
  const key = request.key === '' ? null : request.key;
  if (key === null && headers.includes('KEY') && !headers.includes('(KEY)')) refuse('IDEMPOTENCY_KEY_REQUIRED');
  if (key !== null && !/^[A-Za-z0-9._:-]{8,128}$/.test(key)) invalid('Idempotency-Key');
  const ifMatch = headers.startsWith('IM-') ? condition(request.ifMatch, /^IM-(\w+)/.exec(headers)![1]!) : '*';
  const body = bodyOf(request, shape);
  const resources = Object.values(target).map((resource) => resource?.id?.value ?? null);
  return { key, ifMatch, body, identity: JSON.stringify([operation.id, resources, body, ifMatch]) };
}

function condition(ifMatch: string | null, word: string): work.Expected {
  if (!ifMatch) return refuse('PRECONDITION_REQUIRED');
  if (ifMatch === '*') return '*';
  return Number((new RegExp(`^"${word}-([1-9][0-9]*)"$`).exec(ifMatch) ?? invalid('If-Match'))[1]);
}

function bodyOf({ body, upload }: Request, shape: Mutation['shape']): any {
  if (shape === 'upload') return upload ?? invalid('body', 'file');
  if (shape === undefined || shape === 'wi-delete') return parsed(shape ?? 'empty', body ?? {});
  const value = parsed(shape, body);
  if (shape !== 'sprint-transition' || value.completionAction === undefined) return value;
  if (value.targetState === 'active') invalid('completionAction');
  return { ...value, completionAction: parsed('completion', value.completionAction, 'completionAction') };
}

interface Mutation {
  /** The body; without one the mutation has none. */
  readonly shape?: ShapeName | 'upload';
  readonly run: (act: work.Act, target: Target, body: any, expected: work.Expected) => Done;
}
type Done = Answered & { readonly status: number; readonly shows?: readonly string[] };

const project = ({ state }: work.Act, shown: Entity, status = 200): Done => ({
  ...{ status, body: views.projectView(state, shown), etag: etag('project', shown) },
});
const sprint = (shown: Entity, status = 200): Done => ({
  status,
  body: views.sprintView(shown),
  etag: etag('sprint', shown),
});
const legacyItem = (item: Entity, status = 200): Done => ({
  ...{ status, body: views.itemView(item, views.legacy), etag: etag('wi', item) },
});
const publicItem = (item: Entity): Done => ({ ...legacyItem(item), body: views.itemView(item, views.asPublic) });

const label = (shown: Entity): Done => ({ status: 201, body: views.labelView(shown) });
const comment = (shown: Entity, show: typeof views.legacy, status: number): Done => ({
  ...{ status, body: views.commentView(shown, show) },
});
const attachment = (shown: Entity): Done => ({ status: 201, body: views.attachmentView(shown) });
const link = (item: Entity, shown: Entity): Done => ({
  ...{ status: 201, body: views.linkView(item, shown), shows: [shown.from.project.key, shown.to.project.key] },
});
const GONE: Done = { status: 204, body: undefined };

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  createProject: { shape: 'project-create', run: (act, _, body) => project(act, beside.createProject(act, body), 201) },
  updateProject: {
    shape: 'project-update',
    run: (act, of, body, expected) => project(act, beside.updateProject(of.project, expected, body)),
  },
  archiveProject: {
    shape: 'empty',
    run: (act, of, _, expected) => project(act, beside.archiveProject(of.project, expected, true)),
  },
  unarchiveProject: {
    shape: 'empty',
    run: (act, of, _, expected) => project(act, beside.archiveProject(of.project, expected, false)),
  },
  createProjectSprint: {
    shape: 'sprint-create',
    run: (act, of, body) => sprint(beside.createSprint(act, of.project, body), 201),
  },
  transitionProjectSprint: {
    shape: 'sprint-transition',
    run: (act, of, body, expected) => sprint(beside.transitionSprint(act, of.sprint, expected, body)),
  },
  createProjectLabel: {
    shape: 'label-create',
    run: (act, of, body) => label(beside.createLabel(act, of.project, body)),
  },
  createWorkItem: { shape: 'wi-create', run: (act, of, body) => legacyItem(work.create(act, of.project, body), 201) },
  updateWorkItem: {
    shape: 'wi-update',
    run: (act, { item }, body, expected) => legacyItem(work.update(act, item, expected, body)),
  },
  transitionWorkItem: {
    shape: 'wi-transition',
    run: (act, { item }, body, expected) => legacyItem(work.transition(act, item, expected, body.targetStatus)),
  },
  archiveWorkItem: {
    shape: 'empty',
    run: (act, { item }, _, expected) => publicItem(work.archive(act, item, expected, true)),
  },
  unarchiveWorkItem: {
    shape: 'empty',
    run: (act, { item }, _, expected) => publicItem(work.archive(act, item, expected, false)),
  },
  deleteWorkItem: {
    shape: 'wi-delete',
    run: (act, { item }, { cascade }, expected) => {
      work.remove(act, item, expected, cascade);
      return GONE;
    },
  },
  createWorkItemLabelAssignment: {
    shape: 'label-attach',
    run: (act, { item }, body, expected) =>
      publicItem(work.attachLabel(act, item, expected, body.label ?? body.labelId, body.label === undefined)),
  },
  deleteWorkItemLabelAssignment: {
    run: (act, of, _, expected) => publicItem(work.detachLabel(act, of.item, expected, of.label)),
  },
  createWorkItemLink: {
    shape: 'link-create',
    run: (act, { item }, body) => link(item, beside.createLink(act, item, body)),
  },
  deleteWorkItemLink: {
    run: (act, of) => {
      beside.deleteLink(act, of.item, of.link);
      return GONE;
    },
  },
  createWorkItemComment: {
    shape: 'comment-create',
    run: (act, { item }, body) => comment(beside.createComment(act, item, body), views.legacy, 201),
  },
  updateWorkItemComment: {
    shape: 'comment-edit',
    run: (act, of, { body }) => comment(beside.editComment(act, of.comment, body), views.asPublic, 200),
  },
  deleteWorkItemComment: {
    run: (act, of) => {
      beside.deleteComment(act, of.comment);
      return GONE;
    },
  },
  createWorkItemAttachment: {
    shape: 'upload',
    run: (act, { item }, body) => attachment(beside.createAttachment(act, item, body)),
  },
  deleteWorkItemAttachment: {
    run: (act, of) => {
      beside.deleteAttachment(act, of.attachment);
      return GONE;
    },
  },
  bulkCreateWorkItems: {
    shape: 'bulk-create',
    run: (act, _, { operations }) =>
      inBulk(operations, 201, (operation, at, show) => {
        const { projectKey, ...body } = parsed('one-creation', operation, at);
        const target = targetOf(act.state, act.caller, { projectKey });
        show(target.project);
        return work.create(act, target.project, body, `${at}.`);
      }),
  },
  bulkUpdateWorkItems: {
    shape: 'bulk-change',
    run: (act, _, { operations, concurrency }) =>
      inBulk(operations, 200, (operation, at, show) => {
        const one = parsed('one-update', operation, at);
        const changes = parsed('wi-update', one.changes, `${at}.changes`);
        const { item, expected } = addressed(act, one, concurrency, at);
        show(item.project);
        return work.update(act, item, expected, changes, `${at}.changes.`);
      }),
  },
  bulkTransitionWorkItems: {
    shape: 'bulk-change',
    run: (act, _, { operations, concurrency }) =>
      inBulk(operations, 200, (operation, at, show) => {
        const one = parsed('one-transition', operation, at);
        const { item, expected } = addressed(act, one, concurrency, at);
        show(item.project);
        return work.transition(act, item, expected, one.targetStatus);
      }),
  },
};

/**
 * Does the operations in order. The failure of one changes nothing and hinders no other. The reply shows each Project whose rules judged an
 * operation: a refusal tells something of it, too.
 */
function inBulk(
  operations: readonly unknown[],
  status: number,
  run: (operation: unknown, at: string, show: (project: Entity) => void) => Entity,
): Done {
  const shows = new Set<string>();
  const show = ({ key }: Entity): void => void shows.add(key as string);
  const results = operations.map((operation, index) =>
    orRefusal(
      () => ({
        ...{ index, status },
        workItem: views.itemView(run(operation, `operations.${index}`, show), views.asPublic),
      }),
      // Its members alone: this answer is stored, and a copy of the state has an error without its members.
      ({ code, more }) => ({ index, status: STATUS_OF_CODE[code], refusal: { code, more } }),
    ),
  );
  return { status: 200, body: { results }, shows: [...shows] };
}

/** The item that an operation of a bulk request names, and the revision that it expects. */
function addressed({ state, caller }: work.Act, one: any, concurrency: string, at: string) {
  const isExact = concurrency === 'require-revision';
  if (isExact !== (one.revision !== undefined)) invalid(`${at}.revision`);
  const { item, isGone } = targetOf(state, caller, { projectKey: one.projectKey, workItemKey: one.workItemKey });
  return isGone ? refuse('NOT_FOUND') : { item, expected: (isExact ? one.revision : '*') as work.Expected };
}

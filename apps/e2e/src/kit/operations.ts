import { randomUUID } from 'node:crypto';
import type { AnyScope } from './words.js';

/**
 * Every operation of the API, written out from the contract: §2.2 and §2.3 (the registry), §1.6 (the order of the checks), §1.7 (what
 * a caller can see), §2.4 (archived). Nothing here is read from the code or from openapi.json: the tests must be able to disagree
 * with both.
 */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with `{org}`, `{proj}` and `{wi}` as in contract §1.1, or `{xorg}` and `{xproj}` of the extensions; `templateOf` has the whole path. */
  readonly path: string;
  readonly scope: AnyScope | null;
  /** The lowest role that may use the operation. */
  readonly role: 'member' | 'admin' | 'owner' | null;
  /** Further limits: to the author of the comment whatever their role, or to the uploader of the file and to admins. */
  readonly only?: 'author' | 'uploader';
  /** The request headers in the contract's words: KEY is `Idempotency-Key`, IM is `If-Match`; in parentheses: not required. */
  readonly headers?: HeaderRules;
  readonly success: 200 | 201 | 204;
  /** The name of the response schema, or media types; `null` without a body. */
  readonly response: string | { readonly media: readonly string[] } | null;
  /** The word before the revision in the `ETag` of a success. */
  readonly etag?: Revisioned;
  /** The error codes, abbreviated as in contract §2.1: see `errorCodesOf`. */
  readonly errors: string;
  /** The answer for each state of the last resource in the path, to a caller with scope, role and grant. */
  readonly answers: Readonly<Partial<Record<State, Expected>>>;
  /** Needs no authentication. */
  readonly open?: true;
  /** It works in a suspended Organization too, by the rights that the caller has there. */
  readonly evenSuspended?: true;
  /** The answer to a token of single Projects, if it differs, for a path that names no Project. */
  readonly toProjectsOnly?: Expected;
  /** A JSON body that leaves an ordinary target as it is, or creates something; or a file. Without it: the operation takes no body. */
  readonly body?: ((named: Named) => object) | 'upload';
  /** It needs the store of attachments: while that is away, the answer is 503 `INTERNAL_ERROR` with `Retry-After`. */
  readonly needsStore?: true;
  /** A success changes its target for good: each request needs a target of its own. */
  readonly usesUp?: 'visible' | 'archived';
}

type Revisioned = 'project' | 'sprint' | 'wi' | 'org' | 'view' | 'webhook';
type HeaderRules = 'KEY' | '(KEY)' | `IM-${Revisioned} KEY` | `IM-${Revisioned} (KEY)`;

/** A success by its status, a refusal by its code. */
export type Expected = number | string;

/** Existing things that a body can name. */
export interface Named {
  /** The key of a Work Item of the same Project. */
  readonly otherKey: string;
  /** The name of a label that every Work Item of the tests bears. */
  readonly labelName: string;
}

/** The states of a target. `visible` and `archived` exist for every caller who sees the Project. */
export type State =
  | 'visible'
  | 'archived'
  /** It never existed. */
  | 'missing'
  /** It is in an Organization that the caller is no member of. */
  | 'hidden'
  /** It exists under another Project or another Work Item than the path says. */
  | 'misplaced'
  | 'deleted'
  /** It exists, and its Work Item is deleted. */
  | 'orphaned'
  /** A label of the Project that the Work Item does not bear: a matter of state, not of visibility (§2.4). */
  | 'unattached';

// contract §1.2.9: a malformed, unknown, deleted or invisible resource gets one and the same answer.
const NO_ORGANIZATION = { missing: 'NOT_FOUND', hidden: 'NOT_FOUND' } as const;
const NO_PROJECT = { missing: 'NOT_FOUND', hidden: 'NOT_FOUND' } as const;
const NO_SPRINT = { ...NO_PROJECT, misplaced: 'NOT_FOUND' } as const;
const NO_ITEM = { ...NO_PROJECT, misplaced: 'NOT_FOUND', deleted: 'NOT_FOUND' } as const;
const NO_PART = { ...NO_ITEM, orphaned: 'NOT_FOUND' } as const;
const NO_LABEL = { ...NO_PROJECT, misplaced: 'NOT_FOUND', orphaned: 'NOT_FOUND', unattached: 'NOT_FOUND' } as const;

const CLOSED = 'WORK_ITEM_ARCHIVED';

const NOTHING = (): object => ({});
const ANEW = (): object => ({ name: `Made ${randomUUID()}` });

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'getMe',
    method: 'GET',
    path: '/api/v1/me',
    scope: null,
    role: null,
    success: 200,
    response: 'Me',
    errors: 'A',
    answers: { visible: 200 },
  },
  {
    id: 'getOpenApi',
    method: 'GET',
    path: '/api/v1/openapi.json',
    scope: null,
    role: null,
    success: 200,
    response: { media: ['application/json'] },
    errors: 'RATE_LIMITED VALIDATION_ERROR INTERNAL_ERROR',
    answers: { visible: 200 },
    open: true,
  },
  // Another suite tests which users a caller can see: that depends on the caller, not on the path.
  {
    id: 'getUserProfile',
    method: 'GET',
    path: '/api/v1/users/{publicId}',
    scope: 'profile:read',
    role: null,
    success: 200,
    response: 'UserProfile',
    errors: 'S NOT_FOUND',
    answers: { missing: 'NOT_FOUND' },
  },
  {
    id: 'listUserProfileWork',
    method: 'GET',
    path: '/api/v1/users/{publicId}/work',
    scope: 'profile:read',
    role: null,
    success: 200,
    response: 'ProfileWorkItemList',
    errors: 'S C NOT_FOUND',
    answers: { missing: 'NOT_FOUND' },
  },
  {
    id: 'listUserProfileActivity',
    method: 'GET',
    path: '/api/v1/users/{publicId}/activity',
    scope: 'profile:read',
    role: null,
    success: 200,
    response: 'ProfileActivityList',
    errors: 'S C NOT_FOUND',
    answers: { missing: 'NOT_FOUND' },
  },
  {
    id: 'getUserProfileAvatar',
    method: 'GET',
    path: '/api/v1/users/{publicId}/avatar',
    scope: 'profile:read',
    role: null,
    success: 200,
    response: { media: ['image/jpeg', 'image/png', 'image/webp'] },
    errors: 'S NOT_FOUND',
    answers: { missing: 'NOT_FOUND' },
  },
  {
    id: 'listOrganizations',
    method: 'GET',
    path: '/api/v1/organizations',
    scope: 'organization:read',
    role: null,
    success: 200,
    response: 'OrganizationList',
    errors: 'S C',
    answers: { visible: 200 },
  },
  {
    id: 'getOrganization',
    method: 'GET',
    path: '{org}',
    scope: 'organization:read',
    role: null,
    success: 200,
    response: 'Organization',
    errors: 'O',
    answers: { visible: 200, ...NO_ORGANIZATION },
    toProjectsOnly: 'NOT_FOUND',
  },
  {
    id: 'listOrganizationUsers',
    method: 'GET',
    path: '{org}/users',
    scope: 'organization:members:read',
    role: null,
    success: 200,
    response: 'OrganizationUserList',
    errors: 'O C',
    answers: { visible: 200, ...NO_ORGANIZATION },
  },
  {
    id: 'listOrganizationWorkItems',
    method: 'GET',
    path: '{org}/work-items',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'WorkItemContextList',
    errors: 'O C',
    answers: { visible: 200, ...NO_ORGANIZATION },
  },
  {
    id: 'searchOrganizationWorkItemsWithSqueakQL',
    method: 'POST',
    path: '{org}/work-items/search',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'WorkItemContextList',
    errors: 'O C J',
    answers: { visible: 200, ...NO_ORGANIZATION },
    body: () => ({ query: 'status = todo' }),
  },
  {
    id: 'validateSqueakQL',
    method: 'POST',
    path: '{org}/squeakql/validate',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'SqueakQLValidation',
    errors: 'O J',
    answers: { visible: 200, ...NO_ORGANIZATION },
    body: () => ({ query: 'status = todo' }),
  },
  {
    id: 'listMyWork',
    method: 'GET',
    path: '/api/v1/my/work',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'WorkItemContextList',
    errors: 'S C',
    answers: { visible: 200 },
  },
  {
    id: 'listProjects',
    method: 'GET',
    path: '{org}/projects',
    scope: 'project:read',
    role: null,
    success: 200,
    response: 'ProjectList',
    errors: 'O C',
    answers: { visible: 200, ...NO_ORGANIZATION },
  },
  {
    id: 'createProject',
    method: 'POST',
    path: '{org}/projects',
    scope: 'project:write',
    role: 'admin',
    headers: 'KEY',
    success: 201,
    response: 'Project',
    etag: 'project',
    errors: 'O R K J CONFLICT',
    answers: { visible: 201, ...NO_ORGANIZATION },
    body: ANEW,
    toProjectsOnly: 'FORBIDDEN',
  },
  // The response of a bulk request contains the refusals of its operations: they do not depend on the path.
  {
    id: 'bulkCreateWorkItems',
    method: 'POST',
    path: '{org}/bulk-work-items',
    scope: 'work_item:write',
    role: null,
    headers: 'KEY',
    success: 200,
    response: 'BulkResultList',
    errors: 'O K J',
    answers: { visible: 200, ...NO_ORGANIZATION },
    body: () => ({ operations: [{ projectKey: 'NOWHERE', title: 'x' }] }),
  },
  {
    id: 'bulkUpdateWorkItems',
    method: 'PATCH',
    path: '{org}/bulk-work-items',
    scope: 'work_item:write',
    role: null,
    headers: 'KEY',
    success: 200,
    response: 'BulkResultList',
    errors: 'O K J',
    answers: { visible: 200, ...NO_ORGANIZATION },
    body: () => ({
      operations: [{ projectKey: 'NOWHERE', workItemKey: 'NOWHERE-1', revision: 1, changes: { title: 'x' } }],
    }),
  },
  {
    id: 'bulkTransitionWorkItems',
    method: 'POST',
    path: '{org}/bulk-work-item-transitions',
    scope: 'work_item:write',
    role: null,
    headers: 'KEY',
    success: 200,
    response: 'BulkResultList',
    errors: 'O K J',
    answers: { visible: 200, ...NO_ORGANIZATION },
    body: () => ({
      operations: [{ projectKey: 'NOWHERE', workItemKey: 'NOWHERE-1', revision: 1, targetStatus: 'done' }],
    }),
  },
  {
    id: 'getProject',
    method: 'GET',
    path: '{proj}',
    scope: 'project:read',
    role: null,
    success: 200,
    response: 'Project',
    etag: 'project',
    errors: 'O',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
  },
  {
    id: 'updateProject',
    method: 'PATCH',
    path: '{proj}',
    scope: 'project:write',
    role: 'admin',
    headers: 'IM-project KEY',
    success: 200,
    response: 'Project',
    etag: 'project',
    errors: 'O R M K J',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
    body: () => ({ color: '#6366f1' }),
  },
  {
    id: 'archiveProject',
    method: 'POST',
    path: '{proj}/archive',
    scope: 'project:write',
    role: 'admin',
    headers: 'IM-project KEY',
    success: 200,
    response: 'Project',
    etag: 'project',
    errors: 'O R M K J',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
    body: NOTHING,
    usesUp: 'visible',
  },
  {
    id: 'unarchiveProject',
    method: 'POST',
    path: '{proj}/unarchive',
    scope: 'project:write',
    role: 'admin',
    headers: 'IM-project KEY',
    success: 200,
    response: 'Project',
    etag: 'project',
    errors: 'O R M K J',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
    body: NOTHING,
    usesUp: 'archived',
  },
  {
    id: 'listProjectLabels',
    method: 'GET',
    path: '{proj}/labels',
    scope: 'project:read',
    role: null,
    success: 200,
    response: 'ProjectLabelList',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
  },
  {
    id: 'createProjectLabel',
    method: 'POST',
    path: '{proj}/labels',
    scope: 'project:write',
    role: 'admin',
    headers: 'KEY',
    success: 201,
    response: 'ProjectLabel',
    errors: 'O R K J CONFLICT',
    answers: { visible: 201, archived: 201, ...NO_PROJECT },
    body: ANEW,
  },
  {
    id: 'listProjectSprints',
    method: 'GET',
    path: '{proj}/sprints',
    scope: 'project:read',
    role: null,
    success: 200,
    response: 'SprintList',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
  },
  {
    id: 'createProjectSprint',
    method: 'POST',
    path: '{proj}/sprints',
    scope: 'project:write',
    role: 'admin',
    headers: 'KEY',
    success: 201,
    response: 'Sprint',
    etag: 'sprint',
    errors: 'O R K J PROJECT_ARCHIVED',
    answers: { visible: 201, archived: 'PROJECT_ARCHIVED', ...NO_PROJECT },
    body: ANEW,
  },
  {
    id: 'getProjectSprint',
    method: 'GET',
    path: '{proj}/sprints/{sprintId}',
    scope: 'project:read',
    role: null,
    success: 200,
    response: 'Sprint',
    etag: 'sprint',
    errors: 'O',
    answers: { visible: 200, archived: 200, ...NO_SPRINT },
  },
  {
    id: 'listProjectSprintTransitions',
    method: 'GET',
    path: '{proj}/sprints/{sprintId}/transitions',
    scope: 'project:read',
    role: null,
    success: 200,
    response: 'ProjectSprintTransitionList',
    errors: 'O',
    answers: { visible: 200, archived: 200, ...NO_SPRINT },
  },
  {
    id: 'getProjectReport',
    method: 'GET',
    path: '{proj}/reports/{reportType}',
    scope: 'project:read',
    role: null,
    success: 200,
    response: 'ProjectReport',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
  },
  {
    id: 'getProjectSprintReport',
    method: 'GET',
    path: '{proj}/sprints/{sprintId}/report',
    scope: 'project:read',
    role: null,
    success: 200,
    response: 'SprintReport',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_SPRINT },
  },
  // Its success in an archived Project is tested by the suite of the Sprints: a Sprint starts only once.
  {
    id: 'transitionProjectSprint',
    method: 'POST',
    path: '{proj}/sprints/{sprintId}/transitions',
    scope: 'project:write',
    role: 'member',
    headers: 'IM-sprint KEY',
    success: 200,
    response: 'Sprint',
    etag: 'sprint',
    errors:
      'O M K J INVALID_SPRINT_TRANSITION ACTIVE_SPRINT_EXISTS SPRINT_HAS_UNFINISHED_WORK_ITEMS INVALID_COMPLETION_TARGET',
    answers: { visible: 200, ...NO_SPRINT },
    body: () => ({ targetState: 'active' }),
    usesUp: 'visible',
  },
  {
    id: 'listWorkItems',
    method: 'GET',
    path: '{proj}/work-items',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'WorkItemList',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
  },
  {
    id: 'createWorkItem',
    method: 'POST',
    path: '{proj}/work-items',
    scope: 'work_item:write',
    role: 'member',
    headers: 'KEY',
    success: 201,
    response: 'WorkItem',
    etag: 'wi',
    errors: 'O K J PROJECT_ARCHIVED',
    answers: { visible: 201, archived: 'PROJECT_ARCHIVED', ...NO_PROJECT },
    body: () => ({ title: 'Made' }),
  },
  {
    id: 'getWorkItem',
    method: 'GET',
    path: '{wi}',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'WorkItem',
    etag: 'wi',
    errors: 'O',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
  },
  {
    id: 'updateWorkItem',
    method: 'PATCH',
    path: '{wi}',
    scope: 'work_item:write',
    role: 'member',
    headers: 'IM-wi (KEY)',
    success: 200,
    response: 'WorkItem',
    etag: 'wi',
    errors: 'O M k J W WORK_ITEM_STATUS_REQUIRES_TRANSITION',
    answers: { visible: 200, archived: CLOSED, ...NO_ITEM },
    body: () => ({ title: 'An item' }),
  },
  {
    id: 'deleteWorkItem',
    method: 'DELETE',
    path: '{wi}',
    scope: 'work_item:delete',
    role: 'owner',
    headers: 'IM-wi KEY',
    success: 204,
    response: null,
    errors: 'O R M K J W WORK_ITEM_HAS_CHILDREN',
    answers: { visible: 204, archived: CLOSED, ...NO_ITEM },
    body: NOTHING,
    usesUp: 'visible',
  },
  {
    id: 'archiveWorkItem',
    method: 'POST',
    path: '{wi}/archive',
    scope: 'work_item:delete',
    role: 'admin',
    headers: 'IM-wi KEY',
    success: 200,
    response: 'PublicWorkItem',
    etag: 'wi',
    errors: 'O R M K J',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
    body: NOTHING,
    usesUp: 'visible',
  },
  {
    id: 'unarchiveWorkItem',
    method: 'POST',
    path: '{wi}/unarchive',
    scope: 'work_item:delete',
    role: 'admin',
    headers: 'IM-wi KEY',
    success: 200,
    response: 'PublicWorkItem',
    etag: 'wi',
    errors: 'O R M K J',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
    body: NOTHING,
    usesUp: 'archived',
  },
  {
    id: 'listWorkItemTransitions',
    method: 'GET',
    path: '{wi}/transitions',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'WorkItemTransitionList',
    errors: 'O',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
  },
  {
    id: 'transitionWorkItem',
    method: 'POST',
    path: '{wi}/transitions',
    scope: 'work_item:write',
    role: 'member',
    headers: 'IM-wi KEY',
    success: 200,
    response: 'WorkItem',
    etag: 'wi',
    errors: 'O M K J W INVALID_STATUS_TRANSITION',
    answers: { visible: 200, archived: CLOSED, ...NO_ITEM },
    body: () => ({ targetStatus: 'done' }),
    usesUp: 'visible',
  },
  {
    id: 'listWorkItemLinks',
    method: 'GET',
    path: '{wi}/links',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'WorkItemLinkList',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
  },
  {
    id: 'createWorkItemLink',
    method: 'POST',
    path: '{wi}/links',
    scope: 'work_item:write',
    role: 'member',
    headers: 'KEY',
    success: 201,
    response: 'WorkItemLink',
    errors: 'O K J W LINK_DUPLICATE LINK_CONTRADICTION',
    answers: { visible: 201, archived: CLOSED, ...NO_ITEM },
    body: ({ otherKey }) => ({ relation: 'blocks', targetKey: otherKey }),
    usesUp: 'visible',
  },
  {
    id: 'deleteWorkItemLink',
    method: 'DELETE',
    path: '{wi}/links/{linkId}',
    scope: 'work_item:write',
    role: 'member',
    headers: 'KEY',
    success: 204,
    response: null,
    errors: 'O K W',
    answers: { visible: 204, archived: CLOSED, ...NO_PART },
    usesUp: 'visible',
  },
  {
    id: 'listWorkItemActivity',
    method: 'GET',
    path: '{wi}/activity',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'ActivityList',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
  },
  {
    id: 'listProjectActivity',
    method: 'GET',
    path: '{proj}/activity',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'ProjectActivityList',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_PROJECT },
  },
  {
    id: 'getWorkItemWatcher',
    method: 'GET',
    path: '{wi}/watcher',
    scope: 'work_item:read',
    role: null,
    success: 200,
    response: 'WorkItemWatcher',
    errors: 'O',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
  },
  {
    id: 'updateWorkItemWatcher',
    method: 'POST',
    path: '{wi}/watcher',
    scope: 'work_item:write',
    role: 'member',
    headers: 'KEY',
    success: 200,
    response: 'WorkItemWatcher',
    errors: 'O K J',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
    body: () => ({ action: 'watch' }),
  },
  {
    id: 'createWorkItemLabelAssignment',
    method: 'POST',
    path: '{wi}/labels',
    scope: 'work_item:write',
    role: 'member',
    headers: 'IM-wi KEY',
    success: 200,
    response: 'PublicWorkItem',
    etag: 'wi',
    errors: 'O M K J W CONFLICT',
    answers: { visible: 200, archived: CLOSED, ...NO_ITEM },
    body: ({ labelName }) => ({ label: labelName }),
  },
  {
    id: 'deleteWorkItemLabelAssignment',
    method: 'DELETE',
    path: '{wi}/labels/{labelId}',
    scope: 'work_item:write',
    role: 'member',
    headers: 'IM-wi KEY',
    success: 200,
    response: 'PublicWorkItem',
    etag: 'wi',
    errors: 'O M K W',
    answers: { visible: 200, archived: CLOSED, ...NO_LABEL },
    usesUp: 'visible',
  },
  {
    id: 'listWorkItemComments',
    method: 'GET',
    path: '{wi}/comments',
    scope: 'comment:read',
    role: null,
    success: 200,
    response: 'CommentList',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
  },
  {
    id: 'createWorkItemComment',
    method: 'POST',
    path: '{wi}/comments',
    scope: 'comment:write',
    role: 'member',
    headers: 'KEY',
    success: 201,
    response: 'Comment',
    errors: 'O K J W',
    answers: { visible: 201, archived: CLOSED, ...NO_ITEM },
    body: () => ({ body: 'A comment' }),
  },
  {
    id: 'deleteWorkItemComment',
    method: 'DELETE',
    path: '{wi}/comments/{commentId}',
    scope: 'comment:delete',
    role: null,
    only: 'author',
    headers: '(KEY)',
    success: 204,
    response: null,
    errors: 'O R k W CONFLICT',
    answers: { visible: 204, archived: CLOSED, ...NO_PART },
    usesUp: 'visible',
  },
  {
    id: 'updateWorkItemComment',
    method: 'PATCH',
    path: '{wi}/comments/{commentId}',
    scope: 'comment:write',
    role: null,
    only: 'author',
    headers: 'KEY',
    success: 200,
    response: 'PublicComment',
    errors: 'O R K J W',
    answers: { visible: 200, archived: CLOSED, ...NO_PART },
    body: () => ({ body: 'A comment' }),
  },
  {
    id: 'listWorkItemAttachments',
    method: 'GET',
    path: '{wi}/attachments',
    scope: 'attachment:read',
    role: null,
    success: 200,
    response: 'AttachmentList',
    errors: 'O C',
    answers: { visible: 200, archived: 200, ...NO_ITEM },
  },
  {
    id: 'createWorkItemAttachment',
    method: 'POST',
    path: '{wi}/attachments',
    scope: 'attachment:write',
    role: 'member',
    headers: 'KEY',
    success: 201,
    response: 'Attachment',
    errors: 'O K J W',
    answers: { visible: 201, archived: CLOSED, ...NO_ITEM },
    body: 'upload',
    needsStore: true,
  },
  {
    id: 'downloadWorkItemAttachment',
    method: 'GET',
    path: '{wi}/attachments/{attachmentId}',
    scope: 'attachment:read',
    role: null,
    success: 200,
    response: { media: ['application/octet-stream', '*/*'] },
    errors: 'O',
    answers: { visible: 200, archived: 200, ...NO_PART },
    needsStore: true,
  },
  {
    id: 'deleteWorkItemAttachment',
    method: 'DELETE',
    path: '{wi}/attachments/{attachmentId}',
    scope: 'attachment:delete',
    role: null,
    only: 'uploader',
    headers: '(KEY)',
    success: 204,
    response: null,
    errors: 'O R k W',
    answers: { visible: 204, archived: CLOSED, ...NO_PART },
    usesUp: 'visible',
  },
];

const ORGANIZATION = '/api/v1/organizations/{organizationSlug}';
const PROJECT = `${ORGANIZATION}/projects/{projectKey}`;

/** Returns the path of an operation as in openapi.json. */
export const templateOf = ({ path }: Operation): string =>
  path
    .replace('{wi}', `${PROJECT}/work-items/{workItemKey}`)
    .replace('{proj}', PROJECT)
    .replace('{org}', ORGANIZATION)
    .replace('{xproj}', PROJECT.replace('/v1/', '/x/'))
    .replace('{xorg}', ORGANIZATION.replace('/v1/', '/x/'));

/** The header `Allow` of each path: GET comes with HEAD, and every path has OPTIONS. */
export function allowedMethods(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const templates = new Set(operations.map(templateOf));
  return new Map([...templates].map((template) => [template, allowedAt(template, operations)]));
}

function allowedAt(template: string, operations: readonly Operation[]): string {
  const declared = operations.filter((operation) => templateOf(operation) === template).map(({ method }) => method);
  const ordered = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => declared.includes(method));
  return [...ordered.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

/** The request headers of an operation, and whether each is required. */
export function headersOf({ headers }: Operation): ReadonlyMap<string, boolean> {
  const words = headers?.split(' ') ?? [];
  return new Map(words.map((word) => [word.includes('KEY') ? 'Idempotency-Key' : 'If-Match', !word.startsWith('(')]));
}

/** The word of the revision that `If-Match` names. */
export const conditionOf = ({ headers }: Operation): string | undefined => /^IM-(\w+)/.exec(headers ?? '')?.[1];

const CODES: Readonly<Record<string, string>> = {
  A: 'AUTH_REQUIRED INVALID_TOKEN RATE_LIMITED VALIDATION_ERROR INTERNAL_ERROR',
  S: 'A INSUFFICIENT_SCOPE',
  O: 'S NOT_FOUND ORGANIZATION_SUSPENDED',
  C: 'INVALID_CURSOR',
  R: 'FORBIDDEN',
  K: 'IDEMPOTENCY_KEY_REQUIRED k',
  k: 'IDEMPOTENCY_KEY_REUSED IDEMPOTENCY_REQUEST_IN_PROGRESS',
  M: 'PRECONDITION_REQUIRED REVISION_CONFLICT',
  J: 'PAYLOAD_TOO_LARGE',
  W: 'WORK_ITEM_ARCHIVED',
};

/** The error codes that an operation declares, with the abbreviations of contract §2.1 spelt out. */
export const errorCodesOf = ({ errors }: Operation): string[] => spelt(errors);

const spelt = (words: string): string[] =>
  words.split(' ').flatMap((word) => (CODES[word] === undefined ? [word] : spelt(CODES[word])));

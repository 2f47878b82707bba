import { randomUUID } from 'node:crypto';
import { uploadOf } from '../kit/upload.js';
import type { Scope } from '../kit/words.js';

/**
 * Who may do what to which target, written out from the contract: §1.6 (the order), §1.7 (who sees what), §2.2 (scope, role,
 * grant) and §2.4 (archived). Nothing here is read from the code or from openapi.json.
 */

/** A success by its status, a refusal by its code. */
export type Expected = number | string;

/** What a body needs to name that is there. */
export interface Named {
  /** The key of a Work Item of the same Project that is always there. */
  readonly otherKey: string;
  /** The name of a label that every Work Item of the table bears. */
  readonly labelName: string;
}

/** What can be with the target of a path. `visible` and `archived` are there for whoever sees the Project. */
export type State =
  | 'visible'
  | 'archived'
  /** It never was. */
  | 'missing'
  /** It is in an Organization that the caller is no member of. */
  | 'hidden'
  /** It is there, under another Project or another Work Item than the path says. */
  | 'misplaced'
  | 'deleted'
  /** It is there, and its Work Item is deleted. */
  | 'orphaned'
  /** A label of the Project that the Work Item does not bear: no matter of visibility (§2.4). */
  | 'unattached';

/** One operation, as the contract's registry has it. */
export interface Row {
  readonly id: string;
  readonly method: string;
  /** With `{org}`, `{proj}` and `{wi}` as in contract §1.1. */
  readonly path: string;
  readonly scope: Scope | null;
  /** `author`: the one who wrote the comment, whatever their role. `uploader`: the one who uploaded the file, or an admin. */
  readonly role: 'member' | 'admin' | 'owner' | 'author' | 'uploader' | null;
  /** By the state of what the path names last, to whoever has scope, role and grant. */
  readonly answers: Readonly<Partial<Record<State, Expected>>>;
  /** Without authentication. */
  readonly open?: true;
  /** Where the path names no Project: to a token of single Projects, if not as to others. */
  readonly toProjectsOnly?: Expected;
  /** A body that leaves an ordinary target as it is, or makes something new. */
  readonly body?: (named: Named) => object;
  /** Where a success changes its target for good: each request needs one of its own. */
  readonly usesUp?: 'visible' | 'archived';
}

// contract §1.2.9: malformed, unknown, deleted, or outside the caller's view is one and the same.
const NO_ORGANIZATION = { missing: 'NOT_FOUND', hidden: 'NOT_FOUND' } as const;
const NO_PROJECT = { missing: 'NOT_FOUND', hidden: 'NOT_FOUND' } as const;
const NO_SPRINT = { ...NO_PROJECT, misplaced: 'NOT_FOUND' } as const;
const NO_ITEM = { ...NO_PROJECT, misplaced: 'NOT_FOUND', deleted: 'NOT_FOUND' } as const;
const NO_PART = { ...NO_ITEM, orphaned: 'NOT_FOUND' } as const;
const NO_LABEL = { ...NO_PROJECT, misplaced: 'NOT_FOUND', orphaned: 'NOT_FOUND', unattached: 'NOT_FOUND' } as const;

const CLOSED = 'WORK_ITEM_ARCHIVED';

type More = Pick<Row, 'open' | 'toProjectsOnly' | 'body' | 'usesUp'>;

function row(
  id: string,
  request: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`,
  scope: Row['scope'],
  role: Row['role'],
  answers: Row['answers'],
  more: More = {},
): Row {
  const [method = '', path = ''] = request.split(' ');
  return { id, method, path, scope, role, answers, ...more };
}

/** A public user id that nobody has. */
const NOBODY = '/api/v1/users/usr_AAAAAAAAAAAAAAAAAAAAAA';

const NOTHING = (): object => ({});
const ANEW = (): object => ({ name: `Made ${randomUUID()}` });

export const TABLE: readonly Row[] = [
  row('getMe', 'GET /api/v1/me', null, null, { visible: 200 }),
  row('getOpenApi', 'GET /api/v1/openapi.json', null, null, { visible: 200 }, { open: true }),
  // Whom one may see is told by a suite of its own: who asks decides it, not the path.
  row('getUserProfile', `GET ${NOBODY}`, 'profile:read', null, { missing: 'NOT_FOUND' }),
  row('listUserProfileWork', `GET ${NOBODY}/work`, 'profile:read', null, { missing: 'NOT_FOUND' }),
  row('listUserProfileActivity', `GET ${NOBODY}/activity`, 'profile:read', null, { missing: 'NOT_FOUND' }),
  row('getUserProfileAvatar', `GET ${NOBODY}/avatar`, 'profile:read', null, { missing: 'NOT_FOUND' }),
  row('listOrganizations', 'GET /api/v1/organizations', 'organization:read', null, { visible: 200 }),
  row(
    'getOrganization',
    'GET {org}',
    'organization:read',
    null,
    { visible: 200, ...NO_ORGANIZATION },
    { toProjectsOnly: 'NOT_FOUND' },
  ),

  row('listOrganizationUsers', 'GET {org}/users', 'organization:members:read', null, {
    visible: 200,
    ...NO_ORGANIZATION,
  }),
  row('listOrganizationWorkItems', 'GET {org}/work-items', 'work_item:read', null, {
    visible: 200,
    ...NO_ORGANIZATION,
  }),
  row(
    'searchOrganizationWorkItemsWithSqueakQL',
    'POST {org}/work-items/search',
    'work_item:read',
    null,
    { visible: 200, ...NO_ORGANIZATION },
    { body: () => ({ query: 'status = todo' }) },
  ),
  row(
    'validateSqueakQL',
    'POST {org}/squeakql/validate',
    'work_item:read',
    null,
    { visible: 200, ...NO_ORGANIZATION },
    { body: () => ({ query: 'status = todo' }) },
  ),
  row('listMyWork', 'GET /api/v1/my/work', 'work_item:read', null, { visible: 200 }),

  row('listProjects', 'GET {org}/projects', 'project:read', null, { visible: 200, ...NO_ORGANIZATION }),
  row(
    'createProject',
    'POST {org}/projects',
    'project:write',
    'admin',
    { visible: 201, ...NO_ORGANIZATION },
    { body: ANEW, toProjectsOnly: 'FORBIDDEN' },
  ),
  // What an operation of a bulk request may do is embedded in its answer: nothing of it stands in the path.
  row(
    'bulkCreateWorkItems',
    'POST {org}/bulk-work-items',
    'work_item:write',
    null,
    { visible: 200, ...NO_ORGANIZATION },
    { body: () => ({ operations: [{ projectKey: 'NOWHERE', title: 'x' }] }) },
  ),
  row(
    'bulkUpdateWorkItems',
    'PATCH {org}/bulk-work-items',
    'work_item:write',
    null,
    { visible: 200, ...NO_ORGANIZATION },
    {
      body: () => ({
        operations: [{ projectKey: 'NOWHERE', workItemKey: 'NOWHERE-1', revision: 1, changes: { title: 'x' } }],
      }),
    },
  ),
  row(
    'bulkTransitionWorkItems',
    'POST {org}/bulk-work-item-transitions',
    'work_item:write',
    null,
    { visible: 200, ...NO_ORGANIZATION },
    {
      body: () => ({
        operations: [{ projectKey: 'NOWHERE', workItemKey: 'NOWHERE-1', revision: 1, targetStatus: 'done' }],
      }),
    },
  ),
  row('getProject', 'GET {proj}', 'project:read', null, { visible: 200, archived: 200, ...NO_PROJECT }),
  row(
    'updateProject',
    'PATCH {proj}',
    'project:write',
    'admin',
    { visible: 200, archived: 200, ...NO_PROJECT },
    { body: () => ({ color: '#6366f1' }) },
  ),
  row(
    'archiveProject',
    'POST {proj}/archive',
    'project:write',
    'admin',
    { visible: 200, archived: 200, ...NO_PROJECT },
    { body: NOTHING, usesUp: 'visible' },
  ),
  row(
    'unarchiveProject',
    'POST {proj}/unarchive',
    'project:write',
    'admin',
    { visible: 200, archived: 200, ...NO_PROJECT },
    { body: NOTHING, usesUp: 'archived' },
  ),

  row('listProjectLabels', 'GET {proj}/labels', 'project:read', null, { visible: 200, archived: 200, ...NO_PROJECT }),
  row(
    'createProjectLabel',
    'POST {proj}/labels',
    'project:write',
    'admin',
    { visible: 201, archived: 201, ...NO_PROJECT },
    { body: ANEW },
  ),

  row('listProjectSprints', 'GET {proj}/sprints', 'project:read', null, { visible: 200, archived: 200, ...NO_PROJECT }),
  row(
    'createProjectSprint',
    'POST {proj}/sprints',
    'project:write',
    'admin',
    { visible: 201, archived: 'PROJECT_ARCHIVED', ...NO_PROJECT },
    { body: ANEW },
  ),
  row('getProjectSprint', 'GET {proj}/sprints/{sprintId}', 'project:read', null, {
    visible: 200,
    archived: 200,
    ...NO_SPRINT,
  }),
  row('listProjectSprintTransitions', 'GET {proj}/sprints/{sprintId}/transitions', 'project:read', null, {
    visible: 200,
    archived: 200,
    ...NO_SPRINT,
  }),
  row('getProjectReport', 'GET {proj}/reports/distribution', 'project:read', null, {
    visible: 200,
    archived: 200,
    ...NO_PROJECT,
  }),
  row('getProjectSprintReport', 'GET {proj}/sprints/{sprintId}/report', 'project:read', null, {
    visible: 200,
    archived: 200,
    ...NO_SPRINT,
  }),
  row(
    'transitionProjectSprint',
    'POST {proj}/sprints/{sprintId}/transitions',
    'project:write',
    'member',
    // In an archived Project too, which the suite of the Sprints sees to: a Sprint starts only once.
    { visible: 200, ...NO_SPRINT },
    { body: () => ({ targetState: 'active' }), usesUp: 'visible' },
  ),

  row('listWorkItems', 'GET {proj}/work-items', 'work_item:read', null, {
    visible: 200,
    archived: 200,
    ...NO_PROJECT,
  }),
  row(
    'createWorkItem',
    'POST {proj}/work-items',
    'work_item:write',
    'member',
    { visible: 201, archived: 'PROJECT_ARCHIVED', ...NO_PROJECT },
    { body: () => ({ title: 'Made' }) },
  ),
  row('getWorkItem', 'GET {wi}', 'work_item:read', null, { visible: 200, archived: 200, ...NO_ITEM }),
  row(
    'updateWorkItem',
    'PATCH {wi}',
    'work_item:write',
    'member',
    { visible: 200, archived: CLOSED, ...NO_ITEM },
    { body: () => ({ title: 'An item' }) },
  ),
  row(
    'deleteWorkItem',
    'DELETE {wi}',
    'work_item:delete',
    'owner',
    { visible: 204, archived: CLOSED, ...NO_ITEM },
    { body: NOTHING, usesUp: 'visible' },
  ),
  row(
    'archiveWorkItem',
    'POST {wi}/archive',
    'work_item:delete',
    'admin',
    { visible: 200, archived: 200, ...NO_ITEM },
    { body: NOTHING, usesUp: 'visible' },
  ),
  row(
    'unarchiveWorkItem',
    'POST {wi}/unarchive',
    'work_item:delete',
    'admin',
    { visible: 200, archived: 200, ...NO_ITEM },
    { body: NOTHING, usesUp: 'archived' },
  ),
  row('listWorkItemTransitions', 'GET {wi}/transitions', 'work_item:read', null, {
    visible: 200,
    archived: 200,
    ...NO_ITEM,
  }),
  row(
    'transitionWorkItem',
    'POST {wi}/transitions',
    'work_item:write',
    'member',
    { visible: 200, archived: CLOSED, ...NO_ITEM },
    { body: () => ({ targetStatus: 'done' }), usesUp: 'visible' },
  ),

  row('listWorkItemLinks', 'GET {wi}/links', 'work_item:read', null, { visible: 200, archived: 200, ...NO_ITEM }),
  row(
    'createWorkItemLink',
    'POST {wi}/links',
    'work_item:write',
    'member',
    { visible: 201, archived: CLOSED, ...NO_ITEM },
    { body: ({ otherKey }) => ({ relation: 'blocks', targetKey: otherKey }), usesUp: 'visible' },
  ),
  row(
    'deleteWorkItemLink',
    'DELETE {wi}/links/{linkId}',
    'work_item:write',
    'member',
    { visible: 204, archived: CLOSED, ...NO_PART },
    { usesUp: 'visible' },
  ),

  row('listWorkItemActivity', 'GET {wi}/activity', 'work_item:read', null, { visible: 200, archived: 200, ...NO_ITEM }),
  row('listProjectActivity', 'GET {proj}/activity', 'work_item:read', null, {
    visible: 200,
    archived: 200,
    ...NO_PROJECT,
  }),

  row(
    'createWorkItemLabelAssignment',
    'POST {wi}/labels',
    'work_item:write',
    'member',
    { visible: 200, archived: CLOSED, ...NO_ITEM },
    { body: ({ labelName }) => ({ label: labelName }) },
  ),
  row(
    'deleteWorkItemLabelAssignment',
    'DELETE {wi}/labels/{labelId}',
    'work_item:write',
    'member',
    { visible: 200, archived: CLOSED, ...NO_LABEL },
    { usesUp: 'visible' },
  ),

  row('listWorkItemComments', 'GET {wi}/comments', 'comment:read', null, { visible: 200, archived: 200, ...NO_ITEM }),
  row(
    'createWorkItemComment',
    'POST {wi}/comments',
    'comment:write',
    'member',
    { visible: 201, archived: CLOSED, ...NO_ITEM },
    { body: () => ({ body: 'A comment' }) },
  ),
  row(
    'deleteWorkItemComment',
    'DELETE {wi}/comments/{commentId}',
    'comment:delete',
    'author',
    { visible: 204, archived: CLOSED, ...NO_PART },
    { usesUp: 'visible' },
  ),
  row(
    'updateWorkItemComment',
    'PATCH {wi}/comments/{commentId}',
    'comment:write',
    'author',
    { visible: 200, archived: CLOSED, ...NO_PART },
    { body: () => ({ body: 'A comment' }) },
  ),

  row('listWorkItemAttachments', 'GET {wi}/attachments', 'attachment:read', null, {
    visible: 200,
    archived: 200,
    ...NO_ITEM,
  }),
  row(
    'createWorkItemAttachment',
    'POST {wi}/attachments',
    'attachment:write',
    'member',
    { visible: 201, archived: CLOSED, ...NO_ITEM },
    { body: () => uploadOf('A file') },
  ),
  row('downloadWorkItemAttachment', 'GET {wi}/attachments/{attachmentId}', 'attachment:read', null, {
    visible: 200,
    archived: 200,
    ...NO_PART,
  }),
  row(
    'deleteWorkItemAttachment',
    'DELETE {wi}/attachments/{attachmentId}',
    'attachment:delete',
    'uploader',
    { visible: 204, archived: CLOSED, ...NO_PART },
    { usesUp: 'visible' },
  ),
];

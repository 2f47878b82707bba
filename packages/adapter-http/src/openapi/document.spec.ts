import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BulkUpdateBody } from '../bulk/bulk.requests.js';
import { AttachLabelBody } from '../label/label.requests.js';
import { CreateLinkBody } from '../link/link.requests.js';
import { readBody } from '../pipeline/body.pipe.js';
import type { JsonObject } from '../pipeline/json.js';
import { createApi } from '../server.js';
import { CompletionAction, TransitionSprintBody } from '../sprint/sprint.requests.js';
import { fakePorts } from '../testing/fake-ports.js';
import { CreateWorkItemBody, UpdateWorkItemBody } from '../work-item/work-item.requests.js';

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly links?: object }>>;
  readonly 'x-required-scope': string | null;
  readonly 'x-minimum-role': string | null;
  readonly 'x-error-codes': readonly string[];
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

let document: Document;

beforeAll(async () => {
  const log = { access: () => undefined, fault: () => undefined };
  const baseUrl = 'https://track.example.org';
  const api = await createApi({
    ports: fakePorts(),
    baseUrl,
    trustProxy: false,
    attachmentMaxBytes: 1_000,
    log,
    logger: false,
  });
  document = JSON.parse(api.document) as Document;
  await api.drain(100);
});

// Written out from contract §2.2: operationId, method and path, scope, least role, the headers it must be sent with.
const O = '/api/v1/organizations/{organizationSlug}';
const P = `${O}/projects/{projectKey}`;
const W = `${P}/work-items/{workItemKey}`;
const SPRINT = `${P}/sprints/{sprintId}`;
const REGISTRY: readonly (readonly [string, string, string, string | null, string | null, readonly string[]])[] = [
  ['getMe', 'get', '/api/v1/me', null, null, []],
  ['getOpenApi', 'get', '/api/v1/openapi.json', null, null, []],
  ['getUserProfile', 'get', '/api/v1/users/{publicId}', 'profile:read', null, []],
  ['listUserProfileWork', 'get', '/api/v1/users/{publicId}/work', 'profile:read', null, []],
  ['listUserProfileActivity', 'get', '/api/v1/users/{publicId}/activity', 'profile:read', null, []],
  ['getUserProfileAvatar', 'get', '/api/v1/users/{publicId}/avatar', 'profile:read', null, []],
  ['listOrganizations', 'get', '/api/v1/organizations', 'organization:read', null, []],
  ['getOrganization', 'get', O, 'organization:read', null, []],
  ['listOrganizationUsers', 'get', `${O}/users`, 'organization:members:read', null, []],
  ['listOrganizationWorkItems', 'get', `${O}/work-items`, 'work_item:read', null, []],
  ['listMyWork', 'get', '/api/v1/my/work', 'work_item:read', null, []],
  ['listProjects', 'get', `${O}/projects`, 'project:read', null, []],
  ['createProject', 'post', `${O}/projects`, 'project:write', 'admin', ['Idempotency-Key']],
  ['getProject', 'get', P, 'project:read', null, []],
  ['updateProject', 'patch', P, 'project:write', 'admin', ['If-Match', 'Idempotency-Key']],
  ['archiveProject', 'post', `${P}/archive`, 'project:write', 'admin', ['If-Match', 'Idempotency-Key']],
  ['unarchiveProject', 'post', `${P}/unarchive`, 'project:write', 'admin', ['If-Match', 'Idempotency-Key']],
  ['listProjectLabels', 'get', `${P}/labels`, 'project:read', null, []],
  ['createProjectLabel', 'post', `${P}/labels`, 'project:write', 'admin', ['Idempotency-Key']],
  ['listProjectSprints', 'get', `${P}/sprints`, 'project:read', null, []],
  ['createProjectSprint', 'post', `${P}/sprints`, 'project:write', 'admin', ['Idempotency-Key']],
  ['getProjectSprint', 'get', SPRINT, 'project:read', null, []],
  ['getProjectReport', 'get', `${P}/reports/{reportType}`, 'project:read', null, []],
  ['listProjectSprintTransitions', 'get', `${SPRINT}/transitions`, 'project:read', null, []],
  ['getProjectSprintReport', 'get', `${SPRINT}/report`, 'project:read', null, []],
  [
    'transitionProjectSprint',
    'post',
    `${SPRINT}/transitions`,
    'project:write',
    'member',
    ['If-Match', 'Idempotency-Key'],
  ],
  ['listWorkItemAttachments', 'get', `${W}/attachments`, 'attachment:read', null, []],
  ['createWorkItemAttachment', 'post', `${W}/attachments`, 'attachment:write', 'member', ['Idempotency-Key']],
  ['downloadWorkItemAttachment', 'get', `${W}/attachments/{attachmentId}`, 'attachment:read', null, []],
  ['deleteWorkItemAttachment', 'delete', `${W}/attachments/{attachmentId}`, 'attachment:delete', null, []],
  ['listWorkItems', 'get', `${P}/work-items`, 'work_item:read', null, []],
  ['createWorkItem', 'post', `${P}/work-items`, 'work_item:write', 'member', ['Idempotency-Key']],
  ['getWorkItem', 'get', W, 'work_item:read', null, []],
  ['updateWorkItem', 'patch', W, 'work_item:write', 'member', ['If-Match']],
  ['deleteWorkItem', 'delete', W, 'work_item:delete', 'owner', ['If-Match', 'Idempotency-Key']],
  ['archiveWorkItem', 'post', `${W}/archive`, 'work_item:delete', 'admin', ['If-Match', 'Idempotency-Key']],
  ['unarchiveWorkItem', 'post', `${W}/unarchive`, 'work_item:delete', 'admin', ['If-Match', 'Idempotency-Key']],
  ['listWorkItemTransitions', 'get', `${W}/transitions`, 'work_item:read', null, []],
  ['transitionWorkItem', 'post', `${W}/transitions`, 'work_item:write', 'member', ['If-Match', 'Idempotency-Key']],
  ['listWorkItemActivity', 'get', `${W}/activity`, 'work_item:read', null, []],
  ['listProjectActivity', 'get', `${P}/activity`, 'work_item:read', null, []],
  ['searchOrganizationWorkItemsWithSqueakQL', 'post', `${O}/work-items/search`, 'work_item:read', null, []],
  ['validateSqueakQL', 'post', `${O}/squeakql/validate`, 'work_item:read', null, []],
  ['listWorkItemLinks', 'get', `${W}/links`, 'work_item:read', null, []],
  ['bulkCreateWorkItems', 'post', `${O}/bulk-work-items`, 'work_item:write', null, ['Idempotency-Key']],
  ['bulkUpdateWorkItems', 'patch', `${O}/bulk-work-items`, 'work_item:write', null, ['Idempotency-Key']],
  ['bulkTransitionWorkItems', 'post', `${O}/bulk-work-item-transitions`, 'work_item:write', null, ['Idempotency-Key']],
  ['createWorkItemLink', 'post', `${W}/links`, 'work_item:write', 'member', ['Idempotency-Key']],
  ['deleteWorkItemLink', 'delete', `${W}/links/{linkId}`, 'work_item:write', 'member', ['Idempotency-Key']],
  ['listWorkItemComments', 'get', `${W}/comments`, 'comment:read', null, []],
  ['createWorkItemComment', 'post', `${W}/comments`, 'comment:write', 'member', ['Idempotency-Key']],
  ['deleteWorkItemComment', 'delete', `${W}/comments/{commentId}`, 'comment:delete', null, []],
  ['updateWorkItemComment', 'patch', `${W}/comments/{commentId}`, 'comment:write', null, ['Idempotency-Key']],
  [
    'createWorkItemLabelAssignment',
    'post',
    `${W}/labels`,
    'work_item:write',
    'member',
    ['If-Match', 'Idempotency-Key'],
  ],
  [
    'deleteWorkItemLabelAssignment',
    'delete',
    `${W}/labels/{labelId}`,
    'work_item:write',
    'member',
    ['If-Match', 'Idempotency-Key'],
  ],
];

// Written out from contract §2.1 and §2.2.
const A = ['AUTH_REQUIRED', 'INVALID_TOKEN', 'RATE_LIMITED', 'VALIDATION_ERROR', 'INTERNAL_ERROR'];
const S = [...A, 'INSUFFICIENT_SCOPE'];
const ON_PATH = [...S, 'NOT_FOUND', 'ORGANIZATION_SUSPENDED'];
const K = ['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_REQUEST_IN_PROGRESS'];
const M = ['PRECONDITION_REQUIRED', 'REVISION_CONFLICT'];
const J = 'PAYLOAD_TOO_LARGE';
const ERRORS: Readonly<Record<string, readonly string[]>> = {
  getMe: A,
  getOpenApi: ['VALIDATION_ERROR', 'INTERNAL_ERROR'],
  getUserProfile: [...S, 'NOT_FOUND'],
  listUserProfileWork: [...S, 'INVALID_CURSOR', 'NOT_FOUND'],
  listUserProfileActivity: [...S, 'INVALID_CURSOR', 'NOT_FOUND'],
  getUserProfileAvatar: [...S, 'NOT_FOUND'],
  listOrganizations: [...S, 'INVALID_CURSOR'],
  getOrganization: ON_PATH,
  listOrganizationUsers: [...ON_PATH, 'INVALID_CURSOR'],
  listOrganizationWorkItems: [...ON_PATH, 'INVALID_CURSOR'],
  listMyWork: [...S, 'INVALID_CURSOR'],
  listProjects: [...ON_PATH, 'INVALID_CURSOR'],
  createProject: [...ON_PATH, 'FORBIDDEN', ...K, J, 'CONFLICT'],
  getProject: ON_PATH,
  updateProject: [...ON_PATH, 'FORBIDDEN', ...M, ...K, J],
  archiveProject: [...ON_PATH, 'FORBIDDEN', ...M, ...K, J],
  unarchiveProject: [...ON_PATH, 'FORBIDDEN', ...M, ...K, J],
  listProjectLabels: [...ON_PATH, 'INVALID_CURSOR'],
  createProjectLabel: [...ON_PATH, 'FORBIDDEN', ...K, J, 'CONFLICT'],
  listProjectSprints: [...ON_PATH, 'INVALID_CURSOR'],
  createProjectSprint: [...ON_PATH, 'FORBIDDEN', ...K, J, 'PROJECT_ARCHIVED'],
  getProjectSprint: ON_PATH,
  getProjectReport: [...ON_PATH, 'INVALID_CURSOR'],
  listProjectSprintTransitions: ON_PATH,
  getProjectSprintReport: [...ON_PATH, 'INVALID_CURSOR'],
  transitionProjectSprint: [
    ...ON_PATH,
    ...M,
    ...K,
    J,
    'INVALID_SPRINT_TRANSITION',
    'ACTIVE_SPRINT_EXISTS',
    'SPRINT_HAS_UNFINISHED_WORK_ITEMS',
    'INVALID_COMPLETION_TARGET',
  ],
  listWorkItems: [...ON_PATH, 'INVALID_CURSOR'],
  createWorkItem: [...ON_PATH, ...K, J, 'PROJECT_ARCHIVED'],
  getWorkItem: ON_PATH,
  updateWorkItem: [
    ...ON_PATH,
    ...M,
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_REQUEST_IN_PROGRESS',
    J,
    'WORK_ITEM_ARCHIVED',
    'WORK_ITEM_STATUS_REQUIRES_TRANSITION',
  ],
  deleteWorkItem: [...ON_PATH, 'FORBIDDEN', ...M, ...K, J, 'WORK_ITEM_ARCHIVED', 'WORK_ITEM_HAS_CHILDREN'],
  archiveWorkItem: [...ON_PATH, 'FORBIDDEN', ...M, ...K, J],
  unarchiveWorkItem: [...ON_PATH, 'FORBIDDEN', ...M, ...K, J],
  listWorkItemTransitions: ON_PATH,
  transitionWorkItem: [...ON_PATH, ...M, ...K, J, 'WORK_ITEM_ARCHIVED', 'INVALID_STATUS_TRANSITION'],
  listWorkItemActivity: [...ON_PATH, 'INVALID_CURSOR'],
  listProjectActivity: [...ON_PATH, 'INVALID_CURSOR'],
  listWorkItemLinks: [...ON_PATH, 'INVALID_CURSOR'],
  searchOrganizationWorkItemsWithSqueakQL: [...ON_PATH, 'INVALID_CURSOR', J],
  validateSqueakQL: [...ON_PATH, J],
  bulkCreateWorkItems: [...ON_PATH, ...K, J],
  bulkUpdateWorkItems: [...ON_PATH, ...K, J],
  bulkTransitionWorkItems: [...ON_PATH, ...K, J],
  createWorkItemLink: [...ON_PATH, ...K, J, 'WORK_ITEM_ARCHIVED', 'LINK_DUPLICATE', 'LINK_CONTRADICTION'],
  deleteWorkItemLink: [...ON_PATH, ...K, 'WORK_ITEM_ARCHIVED'],
  listWorkItemComments: [...ON_PATH, 'INVALID_CURSOR'],
  createWorkItemComment: [...ON_PATH, ...K, J, 'WORK_ITEM_ARCHIVED'],
  deleteWorkItemComment: [
    ...ON_PATH,
    'FORBIDDEN',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_REQUEST_IN_PROGRESS',
    'WORK_ITEM_ARCHIVED',
    'CONFLICT',
  ],
  updateWorkItemComment: [...ON_PATH, 'FORBIDDEN', ...K, J, 'WORK_ITEM_ARCHIVED'],
  createWorkItemLabelAssignment: [...ON_PATH, ...M, ...K, J, 'WORK_ITEM_ARCHIVED', 'CONFLICT'],
  deleteWorkItemLabelAssignment: [...ON_PATH, ...M, ...K, 'WORK_ITEM_ARCHIVED'],
};

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('openapi.json', () => {
  it('is valid OpenAPI 3.1', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const root = path.resolve(__dirname, '../..');
    const redocly = require.resolve('@redocly/cli/bin/cli.js');
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    try {
      execFileSync(process.execPath, [redocly, 'lint', file, '--config', path.join(root, 'redocly.yaml')], {
        env: environment,
        stdio: 'pipe',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says what it is, and where', () => {
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Worktrack API', version: '1.0.0' },
      servers: [{ url: 'https://track.example.org' }],
      components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('lists exactly the operations that exist', () => {
    const listed = operations().map(({ path: at, method, operation }) => [
      operation.operationId,
      method,
      at,
      operation['x-required-scope'],
      operation['x-minimum-role'],
      operation.parameters
        .filter((parameter) => parameter.in === 'header' && parameter.required)
        .map(({ name }) => name),
    ]);
    const byId = (a: readonly unknown[], b: readonly unknown[]) => String(a[0]).localeCompare(String(b[0]));
    expect(listed.sort(byId)).toEqual([...REGISTRY].map((row) => [...row]).sort(byId));
  });

  it.each(Object.keys(ERRORS))('declares what %s can answer', (id) => {
    const { operation } = operations().find((each) => each.operation.operationId === id)!;
    expect([...operation['x-error-codes']].sort()).toEqual([...ERRORS[id]!].sort());
    expect(operation.security).toEqual(id === 'getOpenApi' ? [] : [{ bearerAuth: [] }]);
  });

  it('lets a body be left out of a deletion only', () => {
    const optional = operations().filter(({ operation }) => operation.requestBody?.required === false);
    expect(optional.map(({ operation }) => operation.operationId)).toEqual(['deleteWorkItem']);
  });

  it('closes request bodies and the minimal Organization, and nothing else', () => {
    const closed = Object.entries(document.components.schemas).filter(
      ([, schema]) => schema.additionalProperties === false,
    );
    expect(closed.map(([name]) => name).sort()).toEqual([
      'AttachLabelBody',
      'BulkCreateBody',
      'BulkCreateOperation',
      'BulkTransitionBody',
      'BulkTransitionOperation',
      'BulkUpdateBody',
      'BulkUpdateOperation',
      'CompletionAction',
      'CreateCommentBody',
      'CreateLabelBody',
      'CreateLinkBody',
      'CreateProjectBody',
      'CreateSprintBody',
      'CreateWorkItemBody',
      'DeleteWorkItemBody',
      'EditCommentBody',
      'EmptyBody',
      'OrganizationMinimal',
      'SearchBody',
      'TransitionSprintBody',
      'TransitionWorkItemBody',
      'UpdateProjectBody',
      'UpdateWorkItemBody',
      'ValidateBody',
    ]);
  });

  it('deprecates nothing', () => {
    expect(JSON.stringify(document)).not.toMatch(/"(deprecated|Deprecation|Sunset)":/);
  });

  it('speaks no OpenAPI 3.0', () => {
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });
});

const ID = '00000000-0000-4000-8000-000000000000';
const change = { projectKey: 'WEB', workItemKey: 'WEB-1', changes: { title: 'x' } };

// Written out from contract §4: the rule as JSON Schema, bodies that keep it, and bodies that break it and nothing else.
const oneAssignee = {
  not: { required: ['assigneePublicId', 'assigneeId'] },
};
const twoAssignees = { title: 'x', assigneePublicId: 'usr_AAAAAAAAAAAAAAAAAAAAAA', assigneeId: ID };
const RULES: readonly (readonly [string, new () => object, object, readonly JsonObject[], readonly JsonObject[]])[] = [
  ['CreateWorkItemBody', CreateWorkItemBody, oneAssignee, [{ title: 'x', assigneeId: ID }], [twoAssignees]],
  [
    'UpdateWorkItemBody',
    UpdateWorkItemBody,
    { ...oneAssignee, minProperties: 1 },
    [{ title: 'x' }],
    [twoAssignees, {}],
  ],
  [
    'CreateLinkBody',
    CreateLinkBody,
    { oneOf: [{ required: ['targetKey'] }, { required: ['targetId'] }] },
    [
      { relation: 'blocks', targetKey: 'WEB-1' },
      { relation: 'blocks', targetId: ID },
    ],
    [{ relation: 'blocks' }, { relation: 'blocks', targetKey: 'WEB-1', targetId: ID }],
  ],
  [
    'AttachLabelBody',
    AttachLabelBody,
    { oneOf: [{ required: ['labelId'] }, { required: ['label'] }] },
    [{ labelId: ID }, { label: 'ux' }],
    [{}, { labelId: ID, label: 'ux' }],
  ],
  [
    'CompletionAction',
    CompletionAction,
    {
      oneOf: [
        { properties: { mode: { const: 'backlog' } }, not: { required: ['targetSprintId'] } },
        { properties: { mode: { const: 'sprint' } }, required: ['targetSprintId'] },
      ],
    },
    [{ mode: 'backlog' }, { mode: 'sprint', targetSprintId: ID }],
    [{ mode: 'sprint' }, { mode: 'backlog', targetSprintId: ID }],
  ],
  [
    'TransitionSprintBody',
    TransitionSprintBody,
    { not: { properties: { targetState: { const: 'active' } }, required: ['targetState', 'completionAction'] } },
    [{ targetState: 'active' }, { targetState: 'done', completionAction: { mode: 'backlog' } }],
    [{ targetState: 'active', completionAction: { mode: 'backlog' } }],
  ],
];

describe('A rule between the members of a body', () => {
  it.each(RULES)('is published of %s, and is what the server goes by', (name, type, rule, legal, illegal) => {
    expect(document.components.schemas[name]).toMatchObject(rule);
    for (const body of legal) expect(() => readBody(type, body)).not.toThrow();
    for (const body of illegal) expect(() => readBody(type, body)).toThrow();
  });

  it.each(['BulkUpdateBody', 'BulkTransitionBody'])(
    'is published of %s: a revision, or the last write wins',
    (name) => {
      expect(document.components.schemas[name]).toMatchObject({
        if: { properties: { concurrency: { const: 'last-write-wins' } }, required: ['concurrency'] },
        then: { properties: { operations: { items: { not: { required: ['revision'] } } } } },
        else: { properties: { operations: { items: { required: ['revision'] } } } },
      });
      // Embedded in the answer for each operation, so the body itself is read.
      expect(() => readBody(BulkUpdateBody, { operations: [change] })).not.toThrow();
    },
  );
});

describe('The links of a creation', () => {
  const linksOf = (path: string) => document.paths[path]?.post?.responses['201']?.links;
  const place = {
    organizationSlug: '$request.path.organizationSlug',
    projectKey: '$request.path.projectKey',
    workItemKey: '$request.path.workItemKey',
  };

  it('lead to each operation that takes what was created, and to no other', () => {
    expect(linksOf(`${W}/links`)).toEqual({
      deleteWorkItemLink: {
        operationId: 'deleteWorkItemLink',
        parameters: { ...place, linkId: '$response.body#/id' },
      },
    });
    expect(Object.keys(linksOf(`${W}/comments`) ?? {}).sort()).toEqual([
      'deleteWorkItemComment',
      'updateWorkItemComment',
    ]);
    expect(Object.keys(linksOf(`${W}/attachments`) ?? {}).sort()).toEqual([
      'deleteWorkItemAttachment',
      'downloadWorkItemAttachment',
    ]);
  });

  it('name a Work Item by the key of the answer', () => {
    expect(linksOf(`${P}/work-items`)).toMatchObject({
      getWorkItem: { operationId: 'getWorkItem', parameters: { ...place, workItemKey: '$response.body#/key' } },
    });
  });
});

import { operationsOf } from '../kit/openapi-document.js';
import { theRun } from '../kit/run.js';
import { SCOPES } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('documents');
const document = theRun().openapi;
const operations = operationsOf(document);
const org = '/api/v1/organizations/{organizationSlug}';
const proj = `${org}/projects/{projectKey}`;
const wi = `${proj}/work-items/{workItemKey}`;

/** What one or another of the reports may be asked for. */
const REPORT_PARAMETERS = [
  ...['assignee', 'buckets', 'cursor', 'cycleStartStatus', 'end', 'groupBy', 'interval', 'label', 'limit', 'measure'],
  ...['priority', 'q', 'range', 'scope', 'sort', 'sprint', 'squeakql', 'start', 'status', 'timeZone', 'type', 'unit'],
  'window',
];

/** What exists now: operation, method, template, scope, minimum role, success. */
const REGISTRY: readonly [
  id: string,
  method: string,
  template: string,
  scope: string | null,
  role: string | null,
  success: number,
][] = [
  ['getMe', 'GET', '/api/v1/me', null, null, 200],
  ['getOpenApi', 'GET', '/api/v1/openapi.json', null, null, 200],
  ['getUserProfile', 'GET', '/api/v1/users/{publicId}', 'profile:read', null, 200],
  ['listUserProfileWork', 'GET', '/api/v1/users/{publicId}/work', 'profile:read', null, 200],
  ['listUserProfileActivity', 'GET', '/api/v1/users/{publicId}/activity', 'profile:read', null, 200],
  ['getUserProfileAvatar', 'GET', '/api/v1/users/{publicId}/avatar', 'profile:read', null, 200],
  ['listOrganizations', 'GET', '/api/v1/organizations', 'organization:read', null, 200],
  ['getOrganization', 'GET', org, 'organization:read', null, 200],
  ['listOrganizationUsers', 'GET', `${org}/users`, 'organization:members:read', null, 200],
  ['listOrganizationWorkItems', 'GET', `${org}/work-items`, 'work_item:read', null, 200],
  ['listMyWork', 'GET', '/api/v1/my/work', 'work_item:read', null, 200],
  ['listProjects', 'GET', `${org}/projects`, 'project:read', null, 200],
  ['createProject', 'POST', `${org}/projects`, 'project:write', 'admin', 201],
  ['getProject', 'GET', proj, 'project:read', null, 200],
  ['updateProject', 'PATCH', proj, 'project:write', 'admin', 200],
  ['archiveProject', 'POST', `${proj}/archive`, 'project:write', 'admin', 200],
  ['unarchiveProject', 'POST', `${proj}/unarchive`, 'project:write', 'admin', 200],
  ['listProjectLabels', 'GET', `${proj}/labels`, 'project:read', null, 200],
  ['createProjectLabel', 'POST', `${proj}/labels`, 'project:write', 'admin', 201],
  ['listProjectSprints', 'GET', `${proj}/sprints`, 'project:read', null, 200],
  ['createProjectSprint', 'POST', `${proj}/sprints`, 'project:write', 'admin', 201],
  ['getProjectSprint', 'GET', `${proj}/sprints/{sprintId}`, 'project:read', null, 200],
  ['listProjectSprintTransitions', 'GET', `${proj}/sprints/{sprintId}/transitions`, 'project:read', null, 200],
  ['getProjectReport', 'GET', `${proj}/reports/{reportType}`, 'project:read', null, 200],
  ['getProjectSprintReport', 'GET', `${proj}/sprints/{sprintId}/report`, 'project:read', null, 200],
  ['transitionProjectSprint', 'POST', `${proj}/sprints/{sprintId}/transitions`, 'project:write', 'member', 200],
  ['listWorkItems', 'GET', `${proj}/work-items`, 'work_item:read', null, 200],
  ['createWorkItem', 'POST', `${proj}/work-items`, 'work_item:write', 'member', 201],
  ['getWorkItem', 'GET', wi, 'work_item:read', null, 200],
  ['updateWorkItem', 'PATCH', wi, 'work_item:write', 'member', 200],
  ['deleteWorkItem', 'DELETE', wi, 'work_item:delete', 'owner', 204],
  ['archiveWorkItem', 'POST', `${wi}/archive`, 'work_item:delete', 'admin', 200],
  ['unarchiveWorkItem', 'POST', `${wi}/unarchive`, 'work_item:delete', 'admin', 200],
  ['listWorkItemTransitions', 'GET', `${wi}/transitions`, 'work_item:read', null, 200],
  ['transitionWorkItem', 'POST', `${wi}/transitions`, 'work_item:write', 'member', 200],
  ['listWorkItemActivity', 'GET', `${wi}/activity`, 'work_item:read', null, 200],
  ['listProjectActivity', 'GET', `${proj}/activity`, 'work_item:read', null, 200],
  ['listWorkItemLinks', 'GET', `${wi}/links`, 'work_item:read', null, 200],
  ['createWorkItemLink', 'POST', `${wi}/links`, 'work_item:write', 'member', 201],
  ['deleteWorkItemLink', 'DELETE', `${wi}/links/{linkId}`, 'work_item:write', 'member', 204],
  ['listWorkItemComments', 'GET', `${wi}/comments`, 'comment:read', null, 200],
  ['createWorkItemComment', 'POST', `${wi}/comments`, 'comment:write', 'member', 201],
  ['deleteWorkItemComment', 'DELETE', `${wi}/comments/{commentId}`, 'comment:delete', null, 204],
  ['updateWorkItemComment', 'PATCH', `${wi}/comments/{commentId}`, 'comment:write', null, 200],
  ['bulkCreateWorkItems', 'POST', `${org}/bulk-work-items`, 'work_item:write', null, 200],
  ['bulkUpdateWorkItems', 'PATCH', `${org}/bulk-work-items`, 'work_item:write', null, 200],
  ['bulkTransitionWorkItems', 'POST', `${org}/bulk-work-item-transitions`, 'work_item:write', null, 200],
  ['createWorkItemLabelAssignment', 'POST', `${wi}/labels`, 'work_item:write', 'member', 200],
  ['deleteWorkItemLabelAssignment', 'DELETE', `${wi}/labels/{labelId}`, 'work_item:write', 'member', 200],
  ['listWorkItemAttachments', 'GET', `${wi}/attachments`, 'attachment:read', null, 200],
  ['createWorkItemAttachment', 'POST', `${wi}/attachments`, 'attachment:write', 'member', 201],
  ['downloadWorkItemAttachment', 'GET', `${wi}/attachments/{attachmentId}`, 'attachment:read', null, 200],
  ['deleteWorkItemAttachment', 'DELETE', `${wi}/attachments/{attachmentId}`, 'attachment:delete', null, 204],
  ['searchOrganizationWorkItemsWithSqueakQL', 'POST', `${org}/work-items/search`, 'work_item:read', null, 200],
  ['validateSqueakQL', 'POST', `${org}/squeakql/validate`, 'work_item:read', null, 200],
];

/** Mutations that take no body. */
const BODILESS = [
  'deleteWorkItemLabelAssignment',
  'deleteWorkItemLink',
  'deleteWorkItemComment',
  'deleteWorkItemAttachment',
];

describe('openapi.json', () => {
  it('scenario 3: needs no token, is 3.1.x of version 1.0.0', async () => {
    const { status, body } = await world.nobody.get('/api/v1/openapi.json');
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: '3.1.1', info: { title: 'Worktrack API', version: '1.0.0' } });
    expect(body.servers).toEqual([{ url: world.baseUrl }]);
    expect(body.components.securitySchemes.bearerAuth).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const part of ['headers', 'responses', 'schemas']) expect(body.components).toHaveProperty(part);
    expect((await world.owner.get('/api/v1/openapi.json')).body).toEqual(body);
  });

  it('scenario 3: lists exactly the operations that exist, at their literal templates', () => {
    const listed = operations.map(({ operation, method, template }) => [operation.operationId, method, template]);
    const expected = REGISTRY.map(([id, method, template]) => [id, method, template]);
    expect(listed.sort()).toEqual(expected.sort());
  });

  describe.each(REGISTRY)('%s', (id, _method, _template, scope, role, success) => {
    const { operation } = operations.find((found) => found.operation.operationId === id)!;

    it('says who may use it', () => {
      expect(operation.security).toEqual(id === 'getOpenApi' ? [] : [{ bearerAuth: [] }]);
      expect(operation['x-required-scope']).toBe(scope);
      expect(operation['x-minimum-role']).toBe(role);
      if (scope !== null) expect(SCOPES).toContain(scope);
    });

    it('declares the statuses it can answer, each with a request id', () => {
      const statuses = Object.keys(operation.responses);
      expect(statuses).toContain(String(success));
      expect(statuses.filter((status) => Number(status) < 400)).toEqual([String(success)]);
      expect(statuses.every((status) => /^[2-5]\d\d$/.test(status))).toBe(true);
      if (id !== 'getOpenApi') for (const status of ['400', '401', '429', '500']) expect(statuses).toContain(status);
      if (scope !== null) expect(statuses).toContain('403');
      for (const response of Object.values(operation.responses)) {
        expect(Object.keys(resolved(response).headers)).toContain('X-Request-Id');
      }
    });
  });

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
  const spelt = (words: string): string[] =>
    words.split(' ').flatMap((word) => (CODES[word] === undefined ? [word] : spelt(CODES[word])));

  it.each([
    ['getMe', 'A'],
    ['getOpenApi', 'VALIDATION_ERROR INTERNAL_ERROR'],
    ['getUserProfile', 'S NOT_FOUND'],
    ['listUserProfileWork', 'S C NOT_FOUND'],
    ['listUserProfileActivity', 'S C NOT_FOUND'],
    ['getUserProfileAvatar', 'S NOT_FOUND'],
    ['listOrganizations', 'S C'],
    ['getOrganization', 'O'],
    ['listOrganizationUsers', 'O C'],
    ['listOrganizationWorkItems', 'O C'],
    ['listMyWork', 'S C'],
    ['listProjects', 'O C'],
    ['createProject', 'O R K J CONFLICT'],
    ['getProject', 'O'],
    ['updateProject', 'O R M K J'],
    ['archiveProject', 'O R M K J'],
    ['unarchiveProject', 'O R M K J'],
    ['listProjectLabels', 'O C'],
    ['createProjectLabel', 'O R K J CONFLICT'],
    ['listProjectSprints', 'O C'],
    ['createProjectSprint', 'O R K J PROJECT_ARCHIVED'],
    ['getProjectSprint', 'O'],
    ['listProjectSprintTransitions', 'O'],
    ['getProjectReport', 'O C'],
    ['getProjectSprintReport', 'O C'],
    [
      'transitionProjectSprint',
      'O M K J INVALID_SPRINT_TRANSITION ACTIVE_SPRINT_EXISTS SPRINT_HAS_UNFINISHED_WORK_ITEMS INVALID_COMPLETION_TARGET',
    ],
    ['listWorkItems', 'O C'],
    ['createWorkItem', 'O K J PROJECT_ARCHIVED'],
    ['getWorkItem', 'O'],
    ['updateWorkItem', 'O M k J W WORK_ITEM_STATUS_REQUIRES_TRANSITION'],
    ['deleteWorkItem', 'O R M K J W WORK_ITEM_HAS_CHILDREN'],
    ['archiveWorkItem', 'O R M K J'],
    ['unarchiveWorkItem', 'O R M K J'],
    ['listWorkItemTransitions', 'O'],
    ['transitionWorkItem', 'O M K J W INVALID_STATUS_TRANSITION'],
    ['listWorkItemActivity', 'O C'],
    ['listProjectActivity', 'O C'],
    ['listWorkItemLinks', 'O C'],
    ['createWorkItemLink', 'O K J W LINK_DUPLICATE LINK_CONTRADICTION'],
    ['deleteWorkItemLink', 'O K W'],
    ['listWorkItemComments', 'O C'],
    ['createWorkItemComment', 'O K J W'],
    ['deleteWorkItemComment', 'O R k W CONFLICT'],
    ['updateWorkItemComment', 'O R K J W'],
    ['bulkCreateWorkItems', 'O K J'],
    ['bulkUpdateWorkItems', 'O K J'],
    ['bulkTransitionWorkItems', 'O K J'],
    ['createWorkItemLabelAssignment', 'O M K J W CONFLICT'],
    ['deleteWorkItemLabelAssignment', 'O M K W'],
    ['listWorkItemAttachments', 'O C'],
    ['createWorkItemAttachment', 'O K J W'],
    ['downloadWorkItemAttachment', 'O'],
    ['deleteWorkItemAttachment', 'O R k W'],
    ['searchOrganizationWorkItemsWithSqueakQL', 'O C J'],
    ['validateSqueakQL', 'O J'],
  ])('lists the error codes of %s', (id, words) => {
    const { operation } = operations.find((found) => found.operation.operationId === id)!;
    expect([...(operation['x-error-codes'] ?? [])].sort()).toEqual(spelt(words).sort());
  });

  it('declares the required headers with their patterns', () => {
    const parameter = (id: string, name: string): any => {
      const { operation } = operations.find((found) => found.operation.operationId === id)!;
      return operation.parameters?.map(resolved).find((one) => one.name === name);
    };
    const key = '^[A-Za-z0-9._:-]{8,128}$';
    for (const [id, required] of [
      ['createProject', true],
      ['createWorkItem', true],
      ['transitionWorkItem', true],
      ['createProjectSprint', true],
      ['transitionProjectSprint', true],
      ['createProjectLabel', true],
      ['createWorkItemLabelAssignment', true],
      ['deleteWorkItemLabelAssignment', true],
      ['updateProject', true],
      ['createWorkItemAttachment', true],
      ['deleteWorkItemAttachment', false],
      ['updateWorkItem', false],
      ['bulkCreateWorkItems', true],
      ['bulkUpdateWorkItems', true],
      ['bulkTransitionWorkItems', true],
      ['createWorkItemLink', true],
      ['deleteWorkItemLink', true],
      ['createWorkItemComment', true],
      ['updateWorkItemComment', true],
      ['deleteWorkItemComment', false],
    ] as const) {
      expect(parameter(id, 'Idempotency-Key')).toMatchObject({ in: 'header', schema: { pattern: key } });
      expect(parameter(id, 'Idempotency-Key').required ?? false).toBe(required);
    }
    expect(parameter('updateWorkItem', 'If-Match')).toMatchObject({
      in: 'header',
      required: true,
      schema: { pattern: '^(?:\\*|"wi-[1-9][0-9]*")$' },
    });
    expect(parameter('archiveProject', 'If-Match')).toMatchObject({
      required: true,
      schema: { pattern: '^(?:\\*|"project-[1-9][0-9]*")$' },
    });
    expect(parameter('transitionProjectSprint', 'If-Match')).toMatchObject({
      required: true,
      schema: { pattern: '^(?:\\*|"sprint-[1-9][0-9]*")$' },
    });
    for (const id of ['createProject', 'createProjectSprint', 'createWorkItem', 'getWorkItem', 'createProjectLabel']) {
      expect(parameter(id, 'If-Match')).toBeUndefined();
    }
  });

  it('declares the upload, and the headers of an answer that is a file', () => {
    const [upload, download] = ['createWorkItemAttachment', 'downloadWorkItemAttachment'].map(
      (id) => operations.find(({ operation }) => operation.operationId === id)!.operation,
    );
    expect(resolved(upload!.requestBody)).toMatchObject({
      required: true,
      content: { 'multipart/form-data': { schema: { required: ['file'], properties: { file: { type: 'string' } } } } },
    });
    expect(Object.keys(resolved(upload!.responses['201']).headers)).toContain('Location');
    const headers = ['Content-Length', 'Content-Disposition', 'X-Content-Type-Options', 'Content-Security-Policy'];
    expect(Object.keys(resolved(download!.responses['200']).headers)).toEqual(expect.arrayContaining(headers));
  });

  it('declares path parameters by their literal names and the pages of collections', () => {
    for (const { template, operation } of operations) {
      const parameters = (operation.parameters ?? []).map(resolved);
      const named = parameters.filter((one) => one.in === 'path').map((one) => `{${String(one.name)}}`);
      expect(named.sort()).toEqual((template.match(/\{\w+\}/g) ?? []).sort());
      const queries = parameters.filter((one) => one.in === 'query').map((one) => one.name);
      if (operation.operationId === 'getUserProfileAvatar') {
        expect(queries.sort()).toEqual(['format', 'rev', 'v']);
      } else if (operation.operationId === 'getProjectSprintReport') {
        expect(queries.sort()).toEqual(['cursor', 'limit']);
      } else if (operation.operationId === 'getProjectReport') {
        expect(queries.sort()).toEqual(REPORT_PARAMETERS);
      } else if (!operation.operationId.startsWith('list') || operation.operationId.endsWith('Transitions')) {
        expect(queries).toEqual([]);
      } else {
        expect(queries).toEqual(expect.arrayContaining(['limit', 'cursor']));
      }
    }
  });

  it('declares repeatable filters as arrays of at most 100 values, and nothing else; fields as one string', () => {
    const everywhere = ['label', 'labelName', 'priority', 'status', 'type'];
    const repeatable: Readonly<Record<string, readonly string[]>> = {
      listWorkItems: everywhere,
      listOrganizationWorkItems: [...everywhere, 'project'],
      listMyWork: [...everywhere, 'project'],
      listUserProfileWork: [...everywhere, 'project', 'organization', 'involvement'],
    };
    for (const { operation } of operations) {
      const { operationId: id, parameters = [] } = operation;
      const queries = parameters.map(resolved).filter((one) => one.in === 'query');
      const arrays = queries.filter(({ schema }) => schema.type === 'array');
      expect([id, arrays.map(({ name }) => name).sort()]).toEqual([id, [...(repeatable[id] ?? [])].sort()]);
      for (const one of arrays) expect(one).toMatchObject({ style: 'form', explode: true, schema: { maxItems: 100 } });
      const fields = queries.filter(({ name }) => name === 'fields');
      expect(fields.map(({ schema }) => schema.type)).toEqual(id in repeatable ? ['string'] : []);
    }
  });

  it('declares 1 to 50 operations of a bulk request, and the types an avatar may have', () => {
    const operationOf = (id: string) => operations.find(({ operation }) => operation.operationId === id)!.operation;
    for (const id of ['bulkCreateWorkItems', 'bulkUpdateWorkItems', 'bulkTransitionWorkItems']) {
      const { schema } = resolved(operationOf(id).requestBody).content['application/json'];
      expect(resolved(schema).properties.operations).toMatchObject({ type: 'array', minItems: 1, maxItems: 50 });
    }
    const { content } = resolved(operationOf('getUserProfileAvatar').responses['200']);
    expect(Object.keys(content).sort()).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  });

  it('closes the bodies it takes', () => {
    for (const { method, operation } of operations) {
      if (method === 'GET' || BODILESS.includes(operation.operationId)) {
        expect(operation.requestBody).toBeUndefined();
        continue;
      }
      const [[type, { schema }]] = Object.entries<any>(resolved(operation.requestBody).content) as [[string, any]];
      expect(type).toBe(
        operation.operationId === 'createWorkItemAttachment' ? 'multipart/form-data' : 'application/json',
      );
      expect(resolved(schema)).toMatchObject({ type: 'object', additionalProperties: false });
      // A deletion may come without.
      expect(resolved(operation.requestBody).required).toBe(operation.operationId !== 'deleteWorkItem');
    }
  });

  it('closes what stands in a body too', () => {
    const body: any = document.components.schemas.TransitionSprintBody;
    expect(resolved(body.properties.completionAction)).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('deprecates nothing in v1, nor declares the headers that would say so', () => {
    // No answer of any suite may carry one: the checker of every answer sees to that.
    for (const { operation } of operations) {
      expect(operation).not.toHaveProperty('deprecated');
      for (const response of Object.values(operation.responses)) {
        const names = Object.keys(resolved(response).headers).map((name) => name.toLowerCase());
        expect(names).not.toEqual(expect.arrayContaining(['deprecation']));
        expect(names).not.toEqual(expect.arrayContaining(['sunset']));
      }
    }
  });

  it('names its schemas as the contract does', () => {
    const names = ['ErrorEnvelope', 'Me', 'Organization', 'OrganizationMinimal', 'OrganizationList', 'Project'];
    const talk = ['Comment', 'PublicComment', 'CommentList', 'UserSummary', 'PublicUserSummary'];
    const links = ['WorkItemLink', 'WorkItemLinkList', 'ProjectSummary'];
    const more = ['ProjectList', 'WorkItem', 'WorkItemSummary', 'WorkItemList', 'WorkItemTransitionList', 'Page'];
    const across = ['WorkItemContextList', 'OrganizationUser', 'OrganizationUserList', 'UserProfile', 'UserStats'];
    const sprints = ['Sprint', 'SprintList', 'ProjectSprintTransitionList', 'SprintSummary', 'SprintReport'];
    const reports = ['VelocityReport', 'DistributionReport', 'EpicProgressReport'];
    const labels = ['ProjectLabel', 'ProjectLabelList', 'Label', 'PublicWorkItem', 'Attachment', 'AttachmentList'];
    const squeakql = ['SqueakQLValidation', 'SqueakQLDiagnostic'];
    const activity = ['Activity', 'ActivityList', 'ProjectActivity', 'ProjectActivityList'];
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([names, more, across, talk, links, sprints, labels, activity, squeakql, reports].flat()),
    );
    expect(document.components.schemas.OrganizationMinimal).toMatchObject({ additionalProperties: false });
  });
});

function resolved(node: any): any {
  if (typeof node?.$ref !== 'string') return node;
  const steps = node.$ref.slice(2).split('/');
  return resolved(steps.reduce((at: any, step: string) => at[step], document));
}

import { EXTENSIONS } from '../kit/extensions.js';
import { type OpenApiDocument, operationsOf } from '../kit/openapi-document.js';
import { type Operation, OPERATIONS, conditionOf, errorCodesOf, headersOf, templateOf } from '../kit/operations.js';
import { theRun } from '../kit/run.js';
import { ALL_SCOPES, SCOPES } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('documents');
const document = theRun().openapi;
const operations = operationsOf(document);
/** The query parameters of all reports together. */
const REPORT_PARAMETERS = [
  ...['assignee', 'buckets', 'cursor', 'cycleStartStatus', 'end', 'groupBy', 'interval', 'label', 'limit', 'measure'],
  ...['priority', 'q', 'range', 'scope', 'sort', 'sprint', 'squeakql', 'start', 'status', 'timeZone', 'type', 'unit'],
  'window',
];

const TAKING_A_BODY = new Set(OPERATIONS.filter(({ body }) => body !== undefined).map(({ id }) => id));

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

  describeOperations(document, OPERATIONS);

  it('declares the upload, and the headers of an answer that is a file', () => {
    const [upload, download] = ['createWorkItemAttachment', 'downloadWorkItemAttachment'].map(
      (id) => operations.find(({ operation }) => operation.operationId === id)!.operation,
    );
    expect(resolved(upload!.requestBody)).toMatchObject({
      required: true,
      content: { 'multipart/form-data': { schema: { required: ['file'], properties: { file: { type: 'string' } } } } },
    });
    expect(Object.keys(resolved(upload!.responses['201']).headers)).toContain('Location');
    const headers = ['Content-Length', 'Content-Disposition', 'Accept-Ranges', 'X-Content-Type-Options'];
    expect(Object.keys(resolved(download!.responses['200']).headers)).toEqual(
      expect.arrayContaining([...headers, 'Content-Security-Policy']),
    );
    for (const { responses } of [upload!, download!]) {
      expect(Object.keys(resolved(responses['503']).headers)).toContain('Retry-After');
    }
  });

  it('declares path parameters by their literal names and the pages of collections', () => {
    for (const { template, operation } of operations) {
      const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter));
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
      const queries = parameters.map((parameter) => resolved(parameter)).filter((one) => one.in === 'query');
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
    for (const { operation } of operations) {
      if (!TAKING_A_BODY.has(operation.operationId)) {
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
    const { oneOf: variants } = resolved(body.properties.completionAction);
    expect(variants).toHaveLength(2);
    for (const one of variants) expect(resolved(one)).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('deprecates nothing in v1, nor declares the headers that would say so', () => {
    // The checker of every answer refuses such a header in the answers of all suites.
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
    const reports = ['ProjectReport', 'FeedEntry', 'VelocityReport', 'DistributionReport', 'EpicProgressReport'];
    const labels = ['ProjectLabel', 'ProjectLabelList', 'Label', 'PublicWorkItem', 'Attachment', 'AttachmentList'];
    const squeakql = ['SqueakQLValidation', 'SqueakQLDiagnostic'];
    const activity = ['Activity', 'ActivityList', 'ProjectActivity', 'ProjectActivityList'];
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([names, more, across, talk, links, sprints, labels, activity, squeakql, reports].flat()),
    );
    expect(document.components.schemas.OrganizationMinimal).toMatchObject({ additionalProperties: false });
  });
});

describe('The document of the extensions', () => {
  const { extensions } = theRun();

  it('needs no token, has a version of its own and a promise for each operation', async () => {
    const { status, body } = await world.nobody.get('/api/x/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(extensions);
    expect(body.openapi).toBe('3.1.1');
    expect(body.info.title).toBe('Worktrack extensions');
    expect(body.info.version).toMatch(/^0\.\d+$/);
    for (const { operation } of operationsOf(extensions)) {
      expect(['experimental', 'stable']).toContain(operation['x-stability']);
    }
  });

  it('takes only paths of its own, and v1 none of them', () => {
    const isOfExtensions = ({ template }: { template: string }): boolean => template.startsWith('/api/x/');
    expect(operationsOf(extensions).every(isOfExtensions)).toBe(true);
    expect(operations.some(isOfExtensions)).toBe(false);
  });

  describeOperations(extensions, EXTENSIONS);
});

/** Tests that a document describes exactly the operations of the table, each as its row says. */
function describeOperations(described: OpenApiDocument, table: readonly Operation[]): void {
  const operations = operationsOf(described);

  it('scenario 3: lists exactly the operations that exist, at their literal templates', () => {
    const listed = operations.map(
      ({ operation, method, template }) => `${operation.operationId} ${method} ${template}`,
    );
    const expected = table.map((operation) => `${operation.id} ${operation.method} ${templateOf(operation)}`);
    expect({
      'the table lacks': listed.filter((one) => !expected.includes(one)),
      'the document lacks': expected.filter((one) => !listed.includes(one)),
    }).toEqual({ 'the table lacks': [], 'the document lacks': [] });
    expect(new Set(listed).size).toBe(listed.length);
  });

  describe.each(table)('$id', (expected) => {
    const { id, scope, role, success, response, open = false } = expected;
    let operation: (typeof operations)[number]['operation'];

    beforeAll(() => {
      const found = operations.find((one) => one.operation.operationId === id);
      if (found === undefined) throw new Error(`The document lacks ${id}, which has a row in the table.`);
      operation = found.operation;
    });

    it('says who may use it', () => {
      expect(operation.security).toEqual(open ? [] : [{ bearerAuth: [] }]);
      expect(operation['x-required-scope']).toBe(scope);
      expect(operation['x-minimum-role']).toBe(role);
      if (scope !== null) expect(described === document ? SCOPES : ALL_SCOPES).toContain(scope);
    });

    it('declares the statuses it can answer, each with a request id', () => {
      const statuses = Object.keys(operation.responses);
      expect(statuses).toContain(String(success));
      expect(statuses.filter((status) => Number(status) < 400)).toEqual([String(success)]);
      expect(statuses.every((status) => /^[2-5]\d\d$/.test(status))).toBe(true);
      if (!open) for (const status of ['400', '401', '429', '500']) expect(statuses).toContain(status);
      if (scope !== null) expect(statuses).toContain('403');
      expect(statuses.includes('503')).toBe(expected.needsStore === true);
      for (const answer of Object.values(operation.responses)) {
        expect(Object.keys(resolved(answer, described).headers)).toContain('X-Request-Id');
      }
    });

    it('declares the body of a success', () => {
      const content = resolved(operation.responses[success], described).content as
        | Record<string, { schema: any }>
        | undefined;
      const name = nameOf(content?.['application/json']?.schema);
      if (response === null) expect(content).toBeUndefined();
      else if (typeof response === 'string') expect(name).toBe(response);
      else expect([Object.keys(content!), name]).toEqual([response.media, undefined]);
    });

    it('lists the error codes', () => {
      expect([...(operation['x-error-codes'] ?? [])].sort()).toEqual(errorCodesOf(expected).sort());
    });

    it('declares the request headers with their patterns', () => {
      const declared = (operation.parameters ?? [])
        .map((parameter) => resolved(parameter, described))
        .filter((parameter) => parameter.in === 'header');
      const found = declared.map(({ name, required = false }): [string, boolean] => [name, required]);
      expect(new Map(found)).toEqual(headersOf(expected));
      for (const { name, schema } of declared) {
        const revision = `^(?:\\*|"${String(conditionOf(expected))}-[1-9][0-9]*")$`;
        expect(schema.pattern).toBe(name === 'If-Match' ? revision : '^[A-Za-z0-9._:-]{8,128}$');
      }
    });
  });
}

/** The name of the schema that a schema refers to. */
function nameOf(schema: any): string | undefined {
  return typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
}

function resolved(node: any, whole: OpenApiDocument = document): any {
  if (typeof node?.$ref !== 'string') return node;
  const steps = node.$ref.slice(2).split('/');
  return resolved(
    steps.reduce((at: any, step: string) => at[step], whole),
    whole,
  );
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BulkUpdateBody } from '../bulk/bulk.requests.js';
import { AttachLabelBody } from '../label/label.requests.js';
import { CreateLinkBody } from '../link/link.requests.js';
import { readBody } from '../body/body.pipe.js';
import type { JsonObject } from '../body/json.js';
import { createApi } from '../server.js';
import { CompletionAction, TransitionSprintBody } from '../sprint/sprint.requests.js';
import { CreateWorkItemBody, UpdateWorkItemBody } from '../work-item/work-item.requests.js';
import { fakePorts } from '../../test/fake-ports.js';

type Content = Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly required: boolean; readonly content?: Content };
  readonly responses: Readonly<Record<string, { readonly links?: object; readonly content?: Content }>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

let document: Document;
/** The document of the operations that only the application calls. */
let application: Document;

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
  application = JSON.parse(api.describeApplication()) as Document;
  await api.drain(100);
});

const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));
const operations = (): Operation[] => operationsOf(document);

/** Throws when a document is not valid OpenAPI 3.1. */
function lint(described: Document): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(described));
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
}

/** Collects the names of all schemas that a part of the document refers to, directly or through another schema. */
function schemasIn(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    schemasIn(document.components.schemas[name], found);
  }
  return found;
}

// The operations themselves are compared with the contract by the black-box tests: contract/openapi.e2e.ts.
describe('openapi.json', () => {
  it('is valid OpenAPI 3.1', () => {
    lint(document);
  });

  it('says what it is, and where', () => {
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Worktrack API', version: '1.0.0' },
      servers: [{ url: 'https://track.example.org' }],
      components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('lets a body be left out of a deletion only', () => {
    const optional = operations().filter(({ requestBody }) => requestBody?.required === false);
    expect(optional.map(({ operationId }) => operationId)).toEqual(['deleteWorkItem']);
  });

  it('closes request bodies and the minimal Organization, and nothing else', () => {
    const closed = Object.entries(document.components.schemas).filter(
      ([, schema]) => schema.additionalProperties === false,
    );
    // Both variants of a union are closed.
    const unions = ['CompletionAction'];
    const bodies = [...schemasIn(operations().map(({ requestBody }) => requestBody))].filter(
      (name) => !unions.includes(name),
    );
    expect(bodies.length).toBeGreaterThan(0);
    expect(closed.map(([name]) => name).sort()).toEqual([...bodies, 'OrganizationMinimal'].sort());
  });

  it('deprecates nothing', () => {
    expect(JSON.stringify(document)).not.toMatch(/"(deprecated|Deprecation|Sunset)":/);
  });

  it('speaks no OpenAPI 3.0', () => {
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });
});

describe('The document of the application', () => {
  it('is valid OpenAPI 3.1', () => {
    lint(application);
  });

  it('has the operations that only the application calls, and openapi.json has none of them', () => {
    const isPublic = (template: string) => template.startsWith('/api/v1/');
    const published = new Set(operations().map(({ operationId }) => operationId));
    expect(Object.keys(document.paths).filter((template) => !isPublic(template))).toEqual([]);
    expect(Object.keys(application.paths).filter(isPublic)).toEqual([]);
    const own = operationsOf(application).map(({ operationId }) => operationId);
    expect(own).toEqual(expect.arrayContaining(['signIn', 'getSession', 'createOwnToken', 'listCards']));
    expect(own.filter((id) => published.has(id))).toEqual([]);
  });

  it('names a class for each body and each response that is not a file', () => {
    const named = (content: Content | undefined) =>
      Object.entries(content ?? {}).every(
        ([type, { schema }]) => type !== 'application/json' || schema.$ref !== undefined,
      );
    const unnamed = operationsOf(application).filter(
      ({ requestBody, responses }) =>
        !named(requestBody?.content) || !Object.values(responses).every(({ content }) => named(content)),
    );
    expect(unnamed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('describes all members of each class', () => {
    const empty = Object.entries(application.components.schemas).filter(
      ([, { properties, oneOf }]) => oneOf === undefined && Object.keys(properties ?? {}).length === 0,
    );
    expect(empty.map(([name]) => name)).toEqual([]);
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
    { required: ['relation'], minProperties: 2, maxProperties: 2 },
    [
      { relation: 'blocks', targetKey: 'WEB-1' },
      { relation: 'blocks', targetId: ID },
    ],
    [{ relation: 'blocks' }, { relation: 'blocks', targetKey: 'WEB-1', targetId: ID }],
  ],
  [
    'AttachLabelBody',
    AttachLabelBody,
    { minProperties: 1, maxProperties: 1 },
    [{ labelId: ID }, { label: 'ux' }],
    [{}, { labelId: ID, label: 'ux' }],
  ],
  [
    'CompletionAction',
    CompletionAction,
    {
      oneOf: [
        { $ref: '#/components/schemas/CompletionToBacklog' },
        { $ref: '#/components/schemas/CompletionToSprint' },
      ],
      discriminator: { propertyName: 'mode' },
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
      // The answer for each operation contains this refusal, so check that the body itself is accepted.
      expect(() => readBody(BulkUpdateBody, { operations: [change] })).not.toThrow();
    },
  );
});

const P = '/api/v1/organizations/{organizationSlug}/projects/{projectKey}';
const W = `${P}/work-items/{workItemKey}`;

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

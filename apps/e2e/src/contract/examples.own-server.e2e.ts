import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Answer, Caller, hangUp } from '../kit/client.js';
import { type Located, operationsOf } from '../kit/openapi-document.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { runTaskProcess, taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { type Exchange, recordExamples } from './recorded-examples.js';

/** Ids of this run, by the name of the path parameter or the member that has them in an example. */
type Places = Readonly<Record<string, string | number>>;

const document = theRun().openapi;
const operations = new Map(operationsOf(document).map((located) => [located.operation.operationId, located]));
const PROJECT = '/api/v1/organizations/demo/projects/WEB';
/** The Work Item of the examples. */
const ITEM = `${PROJECT}/work-items/WEB-132`;
/** One in the status todo, with revision 5. */
const TODO = `${PROJECT}/work-items/WEB-138`;

/** Every operation, in an order in which each one finds what its example names. */
const STORY = [
  ...['getOpenApi', 'getMe', 'listOrganizations', 'getOrganization', 'listOrganizationUsers', 'getUserProfile'],
  ...['listUserProfileWork', 'listUserProfileActivity', 'getUserProfileAvatar', 'listProjects', 'getProject'],
  ...['listProjectLabels', 'listProjectSprints', 'getProjectSprint', 'listProjectSprintTransitions'],
  ...['getProjectSprintReport', 'getProjectReport', 'listWorkItems', 'getWorkItem', 'listWorkItemTransitions'],
  ...['listWorkItemLinks', 'listWorkItemComments', 'listWorkItemActivity', 'listProjectActivity'],
  ...['listOrganizationWorkItems', 'listMyWork', 'searchOrganizationWorkItemsWithSqueakQL', 'validateSqueakQL'],
  ...['createWorkItem', 'updateWorkItem', 'transitionWorkItem', 'bulkCreateWorkItems', 'bulkUpdateWorkItems'],
  ...['updateWorkItemWatcher', 'getWorkItemWatcher'],
  ...['bulkTransitionWorkItems', 'createWorkItemLabelAssignment', 'deleteWorkItemLabelAssignment'],
  ...['createWorkItemLink', 'deleteWorkItemLink', 'createWorkItemComment', 'updateWorkItemComment'],
  ...['deleteWorkItemComment', 'createWorkItemAttachment', 'listWorkItemAttachments', 'downloadWorkItemAttachment'],
  ...['deleteWorkItemAttachment', 'archiveWorkItem', 'unarchiveWorkItem', 'deleteWorkItem', 'createProjectLabel'],
  ...['createProjectSprint', 'transitionProjectSprint', 'createProject', 'updateProject', 'archiveProject'],
  'unarchiveProject',
];

/** The path parameter that names what an operation creates. */
const CREATED: Readonly<Record<string, string>> = {
  createWorkItemLink: 'linkId',
  createWorkItemComment: 'commentId',
  createWorkItemAttachment: 'attachmentId',
};

/** A request that is answered with each status, as the shared error responses show it. */
const REFUSALS: Readonly<Record<number, () => Promise<Answer>>> = {
  400: () => owner.post(`${PROJECT}/work-items`, { titel: 'Show prices with tax' }),
  401: () => new Caller(server.baseUrl).get('/api/v1/me'),
  403: () => reader.post(`${PROJECT}/work-items`, { title: 'Show prices with tax' }),
  404: () => owner.get(`${PROJECT}/work-items/WEB-9999`),
  409: () => owner.post(`${TODO}/transitions`, { targetStatus: 'in_review' }, { ifMatch: '*' }),
  412: () => owner.patch(TODO, { priority: 'low' }, { ifMatch: '"wi-4"' }),
  413: () => owner.post(`${PROJECT}/work-items`, { title: 'x'.repeat(1_100_000) }),
  428: () => owner.post(`${TODO}/transitions`, { targetStatus: 'done' }, { ifMatch: null }),
};

let server: RunningServer;
let owner: Caller;
let reader: Caller;
const exchanges = new Map<string, readonly Exchange[]>();
const refusals = new Map<number, Answer>();

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template });
  const { token } = await taskResult(['seed:demo'], server, runTaskProcess);
  const wish = ['--email', 'owner@demo.example', '--name', 'Reader', '--scopes', 'work_item:read', '--org', 'demo'];
  owner = new Caller(server.baseUrl, token);
  reader = new Caller(server.baseUrl, (await taskResult(['token:create', ...wish], server)).token);
  for (const [status, ask] of Object.entries(REFUSALS)) refusals.set(Number(status), await ask());
  let places = await placesOfDemo();
  for (const id of STORY) {
    const sent = await send(id, places);
    exchanges.set(id, sent);
    const created = CREATED[id];
    if (created !== undefined) places = { ...places, [created]: sent[0]!.answer.body.id };
  }
}, 120_000);

afterAll(async () => {
  await server.stop();
  await hangUp();
});

async function placesOfDemo(): Promise<Places> {
  const people = (await owner.get('/api/v1/organizations/demo/users')).body.items;
  const { publicId } = people.find(({ username }: any) => username === 'amara');
  const sprints = (await owner.get(`${PROJECT}/sprints`)).body.items;
  const idOf = (name: string) => sprints.find((one: any) => one.name === name).id;
  const completedSprintId = idOf('Sprint 11');
  const activeSprint = { sprintId: idOf('Sprint 12'), targetSprintId: idOf('Sprint 13') };
  return { publicId, assigneePublicId: publicId, completedSprintId, ...activeSprint };
}

/** Sends the example of an operation, of a report each of its variants. */
async function send(id: string, places: Places): Promise<Exchange[]> {
  const located = operations.get(id);
  if (located === undefined) return [];
  if (id === 'getProjectSprintReport')
    return [await sendOne(located, { ...places, sprintId: places.completedSprintId! })];
  const variants = Object.keys(contentOf(located).examples ?? {});
  if (variants.length === 0) return [await sendOne(located, places)];
  const sent: Exchange[] = [];
  for (const variant of variants) {
    sent.push({ ...(await sendOne(located, { ...places, reportType: variant })), variant });
  }
  return sent;
}

async function sendOne({ template, method, operation }: Located, places: Places): Promise<Exchange> {
  const { parameters = [] } = operation;
  const examples: Readonly<Record<string, string>> = Object.fromEntries(
    parameters.map(({ name, example }) => [name, example]),
  );
  const named = (template.match(/(?<=\{)\w+(?=\})/g) ?? []).map(
    (name) => [name, places[name] ?? examples[name]!] as const,
  );
  const path: Places = Object.fromEntries(named);
  const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  const search = new URLSearchParams(
    query.flatMap(({ name, example }) => [example].flat().map((value) => [name, String(value)])),
  );
  const request = here(requestOf(operation), { ...places, revision: await revisionOf(operation) });
  const ifMatch = parameters.some(({ name }) => name === 'If-Match') ? '*' : null;
  const body = operation.operationId === 'createWorkItemAttachment' ? fileOf(request) : request;
  const answer = await sendBy(method, search.size > 0 ? `${target}?${search}` : target, body, ifMatch);
  return { path, request, answer };
}

const fileOf = ({ file }: any) => uploadOf(file, { fileName: 'date-shown.csv', contentType: 'text/csv' });

function sendBy(method: string, target: string, body: unknown, ifMatch: string | null): Promise<Answer> {
  if (method === 'POST') return owner.post(target, body, { ifMatch });
  if (method === 'PATCH') return owner.patch(target, body, { ifMatch });
  return method === 'DELETE' ? owner.delete(target, { ifMatch }, body) : owner.get(target);
}

async function revisionOf({ operationId }: Located['operation']): Promise<number> {
  return operationId === 'bulkUpdateWorkItems' ? (await owner.get(ITEM)).body.revision : 0;
}

/** Replaces the ids of an example by those of this run. */
function here(example: unknown, places: Places): unknown {
  if (example === undefined) return undefined;
  return JSON.parse(JSON.stringify(example), (name, value: unknown) => (name in places ? places[name] : value));
}

const requestOf = ({ requestBody }: Located['operation']): any =>
  Object.values<any>(requestBody?.content ?? {}).at(0)?.example;

/** The declared content of a success, with its examples. */
function contentOf({ operation }: Located): { example?: any; examples?: Record<string, { value: any }> } {
  const [, response] = Object.entries<any>(operation.responses).find(([status]) => Number(status) < 300)!;
  return Object.values<any>(response.content ?? {}).at(0) ?? {};
}

/** Lists what of an example the response does not have. An example of a list has some of its rows. */
function differences(example: any, response: any, at = ''): string[] {
  if (Array.isArray(example) && Array.isArray(response)) {
    const isLike = (one: any) => response.some((other) => differences(one, other).length === 0);
    return example.every(isLike) ? [] : [`${at} has no such elements`];
  }
  // The demo depends on the day: the schema says which members can be null.
  if (example === null || response === null) return [];
  const [expected, found] = [example, response].map(typeOf);
  if (expected !== found) return [`${at} is ${expected!}, not ${found!}`];
  if (expected !== 'object') return [];
  const names = [...new Set([...Object.keys(example), ...Object.keys(response)])];
  return names.flatMap((name) => differences(example[name], response[name], `${at}.${name}`));
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false });
addFormats(ajv);
ajv.addSchema(document, 'openapi.json', false, false);

/** Lists what is wrong with a value by a schema of the document. */
function faults(schema: any, value: unknown): string[] {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')));
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message!}`);
}

const exchangesOf = (id: string): readonly Exchange[] => exchanges.get(id) ?? [];

it('The story has every operation once', () => {
  expect([...STORY].sort()).toEqual([...operations.keys()].sort());
});

// To record the examples again: UPDATE_EXAMPLES=1 npx jest contract/examples, then build and run it without.
if (process.env.UPDATE_EXAMPLES !== undefined) {
  it('records the responses', () => {
    recordExamples(exchanges, server.baseUrl);
  });
}

describe.each(STORY)('The example of %s', (id) => {
  it('is a request that succeeds', () => {
    const [success] = Object.keys(operations.get(id)!.operation.responses);
    for (const { answer } of exchangesOf(id))
      expect([answer.status, answer.text]).toEqual([Number(success), answer.text]);
    expect(exchangesOf(id).length).toBeGreaterThan(0);
  });

  it('keeps its schemas', () => {
    const { requestBody, responses, parameters = [] } = operations.get(id)!.operation;
    const contents = [requestBody, ...Object.values(responses)].flatMap((body: any) =>
      Object.values<any>(body?.content ?? {}),
    );
    const examples = [...parameters, ...contents].flatMap(({ schema, example, examples: several = {} }) =>
      [example, ...Object.values<any>(several).map(({ value }) => value)].map((value) => ({ schema, value })),
    );
    const given = examples.filter(({ value }) => value !== undefined);
    expect(given.flatMap(({ schema, value }) => faults(schema, value))).toEqual([]);
  });

  it('has the members and types of the response', () => {
    const { example, examples = {} } = contentOf(operations.get(id)!);
    for (const { answer, variant } of exchangesOf(id)) {
      const expected = variant === undefined ? example : examples[variant]!.value;
      if (id === 'downloadWorkItemAttachment') expect(answer.text).toBe(expected);
      else if (id === 'getOpenApi')
        expect(answer.body).toMatchObject({ openapi: expected.openapi, info: { title: expected.info.title } });
      else if (expected !== undefined) expect(differences(expected, answer.body)).toEqual([]);
      else expect([id, answer.text === '' || id === 'getUserProfileAvatar']).toEqual([id, true]);
    }
  });
});

describe('The example of an error', () => {
  it.each(Object.keys(REFUSALS).map(Number))('of %i is what the server answers', (status) => {
    const answer = refusals.get(status);
    const { schema, example } = errorContent(status);
    expect([answer?.status, answer?.body.error]).toEqual([status, example.error]);
    expect(faults(schema, example)).toEqual([]);
  });

  it.each([429, 500])('of %i keeps its schema', (status) => {
    const { schema, example } = errorContent(status);
    expect(faults(schema, example)).toEqual([]);
  });
});

function errorContent(status: number): { readonly schema: any; readonly example: any } {
  const { content }: any = document.components.responses![`Error${status}`];
  return content['application/json'];
}

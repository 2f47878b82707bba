/**
 * A newcomer's walk: every operation of the public API against a running server, in the order of a small story. Each request is
 * printed with what came back; the first answer that is not as expected ends the walk.
 *
 *   node docs/walk.mjs [base URL] [token]
 *
 * The base URL is http://127.0.0.1:3000 when none is given, the token that of the demo data (`.data/demo-token`). It has to be an
 * owner's, with all scopes and a whole Organization. What is made stays in a Project of its own, which is archived at the end. Nothing
 * but Node is needed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const [base = 'http://127.0.0.1:3000', given] = process.argv.slice(2);
const token = given ?? demoToken();

/** The most characters of an answer that are shown. */
const SHOWN = 600;
const METHODS = ['get', 'post', 'patch', 'delete'];

/** The operations of the server's `openapi.json`, each with its method and path. */
const operations = new Map();
const walked = new Set();
let requests = 0;
/** The current value of each name in the paths. */
const places = {};

/**
 * Sends one operation, and answers its status, headers and body. Method, path and the headers that it requires are those of the
 * published document.
 * @param at what the path names, beside what `places` says
 * @param ifMatch the ETag that the change is made over; without one, whatever is there now
 * @param key to send the same request once more
 */
async function walk(operationId, why, options = {}) {
  const { at, query, body, form, ifMatch = '*', key = crypto.randomUUID(), status = 200 } = options;
  const operation = operations.get(operationId);
  if (!operation) throw new Error(`The server knows no operation ${operationId}.`);
  const { method, template, required, open } = operation;
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent({ ...places, ...at }[name]));
  const target = query ? `${path}?${new URLSearchParams(query)}` : path;
  const headers = {
    ...(!open && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...(required.includes('idempotency-key') && { 'idempotency-key': key }),
    ...(required.includes('if-match') && { 'if-match': ifMatch }),
  };
  walked.add(operationId);
  requests += 1;
  console.log(`\n${requests}. ${operationId}: ${why}`);
  console.log(`   ${method} ${target}`);
  for (const name of ['idempotency-key', 'if-match']) if (headers[name]) console.log(`   ${name}: ${headers[name]}`);
  if (body) console.log(`   ${JSON.stringify(body)}`);

  const response = await fetch(base + target, { method, headers, body: form ?? (body && JSON.stringify(body)) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const said = ['etag', 'idempotency-replayed'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  console.log(`   → ${[response.status, ...said].join('  ')}`);
  if (bytes.length > 0) console.log(`   ${isJson ? shortened(bytes.toString()) : `${bytes.length} bytes`}`);
  if (response.status !== status) throw new Error(`${operationId} answered ${response.status}, not ${status}.`);
  const json = isJson ? JSON.parse(bytes.toString()) : undefined;
  return { body: json, bytes, etag: response.headers.get('etag'), headers: response.headers };
}

const shortened = (text) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text);

function expect(what, holds) {
  if (!holds) throw new Error(`Not as expected: ${what}.`);
}

/** The document is the first thing that is asked for: it describes all other requests, and needs no token. */
async function readDocument() {
  const self = { method: 'GET', template: '/api/v1/openapi.json', required: [], open: true };
  operations.set('getOpenApi', self);
  const { body: document } = await walk('getOpenApi', 'what this server can do');
  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      const { operationId, parameters = [], security = [] } = item[method];
      const required = parameters
        .filter((one) => one.in === 'header' && one.required)
        .map((one) => one.name.toLowerCase());
      operations.set(operationId, { method: method.toUpperCase(), template, required, open: security.length === 0 });
    }
  }
}

async function theOrganization() {
  const me = (await walk('getMe', 'who am I, and what may this token do')).body;
  const { items } = (await walk('listOrganizations', 'where am I a member')).body;
  places.organizationSlug = me.defaultOrganization?.slug ?? items[0].slug;
  await walk('getOrganization', 'the one that this walk is in');
  const people = (await walk('listOrganizationUsers', 'who else is there')).body.items;
  const colleague = people.find(({ publicId }) => publicId !== me.publicId);
  // Some operations show somebody else. Only the owner acts; the colleague is one of the people of the Organization.
  expect('the Organization has two people or more', colleague !== undefined);
  return { me, colleague };
}

async function aProject() {
  const others = (await walk('listProjects', 'what they work on')).body.items;
  const key = `W${Date.now().toString(36).toUpperCase()}`;
  const made = await walk('createProject', 'one more', { body: { name: 'A walk', key }, status: 201 });
  places.projectKey = made.body.key;
  await walk('getProject', 'its ETag names its revision');
  const description = 'Everything in here was made by docs/walk.mjs.';
  await walk('updateProject', 'a change over that revision', { body: { description }, ifMatch: made.etag });
  await walk('createProjectLabel', 'a label for its Work Items', { body: { name: 'Newcomer' }, status: 201 });
  await walk('listProjectLabels', 'names of labels are kept in lower case');
  return others[0]?.key ?? places.projectKey;
}

async function sprints() {
  const make = (name, day) => {
    const dates = { startDate: inDays(day), endDate: inDays(day + 14) };
    return walk('createProjectSprint', `${name}, planned`, { body: { name, ...dates }, status: 201 });
  };
  const [first, second] = [await make('First', 0), await make('Second', 14)];
  await walk('listProjectSprints', 'in the order of their start');
  places.sprintId = first.body.id;
  await walk('getProjectSprint', 'one of them');
  return { first, second };
}

async function workItems(colleague, sprint) {
  const epic = await walk('createWorkItem', 'something large', {
    body: { title: 'Find our way', type: 'epic' },
    status: 201,
  });
  const key = crypto.randomUUID();
  const body = { title: 'Read the first page', parentId: epic.body.key, sprintId: sprint.body.id, storyPoints: 3 };
  const made = await walk('createWorkItem', 'a part of it', { body, key, status: 201 });
  const again = await walk('createWorkItem', 'the same request once more has no second effect', {
    body,
    key,
    status: 201,
  });
  expect('a replay says so', again.headers.get('idempotency-replayed') === 'true' && again.body.key === made.body.key);
  places.workItemKey = made.body.key;
  await walk('getWorkItem', 'as it is now');
  const changes = { description: 'Then tell the others.', dueDate: inDays(7), assigneePublicId: colleague.publicId };
  const changed = await walk('updateWorkItem', 'somebody takes it on', { body: changes, ifMatch: made.etag });
  await walk('updateWorkItem', 'over a revision that is not the present one nothing is changed', {
    body: { title: 'Too late' },
    ifMatch: made.etag,
    status: 412,
  });
  await walk('listWorkItemTransitions', 'where it may go from here');
  const body2 = { targetStatus: 'in_progress' };
  await walk('transitionWorkItem', 'the status moves by transitions only', { body: body2, ifMatch: changed.etag });
  return { epic: epic.body, item: made.body };
}

async function aroundAWorkItem(epic) {
  await walk('updateWorkItemWatcher', 'whoever watches is told', { body: { action: 'watch' } });
  await walk('getWorkItemWatcher', 'and only the own state is shown');
  await walk('createWorkItemLabelAssignment', 'a label, by its name', { body: { label: 'newcomer' } });
  await walk('deleteWorkItemLabelAssignment', 'and off again', { at: { labelId: 'newcomer' } });
  const link = { targetKey: epic.key, relation: 'relates' };
  const linkId = (await walk('createWorkItemLink', 'what it has to do with another', { body: link, status: 201 })).body
    .id;
  await walk('listWorkItemLinks', 'seen from this one');
  await walk('deleteWorkItemLink', 'no longer', { at: { linkId }, status: 204 });

  const said = await walk('createWorkItemComment', 'a word about it', {
    body: { body: 'Where do I begin?' },
    status: 201,
  });
  const answer = { body: 'On page one.', parentCommentId: said.body.id };
  const reply = await walk('createWorkItemComment', 'and a reply', { body: answer, status: 201 });
  const commentId = reply.body.id;
  await walk('updateWorkItemComment', 'said better', { at: { commentId }, body: { body: 'On page two.' } });
  await walk('deleteWorkItemComment', 'taken back', { at: { commentId }, status: 204 });
  await walk('listWorkItemComments', 'what was taken back keeps its place, without its words');

  const form = new FormData();
  form.append('file', new Blob(['Begin at the beginning.\n'], { type: 'text/plain' }), 'page-one.txt');
  const attachmentId = (await walk('createWorkItemAttachment', 'a file', { form, status: 201 })).body.id;
  await walk('listWorkItemAttachments', 'what is attached');
  const { bytes } = await walk('downloadWorkItemAttachment', 'the same bytes', { at: { attachmentId } });
  expect('a file comes back as it was sent', bytes.toString() === 'Begin at the beginning.\n');
  await walk('deleteWorkItemAttachment', 'gone', { at: { attachmentId }, status: 204 });
  await walk('listWorkItemActivity', 'all that has happened to it so far');
}

async function manyAtOnce(sprint) {
  const { projectKey } = places;
  const titles = ['Read the second page', 'Close the book'];
  const make = titles.map((title) => ({ projectKey, title, sprintId: sprint.body.id, storyPoints: 2 }));
  const made = await walk('bulkCreateWorkItems', 'several in one request', { body: { operations: make } });
  const items = made.body.results.map(({ workItem }) => workItem);
  const change = items.map(({ key: workItemKey, revision }) => {
    return { projectKey, workItemKey, revision, changes: { priority: 'high' } };
  });
  await walk('bulkUpdateWorkItems', 'each over its own revision', { body: { operations: change } });
  const move = items.map(({ key: workItemKey }) => ({ projectKey, workItemKey, targetStatus: 'done' }));
  const body = { concurrency: 'last-write-wins', operations: move.slice(0, 1) };
  await walk('bulkTransitionWorkItems', 'or over whatever is there now', { body });
}

async function aSprintIsRun({ first, second }) {
  await walk('listProjectSprintTransitions', 'it can begin');
  const begin = { body: { targetState: 'active' }, ifMatch: first.etag };
  const active = await walk('transitionProjectSprint', 'what is in it now is its commitment', begin);
  const body = { title: 'Somebody thought of something', sprintId: first.body.id, storyPoints: 1 };
  await walk('createWorkItem', 'its scope changes while it runs', { body, status: 201 });
  await walk('listProjectSprintTransitions', 'unfinished work needs a place to go');
  const completionAction = { mode: 'sprint', targetSprintId: second.body.id };
  const end = { body: { targetState: 'done', completionAction }, ifMatch: active.etag };
  await walk('transitionProjectSprint', 'the rest goes to the next one', end);
  const report = (await walk('getProjectSprintReport', 'what became of it, for ever the same')).body;
  expect('a report counts what was committed, added and carried over', report.commitment.itemCount === 3);
  expect('what came in while the Sprint ran was added', report.scopeChanges.added.length === 1);
  expect('what was not done is carried over', report.carryover.length === 3);
}

async function reports(projectKey) {
  // A Project with a past has more to report than the one that was just made.
  const types = 'velocity cumulative-flow control-chart ageing-wip created-vs-resolved distribution epic-progress';
  for (const reportType of types.split(' ')) {
    const at = { projectKey, reportType };
    const report = (await walk('getProjectReport', reportType, { at, query: { limit: '3' } })).body;
    expect('a report says what it is', report.kind === reportType);
  }
}

async function finding(item) {
  await walk('listWorkItems', 'filters that repeat are alternatives', {
    query: [
      ['status', 'todo'],
      ['status', 'backlog'],
      ['status', 'in_progress'],
      ['sort', 'priority'],
      ['limit', '5'],
    ],
  });
  await walk('listOrganizationWorkItems', 'across Projects', { query: { scope: 'open', overdue: 'true', limit: '2' } });
  await walk('listMyWork', 'across Organizations: what is assigned to me', { query: { limit: '2' } });
  await walk('validateSqueakQL', 'a query that is wrong, and where', { body: { query: 'statuz = todo' } });
  const query = `project = ${places.projectKey} and status in (in_progress, backlog) order by key`;
  const found = await walk('searchOrganizationWorkItemsWithSqueakQL', 'one that is right', {
    body: { query, limit: 5 },
  });
  expect(
    'the search finds the Work Item',
    found.body.items.some(({ key }) => key === item.key),
  );
  await walk('listProjectActivity', 'what happened in the Project, newest first', { query: { limit: '3' } });
}

async function people(me, colleague) {
  const { publicId } = colleague;
  await walk('getUserProfile', 'somebody else, as far as we share', { at: { publicId } });
  const work = await walk('listUserProfileWork', 'what they work on', { at: { publicId }, query: { limit: '2' } });
  expect('they work on something', work.body.items.length > 0);
  await walk('listUserProfileActivity', 'what they did', { at: { publicId }, query: { limit: '2' } });
  const own = await walk('getUserProfile', 'and myself', { at: { publicId: me.publicId } });
  const status = own.body.avatarUrl === null ? 404 : 200;
  await walk('getUserProfileAvatar', 'what I look like', { at: { publicId: me.publicId }, status });
}

async function leaving(epic) {
  await walk('archiveWorkItem', 'put away: it takes no change until it is back', { body: {} });
  const refused = await walk('transitionWorkItem', 'as this refusal says', {
    body: { targetStatus: 'done' },
    status: 409,
  });
  expect('a refusal has a code', refused.body.error.code === 'WORK_ITEM_ARCHIVED');
  await walk('unarchiveWorkItem', 'back', { body: {} });
  const at = { workItemKey: epic.key };
  await walk('deleteWorkItem', 'with all that is below it', { at, body: { cascade: true }, status: 204 });
  await walk('getWorkItem', 'what is deleted is not found', { status: 404 });
  await walk('archiveProject', 'no new Work Items or Sprints from now on', { body: {} });
  await walk('unarchiveProject', 'open again', { body: {} });
  await walk('archiveProject', 'and out of the way', { body: {} });
}

function demoToken() {
  try {
    const folder = process.env.WORKTRACK_DATA_DIR ?? '.data';
    return readFileSync(path.resolve(import.meta.dirname, '..', folder, 'demo-token'), 'utf8').trim();
  } catch {
    console.error('error: no token is given, and there is no demo data here: node docs/walk.mjs [base URL] [token]');
    process.exit(2);
  }
}

function inDays(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

async function theWholeWalk() {
  await readDocument();
  const { me, colleague } = await theOrganization();
  const experienced = await aProject();
  const both = await sprints();
  const { epic, item } = await workItems(colleague, both.first);
  await aroundAWorkItem(epic);
  await manyAtOnce(both.first);
  await aSprintIsRun(both);
  await reports(experienced);
  await finding(item);
  await people(me, colleague);
  await leaving(epic);
  const missed = [...operations.keys()].filter((operationId) => !walked.has(operationId));
  if (missed.length > 0) throw new Error(`docs/walk.mjs does not come by ${missed.join(', ')}.`);
  console.log(`\nAll ${walked.size} operations in ${requests} requests, each answered as expected.`);
}

await theWholeWalk().catch((error) => {
  console.error(`\nerror: ${error.message}`);
  process.exitCode = 1;
});

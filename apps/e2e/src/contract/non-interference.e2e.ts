import { randomBytes, randomUUID } from 'node:crypto';
import { type Ask, type Caller, freshKey, Raw } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { Facts } from '../kit/facts.js';
import { figures } from '../kit/figures.js';
import { created, givenComment, givenLabel, givenLink, givenSprint, givenWorkItem } from '../kit/given.js';
import { type Operation, OPERATIONS, templateOf } from '../kit/operations.js';
import { Chance, seed } from '../kit/random.js';
import { withoutRequest } from '../kit/refusals.js';
import { isDeep } from '../kit/tier.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const PAIRS = isDeep ? 5_000 : 250;

const world = new World('non-interference');
const { owner } = world;
const narrow = world.caller('owner of WEB only');

/** A Work Item with one of each thing that a path or a body can name in it or beside it. */
interface Furnished {
  readonly projectKey: string;
  readonly workItemKey: string;
  readonly itemId: string;
  readonly sprintId: string;
  readonly labelId: string;
  readonly commentId: string;
  readonly linkId: string;
  readonly attachmentId: string;
}

async function furnish(caller: Caller, project: string): Promise<Furnished> {
  const item = await givenWorkItem(caller, project);
  const other = await givenWorkItem(caller, project);
  const path = `${project}/work-items/${item.key}`;
  const label = await givenLabel(caller, project, `label ${randomUUID()}`);
  const attached = await caller.post(`${path}/labels`, { labelId: label.id }, { ifMatch: '*' });
  if (attached.status !== 200) throw new Error(attached.text);
  return {
    projectKey: project.split('/').at(-1)!,
    workItemKey: item.key,
    itemId: item.id,
    sprintId: (await givenSprint(caller, project)).id,
    labelId: label.id,
    commentId: (await givenComment(caller, path)).id,
    linkId: (await givenLink(caller, path, other.key)).id,
    attachmentId: (await created(caller.post(`${path}/attachments`, uploadOf('x')))).id,
  };
}

/** Things that the caller sees, and the same things where it sees nothing of them. */
let visible: Furnished;
let abroad: Furnished;
let ungranted: Furnished;
let deleted: Furnished;
let elsewhere: Furnished;

beforeAll(async () => {
  visible = await furnish(owner, world.project('WEB'));
  elsewhere = await furnish(owner, world.project('WEB'));
  ungranted = await furnish(owner, world.project('HAM'));
  abroad = await furnish(world.stranger, world.project('FOR', 'foreign'));
  deleted = await furnish(owner, world.project('WEB'));
  await new Facts(world.databaseUrl).deleteWorkItem(deleted.itemId);
});

/** A reference of a request, once to something hidden and once to something that never existed. */
interface Pair {
  readonly caller: Caller;
  readonly hidden: Ask;
  readonly missing: Ask;
}

type Names = Readonly<Record<string, string>>;

const MISSING_KEY = 'WEB-99999';
const missingUser = (): string => `usr_${randomBytes(16).toString('base64url')}`;

const pathOf = (operation: Operation, names: Names): string =>
  templateOf(operation).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name]!));

/** Names of our own things for every parameter of a path. */
const home = (): Names => ({
  ...visible,
  organizationSlug: world.slug,
  publicId: world.user('owner').publicId,
  reportType: 'distribution',
});

/** Pairs whose path names something hidden, by the last thing in it that is hidden. */
function inPath(chance: Chance, operation: Operation): { caller: Caller; hidden: Names; missing: Names } | undefined {
  const template = templateOf(operation);
  const has = (name: string): boolean => template.includes(`{${name}}`);
  const ours = home();
  const choices: { caller: Caller; hidden: Names; missing: Names }[] = [];
  if (has('publicId')) {
    const publicId = world.user('stranger').publicId;
    choices.push({ caller: owner, hidden: { ...ours, publicId }, missing: { ...ours, publicId: missingUser() } });
  }
  if (has('organizationSlug')) {
    const foreign = { ...ours, ...abroad, organizationSlug: `${world.slug}-foreign` };
    choices.push({
      caller: owner,
      hidden: foreign,
      missing: { ...foreign, organizationSlug: `${world.slug}-unknown` },
    });
  }
  if (has('projectKey')) {
    const there = { ...ours, ...ungranted };
    const nowhere = { ...there, projectKey: 'NONE', workItemKey: ungranted.workItemKey.replace('HAM', 'NONE') };
    choices.push({ caller: narrow, hidden: there, missing: nowhere });
  }
  if (has('workItemKey')) {
    choices.push({
      caller: owner,
      hidden: { ...ours, ...deleted },
      missing: { ...ours, ...deleted, workItemKey: MISSING_KEY },
    });
  }
  for (const name of ['sprintId', 'labelId', 'commentId', 'linkId', 'attachmentId'] as const) {
    if (!has(name)) continue;
    // A label or a Sprint of the same Project can be named; a part of another Work Item cannot.
    const others = ['sprintId', 'labelId'].includes(name)
      ? [abroad, ungranted]
      : [abroad, ungranted, elsewhere, deleted];
    choices.push({
      caller: owner,
      hidden: { ...ours, [name]: chance.of(others)[name] },
      missing: { ...ours, [name]: randomUUID() },
    });
  }
  return choices.length === 0 ? undefined : chance.of(choices);
}

/** The members of bodies that refer to something, with a hidden and a missing value. */
function inBody(chance: Chance, { id }: Operation): { hidden: object; missing: object } | undefined {
  const there = chance.of([abroad, ungranted]);
  const stranger = world.user('stranger');
  const references: [string, unknown, unknown][] = [
    ['sprintId', there.sprintId, randomUUID()],
    ['parentId', there.itemId, randomUUID()],
    ['parentId', there.workItemKey, 'ZZZ-1'],
    ['assigneeId', stranger.id, randomUUID()],
    ['assigneePublicId', stranger.publicId, missingUser()],
  ];
  const [name, hidden, missing] = chance.of(references);
  const addressed = (projectKey: string, workItemKey: string) => ({ projectKey, workItemKey, revision: 1 });
  const both = (make: (value: unknown) => object) => ({ hidden: make(hidden), missing: make(missing) });
  switch (id) {
    case 'createWorkItem':
      return both((value) => ({ title: 'x', [name]: value }));
    case 'updateWorkItem':
      return both((value) => ({ [name]: value }));
    case 'bulkCreateWorkItems':
      return chance.once(2)
        ? both((value) => ({ operations: [{ projectKey: 'WEB', title: 'x', [name]: value }] }))
        : {
            hidden: { operations: [{ projectKey: abroad.projectKey, title: 'x' }] },
            missing: { operations: [{ projectKey: 'NON', title: 'x' }] },
          };
    case 'bulkUpdateWorkItems':
      return chance.once(2)
        ? both((value) => ({
            operations: [
              { projectKey: 'WEB', workItemKey: visible.workItemKey, revision: 2, changes: { [name]: value } },
            ],
          }))
        : {
            hidden: { operations: [{ ...addressed('WEB', deleted.workItemKey), changes: { title: 'y' } }] },
            missing: { operations: [{ ...addressed('WEB', MISSING_KEY), changes: { title: 'y' } }] },
          };
    case 'bulkTransitionWorkItems':
      return {
        hidden: { operations: [{ ...addressed(abroad.projectKey, abroad.workItemKey), targetStatus: 'done' }] },
        missing: { operations: [{ ...addressed('NON', 'NON-1'), targetStatus: 'done' }] },
      };
    case 'createWorkItemLink':
      return chance.once(2)
        ? {
            hidden: { relation: 'blocks', targetId: abroad.itemId },
            missing: { relation: 'blocks', targetId: randomUUID() },
          }
        : {
            hidden: { relation: 'blocks', targetKey: chance.of([abroad, deleted]).workItemKey },
            missing: { relation: 'blocks', targetKey: MISSING_KEY },
          };
    case 'createWorkItemLabelAssignment':
      return { hidden: { labelId: there.labelId }, missing: { labelId: randomUUID() } };
    case 'createWorkItemComment':
      return {
        hidden: { body: 'x', parentCommentId: chance.of([abroad, ungranted, elsewhere, deleted]).commentId },
        missing: { body: 'x', parentCommentId: randomUUID() },
      };
    default:
      return undefined;
  }
}

/** The parameters of collections that refer to something. */
const COLLECTIONS = ['listWorkItems', 'listOrganizationWorkItems', 'listMyWork', 'listUserProfileWork'];

function inQuery(chance: Chance, { id }: Operation): [name: string, hidden: string, missing: string] | undefined {
  if (!COLLECTIONS.includes(id)) return undefined;
  const there = chance.of([abroad, ...(id === 'listWorkItems' ? [ungranted] : [])]);
  const stranger = world.user('stranger');
  return chance.of<[string, string, string]>([
    ['sprint', there.sprintId, randomUUID()],
    ['label', there.labelId, randomUUID()],
    ['parent', there.workItemKey, 'ZZZ-1'],
    ['parent', deleted.workItemKey, MISSING_KEY],
    ['assignee', stranger.publicId, missingUser()],
    ['assignee', stranger.id, randomUUID()],
    ['project', abroad.projectKey, 'NON'],
    ['organization', `${world.slug}-foreign`, `${world.slug}-unknown`],
  ]);
}

/** Spoils a request at random, in a way that depends on the number alone: both requests of a pair get the same. */
function spoilt(number: number, ask: Ask): Ask {
  const chance = new Chance(number);
  const headers: Record<string, string> = { ...(ask.headers as Record<string, string>) };
  let { target, body } = ask;
  for (let faults = chance.below(3); faults > 0; faults -= 1) {
    switch (chance.below(9)) {
      case 0:
        delete headers['idempotency-key'];
        break;
      case 1:
        delete headers['if-match'];
        break;
      case 2:
        headers['if-match'] = chance.of([
          '"wi-1"',
          '"project-7"',
          '"sprint-3"',
          '"wi-0"',
          'W/"wi-1"',
          'x',
          '"wi-99999999999999999999"',
        ]);
        break;
      case 3:
        headers['idempotency-key'] = chance.of(['short', usedKey, 'with space', 'x'.repeat(129)]);
        break;
      case 4:
        target += `${target.includes('?') ? '&' : '?'}${chance.of(['surprise=1', 'limit=0', 'cursor=x', 'q=%00', 'sort=no', 'limit=1&limit=2'])}`;
        break;
      case 5:
        body = isObject(body) ? { ...body, surprise: [] } : body;
        break;
      case 6:
        body = isObject(body) ? new Raw(JSON.stringify(body).slice(0, -1)) : body;
        break;
      case 7:
        body = isObject(body)
          ? new Raw(JSON.stringify(body), chance.of(['text/plain', 'application/xml', null]))
          : body;
        break;
      default:
        headers.expect = '';
        delete headers.expect;
        headers['x-request-id'] = 'a client may say so';
    }
  }
  return { ...ask, target, body, headers };
}

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null && !(body instanceof Raw);

/** The key of a request that has completed. */
let usedKey: string;
beforeAll(async () => {
  usedKey = freshKey();
  await owner.post(`${world.project('WEB')}/work-items`, { title: 'Done' }, { key: usedKey });
});

const isMutation = ({ headers }: Operation): boolean => headers !== undefined;

function askOf(operation: Operation, names: Names, query: string, body: unknown): Ask {
  const headers = isMutation(operation) ? { 'idempotency-key': freshKey(), 'if-match': '*' } : {};
  return {
    method: operation.method,
    target: `${pathOf(operation, names)}${query}`,
    headers,
    ...(body !== undefined && { body }),
  };
}

function pairOf(chance: Chance): Pair | undefined {
  const operation = chance.of(OPERATIONS);
  const body = operation.body === 'upload' ? uploadOf('x') : operation.body?.({ otherKey: 'WEB-1', labelName: 'none' });
  const number = chance.below(2 ** 31);
  const make = (caller: Caller, ...asks: [hidden: Ask, missing: Ask]): Pair => {
    const [hidden, missing] = asks.map((ask) => spoilt(number, ask)) as [Ask, Ask];
    return { caller, hidden, missing };
  };
  const query = inQuery(chance, operation);
  if (query !== undefined) {
    const [name, ...values] = query;
    const asks = values.map((value) => askOf(operation, home(), `?${name}=${encodeURIComponent(value)}`, body));
    return make(narrow, ...(asks as [Ask, Ask]));
  }
  const reference = chance.once(2) ? inBody(chance, operation) : undefined;
  if (reference !== undefined) {
    return make(
      narrow,
      askOf(operation, home(), '', reference.hidden),
      askOf(operation, home(), '', reference.missing),
    );
  }
  const path = inPath(chance, operation);
  return path && make(path.caller, askOf(operation, path.hidden, '', body), askOf(operation, path.missing, '', body));
}

it(`Of ${PAIRS} pairs of requests, well-formed or not, none distinguishes what is hidden from what is missing`, async () => {
  const chance = new Chance(seed);
  const codes: Record<string, number> = {};
  const pairs: Pair[] = [];
  while (pairs.length < PAIRS) {
    const pair = pairOf(chance);
    if (pair !== undefined) pairs.push(pair);
  }
  await concurrently(12, pairs, async ({ caller, hidden, missing }) => {
    const [one, other] = [await caller.send(hidden), await caller.send(missing)];
    const requests = JSON.stringify([hidden, missing]);
    expect({ requests, ...withoutRequest(one) }).toEqual({ requests, ...withoutRequest(other) });
    const code = one.body?.error?.code ?? one.status;
    codes[code] = (codes[code] ?? 0) + 1;
  });
  console.log(JSON.stringify(codes));
  figures.add('pairs of hidden and missing compared', PAIRS);
}, 600_000);

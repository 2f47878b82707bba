import { randomBytes, randomUUID } from 'node:crypto';
import { type Ask, type Caller, freshKey, Raw } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { figures } from '../kit/figures.js';
import { created, givenComment, givenLabel, givenLink, givenSprint, givenWorkItem } from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { conditionOf, headersOf, type Operation, OPERATIONS, templateOf } from '../kit/operations.js';
import { Chance, seed } from '../kit/random.js';
import { withoutRequest } from '../kit/refusals.js';
import { isDeep } from '../kit/tier.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

/** Pairs of malformed requests. */
const PAIRS = isDeep ? 5_000 : 250;
/** Pairs of well-formed requests, which are compared besides and not counted. */
const WELL_FORMED = Math.ceil(PAIRS / 3);

const world = new World('non-interference');
afterAll(async () => {
  for (const slug of [world.slug, `${world.slug}-foreign`]) await expectInvariants(world, slug);
});
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
  const { status, text } = await owner.delete(`${world.project('WEB')}/work-items/${deleted.workItemKey}`);
  if (status !== 204) throw new Error(text);
});

/** A reference of a request, once to something hidden and once to something that never existed. */
interface Pair {
  readonly isMalformed: boolean;
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

/** The parts of a request that can be spoilt. */
interface Draft {
  target: string;
  readonly headers: Record<string, string>;
  body: unknown;
}

/** Makes a request malformed. */
type Spoiling = (draft: Draft, chance: Chance) => void;

/** Queries that are malformed for every operation: it does not know the name, or takes no such value. */
const QUERIES = ['surprise=1', 'limit=0', 'cursor=x', 'q=%00', 'sort=no', 'limit=1&limit=2'];

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null && !(body instanceof Raw);

/** Spoils a body of JSON; one that is spoilt already stays as it is. */
const inJson =
  (spoil: (body: object, chance: Chance) => unknown): Spoiling =>
  (draft, chance) => {
    if (isObject(draft.body)) draft.body = spoil(draft.body, chance);
  };

/** The ways to spoil a request of an operation. Each makes it malformed, and none of the others mends it. */
function spoilingsOf(operation: Operation): Spoiling[] {
  const known = headersOf(operation);
  const tagged = conditionOf(operation);
  const ways: Spoiling[] = [
    (draft, chance) => {
      draft.target += `${draft.target.includes('?') ? '&' : '?'}${chance.of(QUERIES)}`;
    },
  ];
  if (known.get('Idempotency-Key') === true) {
    ways.push(({ headers }) => {
      delete headers['idempotency-key'];
    });
  }
  if (known.has('Idempotency-Key')) {
    ways.push(({ headers }, chance) => {
      headers['idempotency-key'] = chance.of(['short', 'with space', 'x'.repeat(129)]);
    });
  }
  if (tagged !== undefined) {
    const others = ['wi', 'project', 'sprint'].filter((word) => word !== tagged).map((word) => `"${word}-3"`);
    ways.push(
      ({ headers }) => {
        delete headers['if-match'];
      },
      ({ headers }, chance) => {
        headers['if-match'] = chance.of([...others, `"${tagged}-0"`, `W/"${tagged}-1"`, 'x']);
      },
    );
  }
  if (typeof operation.body === 'function') {
    ways.push(
      inJson((body) => ({ ...body, surprise: [] })),
      inJson((body) => new Raw(JSON.stringify(body).slice(0, -1))),
      inJson((body, chance) => new Raw(JSON.stringify(body), chance.of(['text/plain', 'application/xml', null]))),
    );
  }
  return ways;
}

/** Gives a request headers that change what a well-formed one is answered. */
function vary({ headers }: Draft, operation: Operation, chance: Chance): void {
  const tagged = conditionOf(operation);
  if (headersOf(operation).has('Idempotency-Key') && chance.once(8)) headers['idempotency-key'] = usedKey;
  if (tagged !== undefined && chance.once(3)) {
    headers['if-match'] = chance.of([`"${tagged}-1"`, `"${tagged}-99999999999999999999"`]);
  }
  if (chance.once(8)) headers['x-request-id'] = 'a client may say so';
}

/** Changes a request at random, by the number and the operation alone: both requests of a pair are changed alike. */
function changed(number: number, operation: Operation, isMalformed: boolean, ask: Ask): Ask {
  const chance = new Chance(number);
  const headers = { ...(ask.headers as Record<string, string>) };
  const draft: Draft = { target: ask.target, headers, body: ask.body };
  vary(draft, operation, chance);
  if (isMalformed) for (const spoil of chance.some(spoilingsOf(operation), 2)) spoil(draft, chance);
  return { ...ask, ...draft };
}

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

function pairOf(chance: Chance, isMalformed: boolean): Pair | undefined {
  const operation = chance.of(OPERATIONS);
  const body = operation.body === 'upload' ? uploadOf('x') : operation.body?.({ otherKey: 'WEB-1', labelName: 'none' });
  const number = chance.below(2 ** 31);
  const make = (caller: Caller, ...asks: [hidden: Ask, missing: Ask]): Pair => {
    const [hidden, missing] = asks.map((ask) => changed(number, operation, isMalformed, ask)) as [Ask, Ask];
    return { isMalformed, caller, hidden, missing };
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

function pairsOf(chance: Chance, count: number, isMalformed: boolean): Pair[] {
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const pair = pairOf(chance, isMalformed);
    if (pair !== undefined) pairs.push(pair);
  }
  return pairs;
}

it(`None of ${PAIRS} malformed pairs, and of well-formed ones besides, tells hidden from missing`, async () => {
  const chance = new Chance(seed);
  /** The answers to malformed requests, by code. */
  const codes: Record<string, number> = {};
  let compared = 0;
  const pairs = [...pairsOf(chance, PAIRS, true), ...pairsOf(chance, WELL_FORMED, false)];
  await concurrently(12, pairs, async ({ isMalformed, caller, hidden, missing }) => {
    const [one, other] = [await caller.send(hidden), await caller.send(missing)];
    const requests = JSON.stringify([hidden, missing]);
    expect({ requests, ...withoutRequest(one) }).toEqual({ requests, ...withoutRequest(other) });
    if (!isMalformed) return;
    expect({ requests, isRefused: one.status >= 400 }).toEqual({ requests, isRefused: true });
    const code = String(one.body?.error?.code ?? one.status);
    codes[code] = (codes[code] ?? 0) + 1;
    compared += 1;
  });
  console.log(JSON.stringify(codes));
  expect(compared).toBe(PAIRS);
  // A hidden resource in the path is NOT_FOUND, whatever the form of the request. In a visible Project the form is refused.
  expect(Object.keys(codes)).toEqual(expect.arrayContaining(['NOT_FOUND', 'VALIDATION_ERROR']));
  figures.add('pairs of hidden and missing compared', compared);
}, 600_000);

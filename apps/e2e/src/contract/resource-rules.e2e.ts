import { type Answer, type Ask, type Caller, freshKey } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { figures } from '../kit/figures.js';
import {
  created,
  givenComment,
  givenLabel,
  givenLink,
  givenProject,
  givenSprint,
  givenWorkItem,
} from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { type Operation, OPERATIONS } from '../kit/operations.js';
import { walk } from '../kit/paging.js';
import { Chance, seed } from '../kit/random.js';
import { expectRefusal } from '../kit/refusals.js';
import { isDeep } from '../kit/tier.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

/**
 * Rules about resources that hold in any API of this kind, after RESTler's checkers: what was created can be used, what was deleted
 * cannot; nobody else sees it; it exists under its own parent only; a changed id is invalid; a refused request leaves nothing behind.
 */

const SEQUENCES = isDeep ? 2_000 : 10;
/** Rules that are tried in a sequence, each on a resource of its own choice. */
const TRIES = isDeep ? 2 : 12;

const world = new World('resource-rules');
afterAll(() => expectInvariants(world, world.slug));
const { owner, stranger } = world;

type Kind = 'projectKey' | 'sprintId' | 'workItemKey' | 'commentId' | 'linkId' | 'attachmentId';

/** Something that a sequence has created. */
interface Resource {
  /** The parameter of the paths that name it. */
  readonly kind: Kind;
  /** The parameters of its own path. */
  readonly names: Readonly<Record<string, string>>;
  readonly id: string;
}

/** The collection that shows each kind, and how the resource is deleted where it can be. */
const COLLECTIONS: Readonly<Record<Kind, string>> = {
  projectKey: '{org}/projects',
  sprintId: '{proj}/sprints',
  workItemKey: '{proj}/work-items',
  commentId: '{wi}/comments',
  linkId: '{wi}/links',
  attachmentId: '{wi}/attachments',
};
const CREATED_BY: Readonly<Record<Kind, string>> = {
  projectKey: 'createProject',
  sprintId: 'createProjectSprint',
  workItemKey: 'createWorkItem',
  commentId: 'createWorkItemComment',
  linkId: 'createWorkItemLink',
  attachmentId: 'createWorkItemAttachment',
};
const DELETABLE: readonly Kind[] = ['workItemKey', 'commentId', 'linkId', 'attachmentId'];

const pathOf = (path: string, names: Resource['names']): string =>
  path
    .replace('{wi}', '{proj}/work-items/{workItemKey}')
    .replace('{proj}', '{org}/projects/{projectKey}')
    .replace('{org}', world.org())
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name]!));

/** The operations whose path ends in the name of such a resource, or goes on from it. */
const operationsOn = (kind: Kind): Operation[] =>
  OPERATIONS.filter(({ path }) => {
    const spelt = path
      .replace('{wi}', '{proj}/work-items/{workItemKey}')
      .replace('{proj}', '{org}/projects/{projectKey}');
    const last = [...spelt.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
    return last === kind && !path.includes('{reportType}');
  });

function askOf(operation: Operation, names: Resource['names'], body?: unknown): Ask {
  const content =
    operation.body === 'upload' ? uploadOf('x') : operation.body?.({ otherKey: 'WEB-1', labelName: 'none' });
  const headers = operation.headers === undefined ? {} : { 'idempotency-key': freshKey(), 'if-match': '*' };
  return { method: operation.method, target: pathOf(operation.path, names), headers, body: body ?? content };
}

const OPERATION = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

/** One sequence: a Project with a bit of everything, and a second one beside it. */
class Sequence {
  readonly resources: Resource[] = [];
  other!: Resource['names'];

  constructor(private readonly chance: Chance) {}

  async produce(): Promise<void> {
    const project = await givenProject(owner, world.org());
    const names = { projectKey: project.key as string };
    const at = pathOf('{proj}', names);
    const item = await givenWorkItem(owner, at);
    const beside = await givenWorkItem(owner, at);
    const inItem = { ...names, workItemKey: item.key as string };
    const path = pathOf('{wi}', inItem);
    await givenLabel(owner, at, 'a label');
    const sprint = await givenSprint(owner, at);
    const comment = await givenComment(owner, path);
    const link = await givenLink(owner, path, beside.key);
    const attachment = await created(owner.post(`${path}/attachments`, uploadOf('x')));
    const otherProject = await givenProject(owner, world.org());
    this.other = { projectKey: otherProject.key, workItemKey: beside.key };
    this.resources.push(
      { kind: 'projectKey', names, id: project.id },
      { kind: 'sprintId', names: { ...names, sprintId: sprint.id }, id: sprint.id },
      { kind: 'workItemKey', names: inItem, id: item.id },
      { kind: 'workItemKey', names: { ...names, workItemKey: beside.key }, id: beside.id },
      { kind: 'commentId', names: { ...inItem, commentId: comment.id }, id: comment.id },
      { kind: 'linkId', names: { ...inItem, linkId: link.id }, id: link.id },
      { kind: 'attachmentId', names: { ...inItem, attachmentId: attachment.id }, id: attachment.id },
    );
  }

  /**
   * Tries the rule whose turn it is, on a resource at random. A rule that says nothing about a resource is tried on
   * others; when it says nothing about any, the next rule is tried. Returns the name of the rule that sent requests.
   */
  async tryRule(turn: number): Promise<string> {
    const rules = Object.entries(RULES);
    const first = turn % rules.length;
    for (const [name, rule] of [...rules.slice(first), ...rules.slice(0, first)]) {
      const left = [...this.resources];
      while (left.length > 0) {
        const [resource] = left.splice(this.chance.below(left.length), 1);
        if (await rule(this, resource!, this.chance)) return name;
      }
    }
    throw new Error('No rule says anything about what the sequence has left.');
  }

  /** Takes out a resource and all that is below it. */
  forget({ kind, names }: Resource): void {
    // A link is seen only while both of its items are there.
    const isBelow = (one: Resource): boolean =>
      (kind === 'workItemKey' && one.kind === 'linkId') ||
      Object.entries(names).every(([name, value]) => one.names[name] === value);
    for (const gone of this.resources.filter(isBelow)) this.resources.splice(this.resources.indexOf(gone), 1);
  }
}

/** The rows of the collection of a resource; of Projects, which other sequences create as well, only its own. */
const listed = async ({ kind, names, id }: Resource): Promise<any[]> => {
  const rows = await walk(owner, `${pathOf(COLLECTIONS[kind], names)}?limit=100`);
  return kind === 'projectKey' ? rows.filter((row) => row.id === id) : rows;
};
const isListed = async (resource: Resource): Promise<boolean> =>
  (await listed(resource)).some(({ id, deleted }) => id === resource.id && deleted !== true);

const send = async (caller: Caller, operation: Operation, ask: Ask): Promise<Answer> => {
  const answer = await caller.send(ask);
  if (answer.status >= 500) throw new Error(`${operation.id}: ${answer.status} ${answer.text}`);
  return answer;
};

/** Sends the requests of a rule about a resource. Returns false, and sends none, when it says nothing about this. */
type Rule = (sequence: Sequence, resource: Resource, chance: Chance) => Promise<boolean>;

const RULES: Readonly<Record<string, Rule>> = {
  'what was created can be read': async (_, resource) => {
    expect(await isListed(resource)).toBe(true);
    for (const operation of operationsOn(resource.kind).filter(({ method }) => method === 'GET')) {
      const { status, text } = await send(owner, operation, askOf(operation, resource.names));
      expect({ operation: operation.id, status, text }).toMatchObject({ status: 200 });
    }
    return true;
  },

  'what was deleted cannot be used': async (sequence, resource) => {
    if (!DELETABLE.includes(resource.kind)) return false;
    const removal = operationsOn(resource.kind).find(({ method }) => method === 'DELETE')!;
    const body = resource.kind === 'workItemKey' ? { cascade: true } : undefined;
    expect((await send(owner, removal, askOf(removal, resource.names, body))).status).toBe(204);
    expect(await isListed(resource)).toBe(false);
    for (const operation of operationsOn(resource.kind)) {
      expectRefusal(await send(owner, operation, askOf(operation, resource.names)), 'NOT_FOUND');
    }
    sequence.forget(resource);
    return true;
  },

  'nobody of another Organization can use it': async (_, { kind, names }, chance) => {
    const operation = chance.of(operationsOn(kind));
    expectRefusal(await send(stranger, operation, askOf(operation, names)), 'NOT_FOUND');
    return true;
  },

  'it is not found under another parent': async ({ other }, { kind, names }, chance) => {
    // A Project has no parent of its kind, and a link is seen from both of its items.
    if (kind === 'projectKey' || kind === 'linkId') return false;
    const parent = kind === 'workItemKey' || kind === 'sprintId' ? 'projectKey' : 'workItemKey';
    const operation = chance.of(operationsOn(kind));
    const ask = askOf(operation, { ...names, [parent]: other[parent]! });
    expectRefusal(await send(owner, operation, ask), 'NOT_FOUND');
    return true;
  },

  'a changed id is invalid': async (_, { kind, names }, chance) => {
    const operation = chance.of(operationsOn(kind));
    const id = names[kind]!;
    const changed = chance.of([
      `${id}x`,
      `${id}%00`,
      ` ${id}`,
      `${id}/`,
      `${id}\u0000`,
      id.replace(/.$/, (last) => (last === '1' ? '22' : '1x')),
      `${id}?`,
    ]);
    expectRefusal(await send(owner, operation, askOf(operation, { ...names, [kind]: changed })), 'NOT_FOUND');
    return true;
  },

  'a refused creation leaves nothing behind': async (_, resource, chance) => {
    const operation = OPERATION.get(CREATED_BY[resource.kind])!;
    const before = await listed(resource);
    const body = chance.of([
      {},
      { surprise: 1 },
      { title: '', name: '', body: '', relation: 'blocks' },
      { title: 1, name: 1, body: 1, targetKey: 1 },
    ]);
    const { status } = await send(owner, operation, { ...askOf(operation, resource.names), body });
    expect(status).toBe(400);
    expect(await listed(resource)).toEqual(before);
    return true;
  },

  'a request with a spoilt body changes nothing': async (_, resource, chance) => {
    const mutations = operationsOn(resource.kind).filter(
      ({ method, body }) => method !== 'GET' && typeof body === 'function',
    );
    if (mutations.length === 0) return false;
    const operation = chance.of(mutations);
    const ask = askOf(operation, resource.names);
    const before = await listed(resource);
    const { status } = await send(owner, operation, {
      ...ask,
      body: spoilt(chance, ask.body as Record<string, unknown>),
    });
    expect({ operation: operation.id, status }).toEqual({ operation: operation.id, status: 400 });
    expect(await listed(resource)).toEqual(before);
    return true;
  },
};

/** Adds a member that nobody knows, or gives one a value of a type that no member has. */
function spoilt(chance: Chance, body: Record<string, unknown>): object {
  const names = Object.keys(body);
  if (names.length === 0 || chance.once(3)) return { ...body, surprise: chance.of([1, null, 'x', [], {}]) };
  return { ...body, [chance.of(names)]: chance.of([[[]], { a: { b: 1 } }, 1.5, [null]]) };
}

/** Sequences at once: fewer than the four uploads that a token may have under way. */
const LANES = 3;

it(`${SEQUENCES} sequences of requests keep the rules about resources`, async () => {
  /** For each rule the tries in which requests were sent. */
  const counts: Record<string, number> = Object.fromEntries(Object.keys(RULES).map((name) => [name, 0]));
  await concurrently(
    LANES,
    Array.from({ length: SEQUENCES }, (_, number) => number),
    async (number) => {
      const sequence = new Sequence(new Chance(seed + number));
      await sequence.produce();
      for (let tried = 0; tried < TRIES; tried += 1) {
        const name = await sequence.tryRule(number * TRIES + tried);
        counts[name] = (counts[name] ?? 0) + 1;
      }
    },
  );
  console.log(JSON.stringify(counts));
  expect(Object.keys(counts).filter((name) => counts[name] === 0)).toEqual([]);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(SEQUENCES * TRIES);
  figures.add('sequences of producers and consumers', SEQUENCES);
}, 3_600_000);

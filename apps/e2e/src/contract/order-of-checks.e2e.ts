import { type Answer, freshKey, Raw } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { suspend } from '../kit/changed-access.js';
import { World } from '../kit/world.js';

const world = new World('order');
const facts = new Facts(world.databaseUrl);

/** A request that would succeed, until faults are put into it. */
interface Plan {
  method: string;
  organization: string;
  project: string;
  behind: string;
  query: string;
  person: 'admin' | 'member' | 'nobody' | 'impostor';
  mayWrite: boolean;
  key: string | null;
  ifMatch: string | null;
  members: Record<string, unknown>;
  oversized: boolean;
}

interface Fault {
  readonly name: string;
  /** The parts of the request that this fault changes: a request cannot have two faults in one part. */
  readonly parts: readonly (keyof Plan)[];
  readonly put: (plan: Plan) => void;
  readonly code: string;
  readonly field?: string;
}

let projectKey: string;
let usedKey: string;

const HOME = world.slug;
const ASLEEP = `${world.slug}-asleep`;

/** The faults of `updateProject`, in the order in which the contract checks them. */
const FAULTS: readonly Fault[] = [
  { name: 'no such route', parts: ['behind'], put: (plan) => (plan.behind = '/nowhere'), code: 'NOT_FOUND' },
  { name: 'another method', parts: ['method'], put: (plan) => (plan.method = 'PUT'), code: 'METHOD_NOT_ALLOWED' },
  { name: 'no token', parts: ['person'], put: (plan) => (plan.person = 'nobody'), code: 'AUTH_REQUIRED' },
  { name: 'a wrong token', parts: ['person'], put: (plan) => (plan.person = 'impostor'), code: 'INVALID_TOKEN' },
  { name: 'no scope', parts: ['mayWrite'], put: (plan) => (plan.mayWrite = false), code: 'INSUFFICIENT_SCOPE' },
  {
    name: 'an Organization that is not visible',
    parts: ['organization'],
    put: (plan) => (plan.organization = `${HOME}-foreign`),
    code: 'NOT_FOUND',
  },
  {
    name: 'a suspended Organization',
    parts: ['organization'],
    put: (plan) => (plan.organization = ASLEEP),
    code: 'ORGANIZATION_SUSPENDED',
  },
  {
    name: 'a Project that is not there',
    parts: ['project'],
    put: (plan) => (plan.project = 'NOWHERE'),
    code: 'NOT_FOUND',
  },
  { name: 'too low a role', parts: ['person'], put: (plan) => (plan.person = 'member'), code: 'FORBIDDEN' },
  {
    name: 'an unknown query parameter',
    parts: ['query'],
    put: (plan) => (plan.query = '?surprise=1'),
    code: 'VALIDATION_ERROR',
    field: 'surprise',
  },
  {
    name: 'a body of more than 1 MiB',
    parts: ['oversized'],
    put: (plan) => (plan.oversized = true),
    code: 'PAYLOAD_TOO_LARGE',
  },
  { name: 'no key', parts: ['key'], put: (plan) => (plan.key = null), code: 'IDEMPOTENCY_KEY_REQUIRED' },
  {
    name: 'a malformed key',
    parts: ['key'],
    put: (plan) => (plan.key = 'short'),
    code: 'VALIDATION_ERROR',
    field: 'Idempotency-Key',
  },
  { name: 'no If-Match', parts: ['ifMatch'], put: (plan) => (plan.ifMatch = null), code: 'PRECONDITION_REQUIRED' },
  {
    name: 'a malformed If-Match',
    parts: ['ifMatch'],
    put: (plan) => (plan.ifMatch = '"wi-1"'),
    code: 'VALIDATION_ERROR',
    field: 'If-Match',
  },
  {
    name: 'an unknown member',
    parts: ['members'],
    put: (plan) => (plan.members = { name: 'x', surprise: 1 }),
    code: 'VALIDATION_ERROR',
    field: 'surprise',
  },
  { name: 'a used key', parts: ['key'], put: (plan) => (plan.key = usedKey), code: 'IDEMPOTENCY_KEY_REUSED' },
  {
    name: 'a stale tag',
    parts: ['ifMatch'],
    put: (plan) => (plan.ifMatch = '"project-99"'),
    code: 'REVISION_CONFLICT',
  },
];

const soundPlan = (): Plan => ({
  method: 'PATCH',
  organization: HOME,
  project: projectKey,
  behind: '',
  query: '',
  person: 'admin',
  mayWrite: true,
  key: freshKey(),
  ifMatch: '*',
  members: { name: 'Changed' },
  oversized: false,
});

async function carryOut(plan: Plan): Promise<Answer> {
  const { person, mayWrite, organization } = plan;
  const caller =
    person === 'nobody' || person === 'impostor'
      ? world.nobody
      : world.caller(
          [person, organization === ASLEEP ? 'there' : '', mayWrite ? '' : 'without write'].filter(Boolean).join(' '),
        );
  const json = JSON.stringify(plan.members);
  return caller.send({
    method: plan.method,
    target: `/api/v1/organizations/${organization}/projects/${plan.project}${plan.behind}${plan.query}`,
    headers: {
      ...(person === 'impostor' ? { authorization: 'Bearer wtp_impostor' } : {}),
      ...(plan.key === null ? {} : { 'idempotency-key': plan.key }),
      ...(plan.ifMatch === null ? {} : { 'if-match': plan.ifMatch }),
    },
    body: new Raw(plan.oversized ? json.padEnd(2 ** 20 + 1, ' ') : json),
  });
}

function expectFault(answer: Answer, { code, field }: Fault): void {
  expectRefusal(answer, code, ...(field === undefined ? [] : [field]));
}

const pairs = FAULTS.flatMap((earlier, index) =>
  FAULTS.slice(index + 1)
    .filter((later) => !later.parts.some((part) => earlier.parts.includes(part)))
    .map((later) => ({ earlier, later })),
);

describe('The order of checks', () => {
  beforeAll(async () => {
    projectKey = (await givenProject(world.owner, world.org())).key;
    usedKey = freshKey();
    expect((await world.admin.patch(world.project('HAM'), { description: 'Used' }, { key: usedKey })).status).toBe(200);
    await suspend(ASLEEP, world);
  });

  it('lets a request without faults through', async () => {
    expect((await carryOut(soundPlan())).status).toBe(200);
  });

  it.each(FAULTS)('answers $name by $code', async (fault) => {
    const plan = soundPlan();
    fault.put(plan);
    expectFault(await carryOut(plan), fault);
  });

  it.each(pairs)('answers $earlier.name before $later.name', async ({ earlier, later }) => {
    const plan = soundPlan();
    later.put(plan);
    earlier.put(plan);
    expectFault(await carryOut(plan), earlier);
  });

  it('hides a suspended Organization from those who may not see it', async () => {
    expectRefusal(await world.stranger.get(world.org('asleep')), 'NOT_FOUND');
    expectRefusal(await world.stranger.get(world.project('WEB', 'asleep')), 'NOT_FOUND');
  });

  it('checks the kind of grant like a role: after visibility, before the shape', async () => {
    const narrow = world.caller('owner of WEB only');
    expectRefusal(await narrow.post(`${world.org()}/projects?x=1`, { name: '' }, { key: null }), 'FORBIDDEN');
    expectRefusal(await narrow.post(`${world.org('foreign')}/projects`, { name: 'x' }), 'NOT_FOUND');
  });
});

describe('A Work Item that is not there, or is deleted, is refused before', () => {
  let deleted: string;
  let used: string;

  beforeAll(async () => {
    deleted = (await givenWorkItem(world.owner, world.project())).key;
    used = freshKey();
    await world.owner.patch(world.item(deleted), { title: 'Used' }, { key: used });
    expect((await world.owner.delete(world.item(deleted))).status).toBe(204);
  });

  interface Later {
    readonly name: string;
    readonly query?: string;
    readonly body?: object | Raw;
    readonly conditions?: () => { readonly key?: string | null; readonly ifMatch?: string | null };
  }
  const LATER: readonly Later[] = [
    { name: 'nothing else' },
    { name: 'an unknown query parameter', query: '?surprise=1' },
    { name: 'a body of more than 1 MiB', body: new Raw(' '.repeat(2 ** 20 + 1)) },
    { name: 'a body that is no JSON', body: new Raw('{') },
    { name: 'no key', conditions: () => ({ key: null }) },
    { name: 'a malformed key', conditions: () => ({ key: 'short' }) },
    { name: 'no If-Match', conditions: () => ({ ifMatch: null }) },
    { name: 'a malformed If-Match', conditions: () => ({ ifMatch: '"project-1"' }) },
    { name: 'an unknown member', body: { surprise: 1 } },
    { name: 'a wrong value', body: { title: 7, targetStatus: 7 } },
    { name: 'an unknown reference', body: { assigneeId: '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11' } },
    { name: 'a used key', conditions: () => ({ key: used }) },
  ];

  it.each(LATER)('$name', async ({ query = '', body, conditions }) => {
    const caller = world.owner;
    for (const item of [world.item('WEB-999999'), world.item(deleted)]) {
      const given = () => ({ ifMatch: '*', key: freshKey(), ...conditions?.() });
      expectRefusal(await caller.patch(`${item}${query}`, body ?? { title: 'Late' }, given()), 'NOT_FOUND');
      const move = `${item}/transitions${query}`;
      expectRefusal(await caller.post(move, body ?? { targetStatus: 'todo' }, given()), 'NOT_FOUND');
    }
  });

  it.each(LATER.slice(1).filter(({ name }) => name !== 'an unknown reference' && name !== 'no key'))(
    '$name, which is what a Work Item that is there is refused for',
    async ({ query = '', body, conditions }) => {
      const caller = world.owner;
      const item = world.item((await givenWorkItem(world.owner, world.project())).key);
      const given = { ifMatch: '*', key: freshKey(), ...conditions?.() };
      const { status } = await caller.patch(`${item}${query}`, body ?? { title: 'Late' }, given);
      expect([400, 403, 409, 413, 428]).toContain(status);
    },
  );
});

describe('The order of the domain rules', () => {
  const { owner } = world;
  const nowhere = '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11';

  it('is, for an update: shape, revision, archived, status, references', async () => {
    const { key, id } = await givenWorkItem(owner, world.project());
    const path = world.item(key);
    const stale = { ifMatch: '"wi-7"' };
    const unknown = { assigneeId: nowhere };
    expectRefusal(await owner.patch(path, { status: 'done', title: '' }, stale), 'VALIDATION_ERROR', 'title');
    expectRefusal(await owner.patch(path, { status: 'done', surprise: 1 }, stale), 'VALIDATION_ERROR', 'surprise');
    expectRefusal(await owner.patch(path, { status: 'done' }, stale), 'REVISION_CONFLICT');
    expectRefusal(await owner.patch(path, { status: 'done', ...unknown }), 'WORK_ITEM_STATUS_REQUIRES_TRANSITION');
    expectRefusal(await owner.patch(path, unknown, stale), 'REVISION_CONFLICT');
    expectRefusal(await owner.patch(path, unknown), 'VALIDATION_ERROR', 'assigneeId');

    await facts.archiveWorkItem(id);
    expectRefusal(await owner.patch(path, { title: 'x' }, stale), 'REVISION_CONFLICT');
    expectRefusal(await owner.patch(path, { status: 'done' }), 'WORK_ITEM_ARCHIVED');
    expectRefusal(await owner.patch(path, unknown), 'WORK_ITEM_ARCHIVED');
    expectRefusal(await owner.patch(path, {}), 'VALIDATION_ERROR', 'body');
  });

  it('is, for a transition: shape, revision, archived, the move', async () => {
    const { key, id } = await givenWorkItem(owner, world.project());
    const path = `${world.item(key)}/transitions`;
    const stale = { ifMatch: '"wi-7"' };
    expectRefusal(await owner.post(path, { targetStatus: '' }, stale), 'VALIDATION_ERROR', 'targetStatus');
    expectRefusal(await owner.post(path, { targetStatus: 'nonsense' }, stale), 'REVISION_CONFLICT');
    await facts.archiveWorkItem(id);
    expectRefusal(await owner.post(path, { targetStatus: 'todo' }, stale), 'REVISION_CONFLICT');
    expectRefusal(await owner.post(path, { targetStatus: 'nonsense' }, { ifMatch: '*' }), 'WORK_ITEM_ARCHIVED');
  });

  it('is, for a new Work Item: shape, used key, archived Project, references', async () => {
    const { key: projectKey } = await givenProject(owner, world.org());
    const path = `${world.project(projectKey)}/work-items`;
    const key = freshKey();
    await owner.post(path, { title: 'x' }, { key });
    await owner.post(`${world.project(projectKey)}/archive`, {}, { ifMatch: '*' });
    expectRefusal(await owner.post(path, { title: '' }, { key }), 'VALIDATION_ERROR', 'title');
    expectRefusal(await owner.post(path, { title: 'y', assigneeId: nowhere }, { key }), 'IDEMPOTENCY_KEY_REUSED');
    expectRefusal(await owner.post(path, { title: 'y', assigneeId: nowhere }), 'PROJECT_ARCHIVED');
  });

  it('is, for a new Project: shape, used key, the taken key', async () => {
    const { key } = await givenProject(owner, world.org());
    const used = freshKey();
    await owner.post(`${world.org()}/projects`, { name: 'x' }, { key: used });
    const taken = { name: 'Taken', key };
    expectRefusal(await owner.post(`${world.org()}/projects`, { ...taken, color: '' }), 'VALIDATION_ERROR', 'color');
    expectRefusal(await owner.post(`${world.org()}/projects`, taken, { key: used }), 'IDEMPOTENCY_KEY_REUSED');
    expectRefusal(await owner.post(`${world.org()}/projects`, taken), 'CONFLICT');
  });

  it('puts a replay before the domain: a used tag, an archived item, a moved item do not keep it from coming', async () => {
    const { key, id } = await givenWorkItem(owner, world.project());
    const conditions = { ifMatch: '"wi-1"', key: freshKey() };
    const first = await owner.patch(world.item(key), { title: 'First' }, conditions);
    expect(first.status).toBe(200);
    await facts.archiveWorkItem(id);
    const again = await owner.patch(world.item(key), { title: 'First' }, conditions);
    expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: first.text });
  });
});

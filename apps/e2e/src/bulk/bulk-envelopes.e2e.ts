import { freshKey, Raw, type Answer, type Conditions } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem, unusedProjectKey } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { membersOf } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('bulk');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);
const narrow = world.caller('owner of WEB only');
const ITEMS = `${world.org()}/bulk-work-items`;
const MOVES = `${world.org()}/bulk-work-item-transitions`;

type Send = (body: unknown, conditions?: Conditions, as?: typeof owner, query?: string) => Promise<Answer>;

const create: Send = (body, conditions, as = owner, query = '') => as.post(ITEMS + query, body, conditions);
const update: Send = (body, conditions, as = owner, query = '') => as.patch(ITEMS + query, body, conditions);
const transition: Send = (body, conditions, as = owner, query = '') => as.post(MOVES + query, body, conditions);

const NOWHERE = { projectKey: 'NOWHERE', workItemKey: 'NOWHERE-1' };

/** Each route, and an operation of it that is in order but for its Project. */
const ROUTES: readonly (readonly [id: string, send: Send, operation: object])[] = [
  ['bulkCreateWorkItems', create, { projectKey: 'NOWHERE', title: 'x' }],
  ['bulkUpdateWorkItems', update, { ...NOWHERE, revision: 1, changes: { title: 'x' } }],
  ['bulkTransitionWorkItems', transition, { ...NOWHERE, revision: 1, targetStatus: 'done' }],
];

/** The two that change what is there, and what they do to an item. */
const CHANGES: readonly (readonly [id: string, send: Send, change: object, shown: object])[] = [
  ['bulkUpdateWorkItems', update, { changes: { title: 'Changed' } }, { title: 'Changed' }],
  ['bulkTransitionWorkItems', transition, { targetStatus: 'done' }, { status: 'done' }],
];

const statuses = ({ body }: Answer): number[] => body.results.map(({ status }: any) => status);
const codes = ({ body }: Answer): (string | undefined)[] => body.results.map(({ error }: any) => error?.code);

/** An item of a fresh Project, and how an operation names it. */
async function givenTarget(): Promise<{ item: any; at: { projectKey: string; workItemKey: string } }> {
  const { key: projectKey } = await givenProject(owner, world.org());
  const item = await givenWorkItem(owner, world.project(projectKey));
  return { item, at: { projectKey, workItemKey: item.key } };
}

describe.each(ROUTES)('The envelope of %s', (_id, send, operation) => {
  it.each([
    ['no operations at all', {}, 'operations'],
    ['none in the list', { operations: [] }, 'operations'],
    ['51 of them', { operations: Array.from({ length: 51 }, () => operation) }, 'operations'],
    ['no list', { operations: { 0: operation } }, 'operations'],
    ['null for the list', { operations: null }, 'operations'],
    ['a member that is unknown', { operations: [operation], dryRun: true }, 'dryRun'],
    ['a page', { operations: [operation], limit: 1 }, 'limit'],
  ])('is refused as a whole with %s', async (_what, body, name) => {
    expectRefusal(await send(body), 'VALIDATION_ERROR', name);
  });

  it.each(['', 'none', 'REQUIRE-REVISION', 'require_revision', null, 1])(
    'is refused as a whole with the concurrency %j',
    async (concurrency) => {
      expectRefusal(await send({ concurrency, operations: [operation] }), 'VALIDATION_ERROR', 'concurrency');
    },
  );

  it('has 1 to 50 operations; the answer is 200 and as many results by their index, without a page', async () => {
    for (const count of [1, 50]) {
      const operations = Array.from({ length: count }, (_, n) => (n % 3 === 1 ? 'no operation' : operation));
      const answer = await send({ operations });
      expect(answer.status).toBe(200);
      expect(membersOf(answer.body)).toEqual(['results']);
      expect(answer.body.results.map(({ index }: any) => index)).toEqual(operations.map((_, index) => index));
      expect(statuses(answer)).toEqual(operations.map((_, n) => (n % 3 === 1 ? 400 : 404)));
      for (const result of answer.body.results) expect(membersOf(result)).toEqual(['error', 'index', 'status']);
    }
  });

  it('is refused as a whole where an operation names a member twice; any other fault of one stays its own', async () => {
    const text = JSON.stringify(operation);
    const twice = `${text.slice(0, -1)},"projectKey":"WEB"}`;
    expectRefusal(await send(new Raw(`{"operations":[${text},${twice}]}`)), 'VALIDATION_ERROR');

    const names = ['__proto__', 'constructor', 'toString', 'operations', ''];
    const unknown = names.map((name) => `${text.slice(0, -1)},${JSON.stringify(name)}:1}`);
    const answer = await send(new Raw(`{"operations":[${unknown.join(',')},${text}]}`));
    expect(statuses(answer)).toEqual([400, 400, 400, 400, 400, 404]);
    const faulty = answer.body.results.slice(0, 5).map(({ error }: any) => Object.keys(error.fieldErrors));
    expect(faulty).toEqual(names.map((name, index) => [`operations.${index}.${name}`]));

    const broken = ['\u0000', '\ud800', 1, null, '', ' '.repeat(11)].map((projectKey) => ({
      ...operation,
      projectKey,
    }));
    for (const { status, index, error } of (await send({ operations: broken })).body.results) {
      expect([index, status, Object.keys(error.fieldErrors)]).toEqual([index, 400, [`operations.${index}.projectKey`]]);
    }
  });

  it('with nothing but failures is a completed request, which is replayed as it was', async () => {
    const key = freshKey();
    const projectKey = unusedProjectKey();
    const named = 'workItemKey' in operation ? { workItemKey: `${projectKey}-1` } : {};
    const body = { operations: [{ ...operation, projectKey, ...named }] };
    const first = await send(body, { key });
    expect(statuses(first)).toEqual([404]);
    await givenProject(owner, world.org(), { key: projectKey });
    await givenWorkItem(owner, world.project(projectKey));
    expectReplay(await send(body, { key }), first);
    expectRefusal(await send({ operations: [operation, operation] }, { key }), 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe.each(CHANGES)('%s', (_id, send, change, shown) => {
  it('is open to every member, answers each operation with 200 and the item, and is replayed without a second effect', async () => {
    const { item, at } = await givenTarget();
    const key = freshKey();
    const body = { operations: [{ ...at, revision: 1, ...change }] };
    const first = await send(body, { key }, member);
    expect(first.body.results).toEqual([
      { index: 0, status: 200, workItem: expect.objectContaining({ ...shown, revision: 2 }) },
    ]);
    expectReplay(await send(body, { key }, member), first);
    // The mode that is the default, spelt out.
    expectReplay(await send({ concurrency: 'require-revision', ...body }, { key }, member), first);
    expect((await owner.get(world.item(item.key))).body).toMatchObject({ ...shown, revision: 2 });
    expect(await facts.history(item.id)).toHaveLength(2);
  });

  it('needs a positive revision of each operation, and none with last-write-wins', async () => {
    const { at } = await givenTarget();
    const revisions = [undefined, null, 0, -1, 1.5, '1', 9_007_199_254_740_992, 9_007_199_254_740_991];
    const strict = await send({ operations: revisions.map((revision) => ({ ...at, ...change, revision })) });
    expect(codes(strict)).toEqual([...Array(7).fill('VALIDATION_ERROR'), 'REVISION_CONFLICT']);
    for (const [index, { error }] of strict.body.results.slice(0, 7).entries()) {
      expect(Object.keys(error.fieldErrors)).toEqual([`operations.${String(index)}.revision`]);
    }
    const loose = {
      concurrency: 'last-write-wins',
      operations: [
        { ...at, ...change, revision: 1 },
        { ...at, ...change },
      ],
    };
    expect(codes(await send(loose))).toEqual(['VALIDATION_ERROR', undefined]);
  });

  it('finds Project and Work Item in either case, and works in an archived Project', async () => {
    const { at } = await givenTarget();
    await owner.post(`${world.project(at.projectKey)}/archive`, {}, { ifMatch: '*' });
    const [projectKey, workItemKey] = [at.projectKey.toLowerCase(), at.workItemKey.toLowerCase()];
    const answer = await send({ operations: [{ projectKey, workItemKey, revision: 1, ...change }] });
    expect(answer.body.results[0].workItem).toMatchObject({ ...shown, key: at.workItemKey });
  });

  it('hides what a token of single Projects does not cover, like what does not exist', async () => {
    const [web, ham] = [
      await givenWorkItem(owner, world.project('WEB')),
      await givenWorkItem(owner, world.project('HAM')),
    ];
    const operations = [
      { projectKey: 'WEB', workItemKey: web.key },
      { projectKey: 'HAM', workItemKey: ham.key },
      { projectKey: 'HAM', workItemKey: 'HAM-99999' },
      NOWHERE,
      { projectKey: 'WEB', workItemKey: ham.key },
    ].map((at) => ({ ...at, revision: 1, ...change }));
    const answer = await send({ operations }, {}, narrow);
    expect(statuses(answer)).toEqual([200, 404, 404, 404, 404]);
    const [, hidden, ...missing] = answer.body.results;
    for (const result of missing) expect({ ...result, index: 1 }).toEqual(hidden);
    expect((await owner.get(world.item(ham.key))).body).toEqual(ham);
  });

  it('checks the revision before the archived Work Item', async () => {
    const { item, at } = await givenTarget();
    await facts.archiveWorkItem(item.id);
    const answer = await send({ operations: [7, 1].map((revision) => ({ ...at, ...change, revision })) });
    expect(codes(answer)).toEqual(['REVISION_CONFLICT', 'WORK_ITEM_ARCHIVED']);
  });
});

describe('bulkUpdateWorkItems', () => {
  it('succeeds where it changes nothing, without a revision or an entry', async () => {
    const { item, at } = await givenTarget();
    const answer = await update({ operations: [{ ...at, revision: 1, changes: { title: item.title } }] });
    expect(answer.body.results[0]).toMatchObject({ status: 200, workItem: { revision: 1, updatedAt: item.updatedAt } });
    expect(await facts.history(item.id)).toHaveLength(1);
  });
});

import { freshKey, type Answer, type Caller } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('bulk');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);
const ITEMS = `${world.org()}/bulk-work-items`;
const MOVES = `${world.org()}/bulk-work-item-transitions`;

/** An item of a fresh Project, or of one that is there. */
async function givenItem(members: object = {}, projectKey?: string): Promise<any> {
  const key = projectKey ?? (await givenProject(owner, world.org())).key;
  return { projectKey: key, ...(await givenWorkItem(owner, world.project(key), members)) };
}

/** Each with a fault that only a rule finds. */
const REFUSED = { projectKey: 'HAM', title: 'x', parentId: 'HAM-99999' };
const STALE = { revision: 7, changes: { title: 'x' } };
const ILLEGAL = { revision: 1, targetStatus: 'in_review' };

const statuses = ({ body }: Answer): number[] => body.results.map(({ status }: any) => status);
const codes = ({ body }: Answer): (string | undefined)[] => body.results.map(({ error }: any) => error?.code);
const itemNow = async ({ key }: { key: string }): Promise<any> => (await owner.get(world.item(key))).body;

describe('bulkCreateWorkItems', () => {
  it('scenario 41: runs each operation by itself, in input order, and answers each', async () => {
    const { key: projectKey } = await givenProject(owner, world.org());
    const body = {
      operations: [
        { projectKey, title: ' First ' },
        { projectKey, title: '' },
        { projectKey, title: 'Third' },
      ],
    };
    const key = freshKey();
    const answer = await member.post(ITEMS, body, { key });
    expect(answer.status).toBe(200);
    expect(membersOf(answer.body)).toEqual(['results']);
    expect(answer.body.results.map(({ index }: any) => index)).toEqual([0, 1, 2]);
    expect(statuses(answer)).toEqual([201, 400, 201]);
    const [first, second, third] = answer.body.results;
    expect(membersOf(first)).toEqual(['index', 'status', 'workItem']);
    expect(membersOf(first.workItem)).toEqual(sorted(MEMBERS.workItem));
    expect(first.workItem).toMatchObject({
      title: 'First',
      revision: 1,
      reporter: { publicId: world.user('member').publicId },
    });
    expect(second.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      fieldErrors: { 'operations.1.title': [expect.any(String)] },
    });
    expect(third.workItem.title).toBe('Third');

    const replay = await member.post(ITEMS, body, { key });
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(replay.text).toBe(answer.text);
    expect((await owner.get(`${world.project(projectKey)}/work-items`)).body.items).toHaveLength(2);
    expectRefusal(
      await member.post(ITEMS, { operations: body.operations.slice(1) }, { key }),
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('embeds what is wrong with the shape of one operation, by its path', async () => {
    const operations = [
      'nothing',
      null,
      [],
      { title: 'x' },
      { projectKey: 'WEB' },
      { projectKey: 'WEBSITEWEBS', title: 'x' },
      { projectKey: 'WEB', title: 'x', surprise: 1 },
      { projectKey: 'WEB', title: 'x', status: 'nonsense' },
      { projectKey: 'WEB', title: 'x', assigneeId: null, assigneePublicId: null },
    ];
    const answer = await owner.post(ITEMS, { operations });
    expect(codes(answer)).toEqual(operations.map(() => 'VALIDATION_ERROR'));
    const paths = answer.body.results.map(({ error }: any) => Object.keys(error.fieldErrors).sort());
    expect(paths).toEqual([
      ['operations.0'],
      ['operations.1'],
      ['operations.2'],
      ['operations.3.projectKey'],
      ['operations.4.title'],
      ['operations.5.projectKey'],
      ['operations.6.surprise'],
      ['operations.7.status'],
      ['operations.8.assigneeId', 'operations.8.assigneePublicId'],
    ]);
    expect(answer.body.results[1].error.message).toBe('operations.1 must be an object.');
  });

  it('embeds what the rules hold against one operation, and undoes nothing else', async () => {
    const archived = await givenProject(owner, world.org());
    await owner.post(`${world.project(archived.key)}/archive`, {}, { ifMatch: '*' });
    const { key: projectKey } = await givenProject(owner, world.org());
    const parent = await givenWorkItem(owner, world.project(projectKey));
    const operations = [
      { projectKey: 'NOWHERE', title: 'x' },
      { projectKey: '1', title: 'x' },
      { projectKey: archived.key, title: 'x' },
      { projectKey: projectKey.toLowerCase(), title: 'Child', parentId: parent.key },
      { projectKey, title: 'x', parentId: `${projectKey}-999` },
      { projectKey, title: 'x', sprintId: parent.id },
      { projectKey, title: 'x', assigneeId: world.user('stranger').id },
    ];
    const answer = await owner.post(ITEMS, { operations });
    expect(codes(answer)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'PROJECT_ARCHIVED',
      undefined,
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
    ]);
    expect(statuses(answer)).toEqual([404, 404, 409, 201, 400, 400, 400]);
    expect(answer.body.results[3].workItem.parent.id).toBe(parent.id);
    const fields = answer.body.results.slice(4).map(({ error }: any) => Object.keys(error.fieldErrors));
    expect(fields).toEqual([['operations.4.parentId'], ['operations.5.sprintId'], ['operations.6.assigneeId']]);
  });

  it('lets a later operation see an earlier one', async () => {
    const { key: projectKey } = await givenProject(owner, world.org());
    const answer = await owner.post(ITEMS, {
      operations: [
        { projectKey, title: 'Parent' },
        { projectKey, title: 'Child', parentId: `${projectKey}-1` },
      ],
    });
    expect(statuses(answer)).toEqual([201, 201]);
    expect(answer.body.results[1].workItem.parent).toMatchObject({ key: `${projectKey}-1`, title: 'Parent' });
  });

  it('shows a stored answer to no token that does not cover all that it shows', async () => {
    const key = freshKey();
    const body = { operations: [{ projectKey: 'HAM', title: 'Hidden' }] };
    expect(statuses(await owner.post(ITEMS, body, { key }))).toEqual([201]);
    expectRefusal(await world.caller('owner of WEB only').post(ITEMS, body, { key }), 'NOT_FOUND');
  });

  it('shows no token what was held against an operation in a Project that it does not cover', async () => {
    const narrow = world.caller('owner of WEB only');
    const { key: workItemKey } = await givenItem({}, 'HAM');
    const at = { projectKey: 'HAM', workItemKey };
    for (const [code, ask] of [
      ['VALIDATION_ERROR', (as, key) => as.post(ITEMS, { operations: [REFUSED] }, { key })],
      ['REVISION_CONFLICT', (as, key) => as.patch(ITEMS, { operations: [{ ...at, ...STALE }] }, { key })],
      ['INVALID_STATUS_TRANSITION', (as, key) => as.post(MOVES, { operations: [{ ...at, ...ILLEGAL }] }, { key })],
    ] as readonly [string, (as: Caller, key: string) => Promise<Answer>][]) {
      const key = freshKey();
      const first = await ask(owner, key);
      expect(codes(first)).toEqual([code]);
      expectReplay(await ask(owner, key), first);
      expectRefusal(await ask(narrow, key), 'NOT_FOUND');
    }
  });

  it('numbers fifty of two Projects without a gap that matters, never one twice', async () => {
    const [one, two] = [await givenProject(owner, world.org()), await givenProject(owner, world.org())];
    const operations = Array.from({ length: 50 }, (_, n) => ({
      projectKey: (n % 2 === 0 ? one : two).key,
      title: n % 5 === 0 ? '' : `Item ${n}`,
    }));
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(ITEMS, { operations })));
    const made = answers.flatMap(({ body }) => body.results.flatMap(({ workItem }: any) => workItem?.key ?? []));
    expect(made).toHaveLength(120);
    expect(new Set(made).size).toBe(120);
  });
});

describe('bulkUpdateWorkItems', () => {
  it('scenario 42: checks each revision, and checks none with last-write-wins', async () => {
    const one = await givenItem();
    const two = await givenItem({}, one.projectKey);
    const change = (item: any, revision?: number) => ({
      projectKey: item.projectKey,
      workItemKey: item.key,
      ...(revision === undefined ? {} : { revision }),
      changes: { title: 'Changed' },
    });
    const answer = await owner.patch(ITEMS, { operations: [change(one, 7), change(two, 1)] }, { ifMatch: null });
    expect(statuses(answer)).toEqual([412, 200]);
    expect(answer.body.results[0].error).toMatchObject({
      code: 'REVISION_CONFLICT',
      details: { expectedRevision: 7, currentRevision: 1 },
    });
    expect(answer.body.results[1].workItem).toMatchObject({ title: 'Changed', revision: 2 });
    expect(await itemNow(one)).toMatchObject({ revision: 1 });

    const mode = { concurrency: 'last-write-wins' };
    const withRevision = await owner.patch(ITEMS, { ...mode, operations: [change(one, 1), change(one)] });
    expect(statuses(withRevision)).toEqual([400, 200]);
    expect(withRevision.body.results[0].error.fieldErrors).toEqual({ 'operations.0.revision': [expect.any(String)] });
    const without = await owner.patch(ITEMS, { operations: [change(one)] });
    expect(without.body.results[0].error.fieldErrors).toEqual({ 'operations.0.revision': [expect.any(String)] });
    const status = { projectKey: one.projectKey, workItemKey: one.key, changes: { status: 'done', title: 'x' } };
    const named = await owner.patch(ITEMS, { ...mode, operations: [status] });
    expect(codes(named)).toEqual(['WORK_ITEM_STATUS_REQUIRES_TRANSITION']);
    expect(statuses(named)).toEqual([409]);
    expect(await itemNow(one)).toMatchObject({ title: 'Changed', status: 'backlog' });
  });

  it('embeds faults of shape by their paths', async () => {
    const { projectKey, key: workItemKey } = await givenItem();
    const at = { projectKey, workItemKey, revision: 1 };
    const operations = [
      { ...at },
      { ...at, changes: {} },
      { ...at, changes: 'title' },
      { ...at, changes: { title: null } },
      { ...at, changes: { titel: 'x' } },
      { ...at, revision: 0, changes: { title: 'x' } },
      { ...at, workItemKey: '', changes: { title: 'x' } },
    ];
    const { body } = await owner.patch(ITEMS, { operations });
    expect(body.results.map(({ error }: any) => Object.keys(error.fieldErrors))).toEqual([
      ['operations.0.changes'],
      ['operations.1.changes'],
      ['operations.2.changes'],
      ['operations.3.changes.title'],
      ['operations.4.changes.titel'],
      ['operations.5.revision'],
      ['operations.6.workItemKey'],
    ]);
  });

  it('names a member that a rule refuses within the changes', async () => {
    const { projectKey, key: workItemKey } = await givenItem();
    const operations = [{ projectKey, workItemKey, revision: 1, changes: { parentId: workItemKey } }];
    const { body } = await owner.patch(ITEMS, { operations });
    expect(body.results[0].error).toMatchObject({
      code: 'VALIDATION_ERROR',
      fieldErrors: { 'operations.0.changes.parentId': [expect.any(String)] },
    });
  });

  it('changes one item twice in one request, each change on record', async () => {
    const { id, projectKey, key: workItemKey } = await givenItem({ title: 'One' });
    const change = (revision: number, title: string) => ({ projectKey, workItemKey, revision, changes: { title } });
    const answer = await owner.patch(ITEMS, { operations: [change(1, 'Two'), change(1, 'Never'), change(2, 'Three')] });
    expect(statuses(answer)).toEqual([200, 412, 200]);
    expect(answer.body.results[0].workItem.title).toBe('Two');
    expect(answer.body.results[2].workItem).toMatchObject({ title: 'Three', revision: 3 });
    const { items } = (await owner.get(`${world.item(workItemKey)}/activity`)).body;
    expect(items.map(({ action }: any) => action)).toEqual(['created', 'title_changed', 'title_changed']);
    expect(await facts.history(id)).toHaveLength(3);
  });

  it('finds nothing under another Project, deleted or archived', async () => {
    const one = await givenItem();
    const deleted = await givenItem({}, one.projectKey);
    await owner.delete(world.item(deleted.key), {}, {});
    const archived = await givenItem({}, one.projectKey);
    await owner.post(`${world.item(archived.key)}/archive`, {}, { ifMatch: '*' });
    const at = (projectKey: string, workItemKey: string) => ({ projectKey, workItemKey, changes: { title: 'x' } });
    const answer = await owner.patch(ITEMS, {
      concurrency: 'last-write-wins',
      operations: [
        at('WEB', one.key),
        at(one.projectKey, deleted.key),
        at(one.projectKey, archived.key),
        at(one.projectKey, `${one.projectKey}-99`),
        at(one.projectKey, 'nonsense'),
      ],
    });
    expect(codes(answer)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'WORK_ITEM_ARCHIVED', 'NOT_FOUND', 'NOT_FOUND']);
  });
});

describe('bulkTransitionWorkItems', () => {
  it('scenario 43: moves each, and embeds what is illegal or invisible', async () => {
    const one = await givenItem();
    const two = await givenItem({}, one.projectKey);
    const at = ({ projectKey, key }: any, targetStatus: string) => ({ projectKey, workItemKey: key, targetStatus });
    const answer = await owner.post(MOVES, {
      concurrency: 'last-write-wins',
      operations: [
        at(one, 'in_progress'),
        at(two, 'in_review'),
        at(two, 'nonsense'),
        at({ projectKey: 'FOR', key: 'FOR-1' }, 'done'),
        at(one, 'in_review'),
      ],
    });
    expect(statuses(answer)).toEqual([200, 409, 409, 404, 200]);
    expect(codes(answer).slice(1, 4)).toEqual(['INVALID_STATUS_TRANSITION', 'INVALID_STATUS_TRANSITION', 'NOT_FOUND']);
    expect(answer.body.results[1].error.details).toEqual({
      currentStatus: 'backlog',
      allowedTargets: ['todo', 'in_progress', 'done'],
    });
    expect(answer.body.results[4].workItem).toMatchObject({ status: 'in_review', revision: 3 });
  });
});

describe('Bulk requests with long results', () => {
  it('answer at most 8 MiB of results: an operation too many is refused by itself, undone, and can be sent alone', async () => {
    const { key: projectKey } = await givenProject(owner, world.org());
    const first = await givenWorkItem(owner, world.project(projectKey), { description: '\u0001'.repeat(64_000) });
    const keys: string[] = [first.key];
    while (keys.length < 24) {
      keys.push((await givenWorkItem(owner, world.project(projectKey), { description: first.description })).key);
    }
    const short = await givenWorkItem(owner, world.project(projectKey));
    const operations = [...keys, short.key].map((workItemKey) => ({
      projectKey,
      workItemKey,
      revision: 1,
      targetStatus: 'todo',
    }));
    const key = freshKey();
    const answer = await owner.post(MOVES, { operations }, { key });
    // Each long result has 384,000 bytes of description and somewhat more: 21 of them fit.
    expect(codes(answer).map((code) => code ?? 'done')).toEqual(
      operations.map((_, n) => (n < 21 || n === 24 ? 'done' : 'PAYLOAD_TOO_LARGE')),
    );
    expect(statuses(answer)[21]).toBe(413);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(8 * 1024 * 1024 + 1_000);
    expectReplay(await owner.post(MOVES, { operations }, { key }), answer);
    for (const workItemKey of keys.slice(21)) {
      expect(await itemNow({ key: workItemKey })).toMatchObject({ status: 'backlog', revision: 1 });
    }
    expect(statuses(await owner.post(MOVES, { operations: operations.slice(21, 24) }))).toEqual([200, 200, 200]);
  });
});

describe('Bulk requests that meet', () => {
  it('in opposite orders never wait for each other in a circle', async () => {
    const one = await givenItem();
    const two = await givenItem();
    const change = ({ projectKey, key }: any, title: string) => ({ projectKey, workItemKey: key, changes: { title } });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        owner.patch(ITEMS, {
          concurrency: 'last-write-wins',
          operations: (n % 2 === 0 ? [one, two] : [two, one]).map((item) => change(item, `Title ${n}`)),
        }),
      ),
    );
    for (const answer of answers) expect(statuses(answer)).toEqual([200, 200]);
    expect(await itemNow(one)).toMatchObject({ revision: 41 });
    expect(await itemNow(two)).toMatchObject({ revision: 41 });
  });

  it('with one key have one effect: fifty operations, ten of them bad, twenty times', async () => {
    const { key: projectKey } = await givenProject(owner, world.org());
    const operations = Array.from({ length: 50 }, (_, n) => ({ projectKey, title: n % 5 === 0 ? '' : `Item ${n}` }));
    const key = freshKey();
    const first = await owner.post(ITEMS, { operations }, { key });
    expect(statuses(first).filter((status) => status === 400)).toHaveLength(10);
    for (let time = 0; time < 20; time += 1) {
      expect((await owner.post(ITEMS, { operations }, { key })).text).toBe(first.text);
    }
    const { items } = (await owner.get(`${world.project(projectKey)}/work-items?limit=200`)).body;
    expect(items).toHaveLength(40);
  });
});

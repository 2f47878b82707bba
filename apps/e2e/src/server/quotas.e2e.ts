import { randomBytes } from 'node:crypto';
import { type Answer, type Caller, freshKey } from '../kit/client.js';
import { created, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

/** Requests in a window, more than the other tests of this suite send. */
const OF_USER = 100;
const OF_ORGANIZATION = 150;

let server: RunningServer;
let world: World;

beforeAll(async () => {
  server = await startServer({
    postgresUrl,
    template,
    environment: {
      RATE_LIMIT_DISABLED: 'false',
      RATE_LIMIT_MAX: '100000',
      RATE_LIMIT_USER_MAX: String(OF_USER),
      RATE_LIMIT_ORGANIZATION_MAX: String(OF_ORGANIZATION),
      SEARCH_TEXT_BYTES_PER_MINUTE: '120000',
      IDEMPOTENCY_QUOTA_BYTES: '65536',
    },
  });
  world = new World('quotas', server.baseUrl, server.databaseUrl);
});
afterAll(async () => {
  await server.stop();
});

const itemsOf = (project = 'WEB'): string => `${world.project(project)}/work-items`;

async function countOf(reader: Caller): Promise<number> {
  return (await reader.get(`${itemsOf()}?limit=200`)).body.items.length;
}

describe('The search text that a user may write in a minute', () => {
  const description = 'ab '.repeat(21_333);

  it('is refused beyond it, in every way to write one; other changes, and those of others, are done as ever', async () => {
    const { member } = world;
    const key = freshKey();
    const create = (): Promise<Answer> => member.post(itemsOf(), { title: 'Long', description }, { key });
    const first = await created(member.post(itemsOf(), { title: 'Long', description }));
    await created(member.post(itemsOf(), { title: 'Long', description }));
    const before = await countOf(member);

    const refused = await create();
    const wait = Number(refused.headers['retry-after']);
    const bulk = { operations: [{ projectKey: 'WEB', title: 'One of many' }] };
    for (const answer of [
      refused,
      await member.patch(world.item(first.key), { title: 'A word of a long text' }),
      await member.post(`${world.org()}/bulk-work-items`, bulk),
    ]) {
      expectRefusal(answer, 'RATE_LIMITED');
    }
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(30);
    expect(await countOf(member)).toBe(before);

    // Changes without a text, and the changes of others, are done as ever.
    expect((await member.patch(world.item(first.key), { priority: 'high' })).status).toBe(200);
    await givenWorkItem(world.admin, world.project('WEB'));
  });
});

describe('What is kept for the keys of a user', () => {
  it('is bounded: a mutation is refused before anything is done, and every earlier one is still replayed', async () => {
    const { owner } = world;
    const done: { key: string; body: object; answer: Answer }[] = [];
    const create = (key: string, body: object): Promise<Answer> => owner.post(itemsOf('HAM'), body, { key });
    // Random letters, which no compression makes small.
    while (done.length < 6) {
      const body = { title: 'Kept', description: randomBytes(11_000).toString('base64') };
      const key = freshKey();
      const answer = await create(key, body);
      if (answer.status === 429) break;
      done.push({ key, body, answer });
    }
    expect(done.length).toBeGreaterThanOrEqual(5);

    const key = freshKey();
    const refused = await create(key, { title: 'Not kept' });
    expectRefusal(refused, 'RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
    const { items } = (await owner.get(`${itemsOf('HAM')}?limit=200`)).body;
    expect(items).toHaveLength(done.length);
    for (const { key: earlier, body, answer } of done) expectReplay(await create(earlier, body), answer);

    const [item] = done;
    const path = world.item(item!.answer.body.key);
    expect((await owner.patch(path, { priority: 'high' }, { key: null })).status).toBe(200);
    await givenWorkItem(world.admin, world.project('HAM'));
  });
});

/** Sends `count` reads of that target; returns the refusals. */
async function refusals(reader: Caller, target: string, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await reader.get(target));
  return answers.filter(({ status }) => status !== 200);
}

function expectUsedUp(answer: Answer): void {
  expectRefusal(answer, 'RATE_LIMITED');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

describe('The requests of a user', () => {
  it('are limited over all tokens together; others are not', async () => {
    const [one, other] = [world.caller('colleague'), world.caller('colleague again')];
    expect(await refusals(one, '/api/v1/me', OF_USER / 2)).toEqual([]);
    expect(await refusals(other, '/api/v1/me', OF_USER / 2)).toEqual([]);
    for (const caller of [one, other]) {
      const refused = await caller.get('/api/v1/me');
      expectUsedUp(refused);
      expect(refused.headers['ratelimit-remaining']).toBe('0');
    }
    expect((await world.admin.get('/api/v1/me')).status).toBe(200);
  });
});

describe('The requests in an Organization', () => {
  it('are limited over all members together, and strangers count for nothing', async () => {
    const [owner, member] = [world.caller('stranger'), world.caller('traveller')];
    const there = world.org('foreign');
    expect(await refusals(owner, there, OF_USER - 1)).toEqual([]);
    expectRefusal(await world.admin.get(there), 'NOT_FOUND');
    expect(await refusals(member, there, OF_ORGANIZATION - OF_USER + 1)).toEqual([]);
    expectUsedUp(await member.get(there));
    expectUsedUp(await owner.get(there));
    expectRefusal(await world.admin.get(there), 'NOT_FOUND');
    expect((await member.get(world.org())).status).toBe(200);
  });
});

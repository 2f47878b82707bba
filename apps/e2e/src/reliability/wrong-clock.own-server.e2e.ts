import path from 'node:path';
import { type Answer, freshKey } from '../kit/client.js';
import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const HOUR = 3_600_000;
/** Requests that a token has in an hour. */
const QUOTA = 60;

let server: RunningServer;
let world: World;
let facts: Facts;
let project: string;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  const preload = path.resolve(__dirname, '../kit/preload/wrong-clock.cjs');
  server = await startServer({
    postgresUrl,
    template,
    environment: {
      NODE_OPTIONS: `--require ${preload}`,
      CLOCK_ERRORS: '2,-2',
      RATE_LIMIT_DISABLED: 'false',
      RATE_LIMIT_MAX: String(QUOTA),
      RATE_LIMIT_WINDOW_SECONDS: '3600',
    },
  });
  world = new World('limits', server.baseUrl, server.databaseUrl);
  facts = new Facts(server.databaseUrl);
  project = world.project((await givenProject(world.owner, world.org())).key);
});
afterAll(async () => {
  await expectInvariants(server);
  await server.stop();
});

/** The hours by which the clock of the server is wrong. */
async function clockError(): Promise<number> {
  const { body } = await world.nobody.get('/api/health');
  return Math.round((Date.parse(body.timestamp) - Date.now()) / HOUR);
}

const rightNow = async (): Promise<string> => {
  const [{ now }] = await query(server.databaseUrl, `select date_trunc('milliseconds', clock_timestamp()) as now`);
  return (now as Date).toISOString();
};

/** Does the work, and expects that the instants of its result lie between its begin and its end. */
async function expectNow(work: () => Promise<readonly string[]>): Promise<void> {
  const begin = await rightNow();
  const instants = await work();
  const end = await rightNow();
  expect(instants.filter((instant) => instant < begin || instant > end)).toEqual([]);
  expect(instants.length).toBeGreaterThan(0);
}

/** Lets the clock of the server jump to its other error. */
async function jump(): Promise<void> {
  const error = await clockError();
  process.kill(server.pid, 'SIGWINCH');
  await eventually('a jump', async () => ((await clockError()) === error ? undefined : true));
}

const remaining = ({ headers }: Answer): number => Number(headers['ratelimit-remaining']);

describe.each([
  ['is two hours ahead', 2, 'spare 1'],
  ['jumps to two hours behind', -2, 'spare 2'],
])('A server whose clock %s', (_what, hours, token) => {
  beforeAll(async () => {
    if ((await clockError()) !== hours) process.kill(server.pid, 'SIGWINCH');
    await eventually('the wrong clock', async () => ((await clockError()) === hours ? true : undefined));
  });

  it('records the instants of the database', async () => {
    await expectNow(async () => {
      const item = await givenWorkItem(world.owner, project);
      const comment = await givenComment(world.owner, `${project}/work-items/${item.key}`);
      const done = await world.owner.post(
        `${project}/work-items/${item.key}/transitions`,
        { targetStatus: 'done' },
        { ifMatch: '*' },
      );
      const { items } = (await world.owner.get(`${project}/work-items/${item.key}/activity`)).body;
      const shown = items.map((one: any) => String(one.createdAt));
      return [item.createdAt, item.updatedAt, comment.createdAt, done.body.updatedAt, ...shown];
    });
  });

  it('reports and filters at the instant of the database', async () => {
    await expectNow(async () => [(await world.owner.get(`${project}/reports/ageing-wip`)).body.generatedAt]);
    const before = await rightNow();
    const { key } = await givenWorkItem(world.owner, project, { dueDate: new Date(Date.now() + HOUR).toISOString() });
    const late = await givenWorkItem(world.owner, project, { dueDate: new Date(Date.now() - HOUR).toISOString() });
    const keysOf = async (filter: string): Promise<string[]> => {
      const { items } = (await world.owner.get(`${project}/work-items?${filter}`)).body;
      return items.map((one: any) => one.key as string).sort();
    };
    expect(await keysOf(`updatedAfter=${before}`)).toEqual([key, late.key].sort());
    expect(await keysOf(`updatedAfter=${before}&overdue=true`)).toEqual([late.key]);
  });

  it('replays for 24 hours of the database', async () => {
    const key = freshKey();
    const send = (): Promise<Answer> => world.owner.post(`${project}/work-items`, { title: 'Daily' }, { key });
    const first = await send();
    await facts.ageIdempotencyRecord(key, 23.9);
    expectReplay(await send(), first);
    await facts.ageIdempotencyRecord(key, 24.1);
    expect((await send()).body.key).not.toBe(first.body.key);
  });

  it('accepts a token until the instant of the database at which it expires', async () => {
    const caller = world.caller(token);
    const { credentialId } = world.token(token);
    await query(server.databaseUrl, `update access_tokens set expires_at = now() + interval '1 hour' where id = $1`, [
      credentialId,
    ]);
    expect((await caller.get('/api/v1/me')).status).toBe(200);
    await facts.expireToken(credentialId);
    await eventually(
      'an expired token',
      async () => ((await caller.get('/api/v1/me')).status === 401 ? true : undefined),
      5,
    );
  });
});

describe('A cursor', () => {
  it('leads to the next page, and its report to the same instant, after the clock has jumped', async () => {
    const { member } = world;
    for (const title of ['Early', 'Late']) await givenWorkItem(member, project, { title, status: 'in_progress' });
    const list = `${project}/work-items?status=in_progress&limit=1`;
    const report = `${project}/reports/ageing-wip?limit=1`;
    const first = [await member.get(list), await member.get(report)];
    await jump();
    const second = await Promise.all(
      [list, report].map((path, at) => member.get(`${path}&cursor=${first[at]!.body.page.nextCursor}`)),
    );
    const titles = [first[0]!, second[0]!].map(({ body }) => body.items[0].title as string);
    expect(titles).toEqual(['Late', 'Early']);
    const shown = [first[1]!, second[1]!].map(({ body }) => body.items[0].workItem.title as string);
    expect(shown).toEqual(['Early', 'Late']);
    expect(second[1]!.body.generatedAt).toBe(first[1]!.body.generatedAt);
  });
});

describe('The window of a quota', () => {
  it('has its length, whatever the clock does', async () => {
    const caller = world.caller('spare 3');
    const before = remaining(await caller.get('/api/v1/me'));
    await jump();
    const ahead = await caller.get('/api/v1/me');
    await jump();
    const behind = await caller.get('/api/v1/me');
    expect([remaining(ahead), remaining(behind)]).toEqual([before - 1, before - 2]);
    for (const { headers } of [ahead, behind]) {
      expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(3_500);
      expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(3_600);
    }
    for (let sent = 0; sent < before - 2; sent += 1) await caller.get('/api/v1/me');
    expectRefusal(await caller.get('/api/v1/me'), 'RATE_LIMITED');
    await jump();
    expectRefusal(await caller.get('/api/v1/me'), 'RATE_LIMITED');
  });
});

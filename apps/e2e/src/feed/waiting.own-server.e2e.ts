import { Caller, type Answer } from '../kit/client.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { givenComment, givenWorkItem } from '../kit/given.js';
import { samplesOf } from '../kit/metrics.js';
import { freePort, type Environment } from '../kit/program.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { startServer, type RunningServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

interface Started {
  readonly server: RunningServer;
  readonly world: World;
  /** Resolves when so many requests are under way. */
  readonly untilUnderWay: (count: number) => Promise<unknown>;
}

let databaseUrl: string;
const servers: RunningServer[] = [];

async function start(environment: Environment = {}): Promise<Started> {
  const metricsPort = await freePort();
  const wish = { METRICS_PORT: String(metricsPort), ...environment };
  const server = await startServer({ postgresUrl, databaseUrl, environment: wish });
  servers.push(server);
  return {
    server,
    world: new World('running', server.baseUrl, databaseUrl),
    untilUnderWay: (count) =>
      eventually(`${count} requests under way`, async () => {
        const samples = await samplesOf(`http://127.0.0.1:${metricsPort}`);
        return samples.get('worktrack_http_requests_in_flight') === count ? true : undefined;
      }),
  };
}

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, template);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await dropDatabase(postgresUrl, databaseUrl);
});

const events = (world: World): string => `${world.org().replace('/api/v1/', '/api/x/')}/events`;
const latest = async ({ owner, ...world }: { owner: Caller } & { events: string }): Promise<string> =>
  (await owner.get(`${world.events}?after=latest`)).body.cursor;
const typesOf = ({ status, body }: Answer): unknown => [status, body.items?.map((one: { type: string }) => one.type)];

describe.each([
  ['that listens', {}],
  ['that polls', { FEED_WAKE: 'poll' }],
] as [string, Environment][])('A request that waits for events, at a server %s,', (_name, environment) => {
  let here: Started;
  let elsewhere: World;
  let path: string;
  let owner: Caller;
  beforeAll(async () => {
    [here, { world: elsewhere }] = await Promise.all([start(environment), start()]);
    path = events(here.world);
    ({ owner } = here.world);
  });
  const following = () => latest({ owner, events: path });

  it('is answered at the first event that the caller sees, made here or by another process', async () => {
    for (const maker of [here.world, elsewhere]) {
      const cursor = await following();
      const waiting = owner.get(`${path}?after=${cursor}&wait=25&type=comment.created`);
      await here.untilUnderWay(1);
      const { key } = await givenWorkItem(maker.owner, maker.project());
      await givenComment(maker.owner, maker.item(key));
      expect(typesOf(await waiting)).toEqual([200, ['comment.created']]);
    }
  });

  it('is answered with nothing when its time is over, and with what is there without a wait', async () => {
    const cursor = await following();
    const empty = await owner.get(`${path}?after=${cursor}&wait=1`);
    expect(empty.body).toMatchObject({ items: [], hasMore: false });
    await givenWorkItem(owner, here.world.project());
    const first = await owner.get(`${path}?after=${empty.body.cursor}&wait=25`);
    expect(typesOf(first)).toEqual([200, ['work_item.created']]);
    expect(typesOf(await owner.get(`${path}?after=${cursor}&wait=25`))).toEqual([200, ['work_item.created']]);
    for (const wait of ['26', '-1', '1.5']) {
      expectRefusal(await owner.get(`${path}?wait=${wait}`), 'VALIDATION_ERROR', 'wait');
    }
  });

  it('holds no slot: a user whose every slot would be taken goes on working', async () => {
    const cursor = await following();
    const waiting = Array.from({ length: 12 }, () => owner.get(`${path}?after=${cursor}&wait=25`));
    await here.untilUnderWay(12);
    // With its slots held until the end of the wait, this would be refused after five seconds.
    await givenWorkItem(owner, here.world.project());
    expect((await Promise.all(waiting)).map(typesOf)).toEqual(
      Array.from({ length: 12 }, () => [200, ['work_item.created']]),
    );
  });

  it('ends when its client goes away', async () => {
    const left = new AbortController();
    const target = `${path}?after=${await following()}&wait=25`;
    const waiting = owner
      .send({ method: 'GET', target, signal: left.signal })
      .catch((error: unknown) => (error as Error).name);
    await here.untilUnderWay(1);
    left.abort();
    expect(await waiting).toBe('AbortError');
    await here.untilUnderWay(0);
  });

  it('is answered with nothing when the server stops, which does not wait for it', async () => {
    const cursor = await following();
    const waiting = Array.from({ length: 20 }, () => owner.get(`${path}?after=${cursor}&wait=25`));
    await here.untilUnderWay(20);
    const end = here.server.stop('SIGTERM');
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.items)))).toEqual(new Set(['[]']));
    expect((await end).code).toBe(0);
  });
});

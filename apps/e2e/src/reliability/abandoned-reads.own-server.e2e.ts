import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Caller, hangUp } from '../kit/client.js';
import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const CONNECTIONS = 4;
/** The most requests of one token that may be at work at once. */
const SHARE = CONNECTIONS / 2;
const ROUNDS = 6;
const CROWD = 6;

let server: RunningServer;
let world: World;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template, environment: { DATABASE_POOL_MAX: String(CONNECTIONS) } });
  world = new World('abandoned', server.baseUrl, server.databaseUrl);
  for (let n = 0; n < 20; n += 1) await givenWorkItem(world.owner, world.project(), { title: `Number ${n}` });
  // From now on each search text takes a second to read, so that such a read runs until its timeout.
  await new Facts(server.databaseUrl).slowTexts();
});
afterAll(async () => {
  await server.stop();
  await hangUp();
});

/** Statements that look at texts right now. */
const atWork = async (): Promise<number> => {
  const [row] = await query(
    server.databaseUrl,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return row.count;
};

interface Read {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: object;
}

/** Sends a request on a connection of its own. */
const send = ({ method, target, body }: Read): Socket => {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const content = body === undefined ? '' : JSON.stringify(body);
  const more = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${content.length}`];
  const token = `Authorization: Bearer ${String(world.owner.token)}`;
  socket.write([`${method} ${target} HTTP/1.1`, 'Host: localhost', token, ...more, '', content].join('\r\n'));
  return socket;
};

const reads = (): [string, Read][] => [
  ['a list', { method: 'GET', target: `${world.project()}/work-items?q=number` }],
  ['a search', { method: 'POST', target: `${world.org()}/work-items/search`, body: { query: `text ~ 'number'` } }],
  ['a report', { method: 'GET', target: `${world.project()}/reports/distribution?q=number` }],
];

describe('A client that asks and hangs up, over and over', () => {
  it.each([0, 1, 2])('has its reads stopped, and takes no more than its share (read %d)', async (at) => {
    const [, read] = reads()[at]!;
    let most = 0;
    const answers: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const sockets = Array.from({ length: CROWD }, () => send(read));
      await eventually('a read at work', async () => ((await atWork()) > 0 ? true : undefined));
      await pause(100);
      most = Math.max(most, await atWork());
      for (const socket of sockets) socket.destroy();
      answers.push((await new Caller(server.baseUrl).get('/api/ready')).status);
      answers.push((await world.stranger.get(`${world.org('foreign')}/projects`)).status);
    }
    expect(most).toBeLessThanOrEqual(SHARE);
    expect(answers).toEqual(answers.map(() => 200));
    await eventually('the end of all statements', async () => ((await atWork()) === 0 ? true : undefined), 2);
  });
});

describe('While every connection is busy', () => {
  it('the server says that it is ready', async () => {
    const { owner, member } = world;
    const target = `${world.project()}/work-items?q=number`;
    const busy = [owner, owner, member, member].map((caller) => caller.get(target));
    await eventually('all connections to be busy', async () => ((await atWork()) === CONNECTIONS ? true : undefined));
    const answers = await Promise.all(Array.from({ length: 20 }, () => new Caller(server.baseUrl).get('/api/ready')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await atWork()).toBe(CONNECTIONS);
    for (const { status } of await Promise.all(busy)) expect(status).toBe(429);
  });
});

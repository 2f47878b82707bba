import { setTimeout as pause } from 'node:timers/promises';
import { Balancer } from '../kit/balancer.js';
import type { Caller } from '../kit/client.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { figures } from '../kit/figures.js';
import { givenWorkItem } from '../kit/given.js';
import { freePort } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

/** `TEST_DEEP` asks for twenty. */
const RESTARTS = process.env.TEST_DEEP === undefined ? 2 : 20;
const CLIENTS = 4;
/** Milliseconds between two requests of a client. */
const PAUSE = 20;

let databaseUrl: string;
let balancer: Balancer;
let world: World;
let start: (port: number) => Promise<RunningServer>;
let ports: [number, number];
let servers: RunningServer[];

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, template);
  const front = await freePort();
  ports = [await freePort(), await freePort()];
  const environment = { BASE_URL: `http://127.0.0.1:${front}`, SHUTDOWN_DELAY_SECONDS: '3' };
  start = (port) => startServer({ postgresUrl, databaseUrl, port, environment });
  servers = await Promise.all(ports.map(start));
  balancer = new Balancer(servers.map(({ baseUrl }) => baseUrl));
  await balancer.listen(front);
  world = new World('running', `http://127.0.0.1:${front}`, databaseUrl);
});

afterAll(async () => {
  await balancer.close();
  await Promise.all(servers.map((server) => server.stop()));
  await dropDatabase(postgresUrl, databaseUrl);
});

/** Reads, writes and reports until `isOver`; returns the count of the requests and every status. */
async function work(client: Caller, isOver: () => boolean): Promise<{ requests: number; statuses: Set<number> }> {
  const statuses = new Set<number>();
  let requests = 0;
  const { key } = await givenWorkItem(client, world.project());
  while (!isOver()) {
    const answers = [
      await client.get(world.item(key)),
      await client.patch(world.item(key), { title: `After ${requests}` }),
      await client.get(`${world.project()}/work-items?limit=20`),
      await client.get(`${world.project()}/reports/distribution`),
    ];
    for (const { status } of answers) statuses.add(status);
    requests += answers.length;
    await pause(PAUSE);
  }
  return { requests, statuses };
}

describe('Two servers behind a balancer that asks every second if they are ready', () => {
  it(`are restarted one after the other ${RESTARTS} times under load, and every request is answered`, async () => {
    let isOver = false;
    const clients = [world.owner, world.admin, world.member, world.caller('traveller')].slice(0, CLIENTS);
    const working = Promise.all(clients.map((client) => work(client, () => isOver)));
    const exits: (number | null)[] = [];
    try {
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const at = restart % 2;
        await balancer.untilAllAreReady();
        const before = balancer.sent.get(servers[1 - at]!.baseUrl) ?? 0;
        exits.push((await servers[at]!.stop('SIGTERM')).code);
        servers[at] = await start(ports[at]!);
        // The other server worked meanwhile.
        expect(balancer.sent.get(servers[1 - at]!.baseUrl) ?? 0).toBeGreaterThan(before);
      }
      await balancer.untilAllAreReady();
    } finally {
      isOver = true;
    }
    const done = await working;
    figures.add('restarts of servers behind a balancer', exits.length);
    figures.add(
      'requests during these restarts',
      done.reduce((sum, { requests }) => sum + requests, 0),
    );
    figures.add('requests during these restarts without an answer', balancer.unanswered.length);
    expect(balancer.unanswered).toEqual([]);
    expect(new Set(done.flatMap(({ statuses }) => [...statuses]))).toEqual(new Set([200]));
    expect(exits).toEqual(Array(RESTARTS).fill(0));
  }, 300_000);
});

import { freshKey } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { expectInvariants } from '../kit/invariants.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';
import { socketsOf } from './open-sockets.js';
import {
  EXPECTING,
  HOST,
  LEAVING,
  OTHER_PROTOCOLS,
  PIPELINED,
  SLOW,
  SMUGGLING,
  type SocketCase,
  type Surroundings,
  TUNNELS,
  UNDERSTOOD,
  UNREADABLE,
  UPGRADING,
  head,
} from './socket-cases.js';
import { Wire } from './wire.js';

/** Seconds. */
const GRACE = 5;

let server: RunningServer;
let world: World;
let surroundings: Surroundings;
/** The cases of slow clients. They take most of a minute, so they run beside all the others. */
let slowClients: Promise<unknown>;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  const environment = { SHUTDOWN_GRACE_SECONDS: String(GRACE) };
  server = await startServer({ postgresUrl, template, environment });
  world = new World('hostile', server.baseUrl, server.databaseUrl);
  surroundings = { bearer: `Authorization: Bearer ${world.owner.token!}`, project: world.project() };
  slowClients = Promise.all(SLOW.map(play));
  // Awaited below; this prevents an unhandledRejection until then.
  slowClients.catch(() => undefined);
});
afterAll(() => server.stop());

const expectServing = async (): Promise<void> => {
  expect((await world.nobody.get('/api/health')).status).toBe(200);
};

async function play({ run }: SocketCase): Promise<void> {
  const wire = await Wire.open(server.baseUrl);
  try {
    await run(wire, surroundings);
  } finally {
    wire.close();
  }
}

const GROUPS: readonly (readonly [what: string, cases: readonly SocketCase[]])[] = [
  ['Bytes that are no request', UNREADABLE],
  ['Smuggling', SMUGGLING],
  ['Unusual requests', UNDERSTOOD],
  ['Expectations', EXPECTING],
  ['Upgrades', UPGRADING],
  ['Tunnels', TUNNELS],
  ['Other protocols', OTHER_PROTOCOLS],
  ['Pipelines', PIPELINED],
  ['A client that leaves after', LEAVING],
];

describe.each(GROUPS)('%s', (_what, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    await play(one);
    await expectServing();
  });
});

describe('Slow clients', () => {
  it('are ended by the server, all at once and each by itself, while others are served', async () => {
    for (let n = 0; n < 10; n += 1) await expectServing();
    await slowClients;
  }, 180_000);
});

describe('Crowds', () => {
  it('of 300 connections that are reset all at once', async () => {
    const wires = await Promise.all(Array.from({ length: 300 }, () => Wire.open(server.baseUrl)));
    await Promise.all(wires.map((wire) => wire.send(head('GET /api/v1/me HTTP/1.1', HOST, surroundings.bearer))));
    for (const wire of wires) wire.reset();
    await expectServing();
  });

  it('of 100 CONNECTs that are reset all at once', async () => {
    const wires = await Promise.all(Array.from({ length: 100 }, () => Wire.open(server.baseUrl)));
    await Promise.all(wires.map((wire) => wire.send(head('CONNECT a:1 HTTP/1.1', HOST))));
    for (const wire of wires) wire.reset();
    await expectServing();
  });

  it(`of 300 streams that are cut anywhere (SEED=${seed})`, async () => {
    const chance = new Chance(seed);
    const requests = [
      head('GET /api/health HTTP/1.1', HOST),
      head('GET /api/v1/openapi.json HTTP/1.1', HOST),
      head('GET /api/v1/me HTTP/1.1', HOST, surroundings.bearer),
      `${head(`POST ${surroundings.project}/work-items HTTP/1.1`, HOST, surroundings.bearer, `Idempotency-Key: ${freshKey()}`, 'Content-Type: application/json', 'Content-Length: 19')}{"title":"A stream"}`,
      `${head('POST /api/v1/me HTTP/1.1', HOST, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
      head('CONNECT a:1 HTTP/1.1', HOST),
      'NO HTTP\r\n\r\n',
      '\r\n',
    ];
    const cut = async (): Promise<void> => {
      const wire = await Wire.open(server.baseUrl);
      const bytes = chance.some(requests, 12).join('');
      const end = chance.below(bytes.length + 1);
      const middle = chance.below(end + 1);
      const leave = chance.of(['reset', 'close', 'halfClose'] as const);
      await wire.send(bytes.slice(0, middle), chance.below(4), bytes.slice(middle, end), chance.below(4));
      wire[leave]();
      if (leave === 'halfClose') await wire.closedByServer();
      wire.close();
    };
    for (let round = 0; round < 30; round += 1) await Promise.all(Array.from({ length: 10 }, cut));
    await expectServing();
  });
});

describe('After all that', () => {
  const port = (): number => Number(new URL(server.baseUrl).port);
  const openSockets = (): number => socketsOf(server.pid, port());

  it('there were at least 150 cases', () => {
    expect(GROUPS.flatMap(([, cases]) => cases).length + SLOW.length).toBeGreaterThanOrEqual(150);
  });

  it('the same process serves, and nothing went wrong in it', async () => {
    await expectServing();
    expect((await world.owner.get('/api/v1/me')).status).toBe(200);
    const faults = server
      .log()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    // Many requests at once may exceed the limit of database connections, which is answered 429 and logged.
    expect(faults.filter((line) => !line.includes('"type":"Overloaded"'))).toEqual([]);
  });

  it('every record keeps its rules', () => expectInvariants(server));

  it('the process holds no socket of a client, but for those that are kept alive for a few seconds', async () => {
    await eventually('no socket of a client', () => Promise.resolve(openSockets() === 0 ? true : undefined), 40);
  }, 90_000);

  it('the process ends in its grace with exit code 0, though clients hold on to it', async () => {
    const held = [
      [head('CONNECT a:1 HTTP/1.1', HOST)],
      ['GET /api/he'],
      [],
      [head('GET /api/health HTTP/1.1', HOST)],
      [head('POST /api/v1/organizations/x/projects HTTP/1.1', HOST, surroundings.bearer, 'Content-Length: 10')],
      [head('GET /api/v1/openapi.json HTTP/1.1', HOST).repeat(100)],
    ];
    const wires = await Promise.all(held.map(() => Wire.open(server.baseUrl)));
    wires.at(-1)?.stopReading();
    await Promise.all(wires.map((wire, n) => wire.send(...(held[n] ?? []))));
    await eventually('so many open sockets', () => Promise.resolve(openSockets() >= held.length ? true : undefined));
    const { code } = await server.stop('SIGTERM');
    expect(code).toBe(0);
    for (const wire of wires) wire.close();
  });
});

import path from 'node:path';
import { HURTFUL_BODIES, HURTFUL_HEADERS, HURTFUL_QUERIES } from '../hostile/inputs.js';
import { figures } from '../kit/figures.js';
import { freePort } from '../kit/program.js';
import { exchangeBytes } from '../kit/raw-socket.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

/** Milliseconds for which an input may hold the event loop. */
const LONGEST = 100;
/** The number of times that an input is sent. The median counts: a machine may stop a process for a moment. */
const TIMES = 5;

let server: RunningServer;
let list: string;
let bearer: string;
let delays: string;
let longest = 0;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  const port = String(await freePort());
  delays = `http://127.0.0.1:${port}`;
  const preload = path.resolve(__dirname, '../kit/preload/event-loop.cjs');
  const environment = { NODE_OPTIONS: `--require ${preload}`, EVENT_LOOP_PORT: port };
  server = await startServer({ postgresUrl, template, environment });
  const world = new World('hostile', server.baseUrl, server.databaseUrl);
  list = `${world.project('WEB')}/work-items`;
  bearer = `Authorization: Bearer ${world.owner.token!}`;
  // The first requests are compiled while they run.
  for (const [, query] of HURTFUL_QUERIES) await send(`GET ${list}?${query} HTTP/1.1`, []);
  for (const [, body] of HURTFUL_BODIES) await sendBody(body);
});
afterAll(async () => {
  figures.most('longest hold of the event loop by an input, ms', longest);
  await server.stop();
});

const send = (first: string, lines: readonly string[], body = ''): Promise<unknown> =>
  exchangeBytes(
    server.baseUrl,
    [first, 'Host: 127.0.0.1', bearer, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'),
  );

const sendBody = (body: string): Promise<unknown> =>
  send(`POST ${list} HTTP/1.1`, ['Content-Type: application/json', `Idempotency-Key: ${crypto.randomUUID()}`], body);

/** Returns the milliseconds for which the event loop was held since the last call. */
const held = async (): Promise<number> => Number(await (await fetch(delays)).text());

/** Expects that an input, when it is sent, does not hold the event loop. */
async function expectNoHold(sending: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await held();
    await sending();
    times.push(await held());
  }
  const median = times.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!;
  longest = Math.max(longest, median);
  expect(median).toBeLessThanOrEqual(LONGEST);
}

describe('The event loop is held for 100 ms at most by [D-DO1]', () => {
  it.each(HURTFUL_BODIES)('a body: %s', (_what, body) => expectNoHold(() => sendBody(body)));

  it.each(HURTFUL_QUERIES)('a query: %s', (_what, query) =>
    expectNoHold(() => send(`GET ${list}?${query} HTTP/1.1`, [])),
  );

  it.each(HURTFUL_HEADERS)('a header: %s', (_what, lines) => expectNoHold(() => send(`GET ${list} HTTP/1.1`, lines)));
});

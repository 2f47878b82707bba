import path from 'node:path';
import { HURTFUL_BODIES, HURTFUL_HEADERS, HURTFUL_QUERIES } from '../hostile/inputs.js';
import { figures } from '../kit/figures.js';
import { freePort } from '../kit/program.js';
import { exchangeBytes, type RawAnswer } from '../kit/raw-socket.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { STATUS_OF_CODE } from '../kit/words.js';
import { World } from '../kit/world.js';

/** Milliseconds for which an input may hold the event loop. */
const LONGEST = 100;
/** The number of times that an input is sent. The median counts: a machine may stop a process for a moment. */
const TIMES = 5;

/** The outcomes of an input: a code, or `done`. */
const REFUSED = 'VALIDATION_ERROR';
const DONE = 'done';
/** The outcomes of the queries that are not refused for their form. */
const ANSWERS_TO_QUERIES: Readonly<Record<string, string>> = {
  // Empty pairs are left out, and nothing is left of white space.
  'empty pairs': DONE,
  'q of white space': DONE,
  fields: DONE,
  'an instant with a long fraction': DONE,
  '100 names of labels': DONE,
  '100 of every filter': DONE,
  'a cursor of 255 KiB': 'INVALID_CURSOR',
};
/** The outcomes of the headers that are refused: a request has at most 2,000 lines, and one `Authorization`. */
const ANSWERS_TO_HEADERS: Readonly<Record<string, string>> = {
  'one short line 50,000 times': REFUSED,
  Authorization: 'INVALID_TOKEN',
};

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

const send = (first: string, lines: readonly string[], body = ''): Promise<RawAnswer> =>
  exchangeBytes(
    server.baseUrl,
    [first, 'Host: 127.0.0.1', bearer, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'),
  );

const sendBody = (body: string): Promise<RawAnswer> =>
  send(`POST ${list} HTTP/1.1`, ['Content-Type: application/json', `Idempotency-Key: ${crypto.randomUUID()}`], body);

/** Returns the milliseconds for which the event loop was held since the last call. */
const held = async (): Promise<number> => Number(await (await fetch(delays)).text());

/** Returns the code of a refusal, else `done`. Expects that the status of a refusal is that of its code. */
function outcomeOf({ status, body }: RawAnswer): string {
  if (status === 200) return DONE;
  const { error } = JSON.parse(body) as { readonly error: { readonly code: string } };
  expect(status).toBe(STATUS_OF_CODE[error.code]);
  return error.code;
}

/** Expects that an input, each time that it is sent, is answered so, and does not hold the event loop. */
async function expectNoHold(outcome: string, sending: () => Promise<RawAnswer>): Promise<void> {
  const times: number[] = [];
  const outcomes: string[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await held();
    const answer = await sending();
    times.push(await held());
    outcomes.push(outcomeOf(answer));
  }
  expect(outcomes).toEqual(Array.from({ length: TIMES }, () => outcome));
  const median = times.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!;
  longest = Math.max(longest, median);
  expect(median).toBeLessThanOrEqual(LONGEST);
}

describe('The event loop is held for 100 ms at most by [D-DO1]', () => {
  it.each(HURTFUL_BODIES)('a body: %s', (_what, body) => expectNoHold(REFUSED, () => sendBody(body)));

  it.each(HURTFUL_QUERIES)('a query: %s', (what, query) =>
    expectNoHold(ANSWERS_TO_QUERIES[what] ?? REFUSED, () => send(`GET ${list}?${query} HTTP/1.1`, [])),
  );

  it.each(HURTFUL_HEADERS)('a header: %s', (what, lines) =>
    expectNoHold(ANSWERS_TO_HEADERS[what] ?? DONE, () => send(`GET ${list} HTTP/1.1`, lines)),
  );
});

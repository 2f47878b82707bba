import { concurrently } from '../kit/concurrently.js';
import { figures } from '../kit/figures.js';
import { expectInvariants } from '../kit/invariants.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';
import type { ModelRequest } from '../model/model.js';
import { Client } from './asking.js';
import { FACES, KINDS, Sequence } from './commands.js';
import { Homes } from './organizations.js';
import { type Exchange, hasSerialOrder } from './serial-order.js';

const ROUNDS = process.env.TEST_DEEP === undefined ? 12 : 600;
/** Rounds that run at the same time, each in an Organization of its own. */
const LANES = 6;
/** Requests of each stream. */
const LENGTH = 3;

/** The start of the streams: few things, so that the streams meet. */
const FURNITURE = [
  ...['createWorkItem', 'createWorkItem', 'createProjectLabel', 'createProjectSprint', 'createWorkItemComment'],
  ...['createWorkItemLink', 'createWorkItemLabelAssignment', 'transitionProjectSprint', 'createProjectSprint'],
];

let server: RunningServer;
let homes: Homes;
let stranger: string;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template });
  homes = new Homes(server, 40, 'streams');
  stranger = new World('model', server.baseUrl, server.databaseUrl).token('stranger').token;
});
afterAll(async () => {
  await expectInvariants(server);
  await server.stop();
});

/** Runs streams at the same time in a fresh Organization. Returns the number of requests in them and before them. */
async function round(number: number): Promise<number> {
  const chance = new Chance(seed + number);
  const home = await homes.take();
  const client = new Client(server.baseUrl, home, stranger);
  const sequence = new Sequence(home, client);
  const faces = (): number[] => Array.from({ length: FACES }, () => chance.below(2 ** 20));
  await sequence.meet();
  for (const kind of FURNITURE) {
    // Without a wish of the dice: the plainest request, which succeeds.
    const request = sequence.choose(kind, chance.once(2) ? [] : faces());
    if (request !== undefined) await sequence.compare(request);
  }

  let now = 0;
  const exchange = async (request: ModelRequest): Promise<Exchange> => {
    const begin = (now += 1);
    const actual = await client.once(request);
    return { request, actual, begin, end: (now += 1) };
  };
  const wishes = Array.from({ length: 2 + chance.below(2) }, () => streamOf(sequence, chance, faces));
  // Now and then two streams send one request with one key.
  if (chance.once(3)) wishes[1]![0] = wishes[0]![0]!;
  const before = structuredClone(home.state);
  const streams = await Promise.all(
    wishes.map(async (wish) => {
      const exchanges: Exchange[] = [];
      for (const request of wish) exchanges.push(await exchange(request));
      return exchanges;
    }),
  );
  const looks: Exchange[] = [];
  for (const look of sequence.possibleLooks()) looks.push(await exchange(look));
  if (!hasSerialOrder(before, streams, looks)) throw new Error(described(streams, looks, number));
  return sequence.requests.length - sequence.looks + streams.flat().length;
}

function streamOf(sequence: Sequence, chance: Chance, faces: () => number[]): ModelRequest[] {
  const requests: ModelRequest[] = [];
  while (requests.length < LENGTH) {
    const request = sequence.choose(chance.of(KINDS), faces());
    // Several pages are several requests, between which others come.
    const isWhole = request?.query.every(([name]) => name !== 'limit');
    if (request !== undefined && isWhole) requests.push(request);
  }
  return requests;
}

function described(streams: readonly (readonly Exchange[])[], looks: readonly Exchange[], number: number): string {
  const line = ({ request, actual, begin, end }: Exchange): string =>
    `${begin}-${end} ${JSON.stringify(request)}\n      ${actual.status} ${actual.text.slice(0, 1_500)}`;
  const shown = streams.map((stream, at) => `stream ${at}:\n    ${stream.map(line).join('\n    ')}`);
  const all = [...shown, `afterwards:\n    ${looks.map(line).join('\n    ')}`];
  return `Round ${number}: no order of these requests explains the answers.\n  ${all.join('\n  ')}`;
}

it('Requests of two or three clients at once end as in some order of the model', async () => {
  const counts = await concurrently(
    LANES,
    Array.from({ length: ROUNDS }, (_, number) => number),
    round,
  );
  const sent = counts.reduce((sum, count) => sum + count, 0);
  console.log(`${ROUNDS} rounds, ${sent} requests`);
  figures.add('model commands', sent);
  figures.add('model divergences', 0);
}, 3_600_000);

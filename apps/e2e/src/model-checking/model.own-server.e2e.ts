import fc from 'fast-check';
import { figures } from '../kit/figures.js';
import { expectInvariants } from '../kit/invariants.js';
import { seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';
import type { ModelRequest } from '../model/model.js';
import { Client } from './asking.js';
import { commands, Sequence } from './commands.js';
import { Homes } from './organizations.js';

/** The requests to be compared, at least. In the deep tier `streams` compares 9,000 more. */
const COMMANDS = process.env.TEST_DEEP === undefined ? 600 : 93_000;
/** Sequences that run at the same time, each in an Organization of its own. */
const LANES = 8;
/** The most commands of a sequence; most have about a third of it. */
const LONGEST = 200;

let server: RunningServer;
let homes: Homes;
let stranger: string;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template });
  homes = new Homes(server, 40, 'model');
  stranger = new World('model', server.baseUrl, server.databaseUrl).token('stranger').token;
});
afterAll(async () => {
  await expectInvariants(server);
  await server.stop();
});

const counts = { commands: 0, looks: 0, sequences: 0 };

/** Runs a sequence in a fresh Organization. */
const agreement = fc.asyncProperty(commands(LONGEST), async (sequence) => {
  const home = await homes.take();
  const model = new Sequence(home, new Client(server.baseUrl, home, stranger));
  await model.meet();
  await fc.asyncModelRun(() => ({ model, real: undefined }), sequence);
  await model.lookAround();
  counts.commands += model.requests.length - model.looks;
  counts.looks += model.looks;
  counts.sequences += 1;
});

it(
  'The server answers every request as the model does',
  async () => {
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let round = 0; counts.commands < COMMANDS; round += 1) {
        await fc.assert(agreement, { seed: seed + round * LANES + lane, numRuns: 2 });
      }
    });
    await Promise.all(lanes);
    console.log(JSON.stringify(counts));
    figures.add('model commands', counts.commands);
    figures.add('model divergences', 0);
  },
  4 * 3_600_000,
);

/** Sequences that once showed a difference, cut down to the requests that it takes. */
const ONCE_DIFFERENT: Readonly<Record<string, readonly Partial<ModelRequest>[]>> = {
  // The stored reply shows that the Project is there: it is not replayed to a token of the user that does not cover it.
  'bulk creations that a Project refused, repeated by a token without the Project': [
    { operation: 'createProject', caller: 'admin', body: { name: 'Web', key: 'WEB' } },
    {
      ...{ operation: 'bulkCreateWorkItems', caller: 'member', key: 'once-different' },
      body: { operations: [{ projectKey: 'WEB', title: 'x', assigneeId: '0a1b2c3d-1111-4222-8333-444455556666' }] },
    },
    {
      ...{ operation: 'bulkCreateWorkItems', caller: 'narrow', key: 'once-different' },
      body: { operations: [{ projectKey: 'WEB', title: 'x', assigneeId: '0a1b2c3d-1111-4222-8333-444455556666' }] },
    },
  ],
  'a list of the top level below a deleted parent': [
    { operation: 'createWorkItem', path: { projectKey: 'BASE' }, body: { title: 'Plan' } },
    { operation: 'deleteWorkItem', path: { projectKey: 'BASE', workItemKey: 'BASE-1' }, ifMatch: '*' },
    {
      ...{ operation: 'listWorkItems', path: { projectKey: 'BASE' } },
      query: [
        ['topLevel', 'true'],
        ['parent', 'BASE-1'],
      ],
    },
  ],
  'an update whose status holds U+0000': [
    { operation: 'createWorkItem', path: { projectKey: 'BASE' }, body: { title: 'Plan' } },
    {
      ...{ operation: 'updateWorkItem', path: { projectKey: 'BASE', workItemKey: 'BASE-1' }, ifMatch: '*' },
      body: { status: 'x\0y' },
    },
  ],
  'a list with a field that no row has': [
    { operation: 'listWorkItems', path: { projectKey: 'BASE' }, query: [['fields', 'status,labels']] },
  ],
};

it('The server and the model agree about the work of a profile in a foreign Organization, with a contradiction', async () => {
  const home = await homes.take();
  const sequence = new Sequence(home, new Client(server.baseUrl, home, stranger));
  await sequence.meet();
  await sequence.compare({
    ...{ operation: 'listUserProfileWork', caller: 'admin', key: null, ifMatch: null },
    path: { publicId: home.state.users[0].publicId },
    query: [
      ['parent', 'BASE-1'],
      ['topLevel', 'true'],
      ['organization', 'elsewhere'],
    ],
  });
});

it.each(Object.entries(ONCE_DIFFERENT))('The server and the model agree about %s', async (_what, requests) => {
  const home = await homes.take();
  const sequence = new Sequence(home, new Client(server.baseUrl, home, stranger));
  await sequence.meet();
  for (const [at, request] of requests.entries()) {
    const plain = { operation: '', caller: 'owner', path: {}, query: [], key: `once-different-${at}`, ifMatch: null };
    await sequence.compare({ ...plain, ...request });
  }
});

import fc from 'fast-check';
import { seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';
import type { Request } from '../model/model.js';
import { Client } from './asking.js';
import { commands, lookAround } from './commands.js';
import { Homes } from './organizations.js';

/** The last sequences may make it up to a third more. */
const COMMANDS = process.env.TEST_DEEP === undefined ? 1_600 : 100_000;
/** Sequences that run at the same time, each in an Organization of its own. */
const LANES = 8;
/** The most commands of a sequence; most have about a third of it. */
const LONGEST = 100;

let server: RunningServer;
let homes: Homes;
let stranger: string;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template });
  homes = new Homes(server);
  stranger = new World('model', server.baseUrl, server.databaseUrl).token('stranger').token;
});
afterAll(() => server.stop());

const counts = { commands: 0, looks: 0, sequences: 0 };

/** Runs a sequence in a fresh Organization. Throws with the first difference and all requests before it. */
const agreement = fc.asyncProperty(commands(LONGEST), async (sequence) => {
  const home = await homes.take();
  const client = new Client(server.baseUrl, home, stranger);
  const trace: string[] = [];
  const onCompared = (request: Request): void => {
    trace.push(JSON.stringify(request));
    counts.commands += 1;
  };
  try {
    // The Project that is there from the beginning is seen, so that its id is known.
    counts.looks += await lookAround(home, client);
    await fc.asyncModelRun(() => ({ model: { home, sent: [], onCompared }, real: client }), sequence);
    counts.looks += await lookAround(home, client);
  } catch (error) {
    throw new Error([(error as Error).message, 'after these requests:', ...trace].join('\n'), { cause: error });
  }
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
  },
  4 * 3_600_000,
);

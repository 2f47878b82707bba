import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { givenProject } from '../kit/given.js';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { DatabaseProxy } from '../kit/database-proxy.js';
import { eventually } from '../kit/eventually.js';
import { figures } from '../kit/figures.js';
import { samplesOf } from '../kit/metrics.js';
import { freePort } from '../kit/program.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { Ledger } from './ledger.js';

const IS_DEEP = process.env.TEST_DEEP !== undefined;
const CLIENTS = 8;
/** Connections of the pool: fewer than the clients want. */
const POOL = 6;
/** Writes that each disturbance meets, and the number of disturbances that last. */
const WRITES = IS_DEEP ? 200 : 8;
const EPISODES = IS_DEEP ? 200 / CLIENTS : 1;
/** Replies to COMMIT that are cut off. */
const REPLIES = IS_DEEP ? 1_000 : 8;
/** Milliseconds of silence: longer than the server waits for a statement. */
const SILENCE = IS_DEEP ? 10_000 : 7_000;
/** The longest time that a request may wait, in milliseconds: next to other suites, that of the contract (§10.1). */
const LONGEST_WAIT = IS_DEEP ? 8_000 : 30_000;

const chance = new Chance(seed);

let databaseUrl: string;
let proxy: DatabaseProxy;
let server: RunningServer;
let metricsUrl: string;
let world: World;
let ledger: Ledger;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  databaseUrl = await createDatabase(postgresUrl, template);
  proxy = await DatabaseProxy.start(databaseUrl);
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}`;
  const environment = {
    METRICS_PORT: String(port),
    DATABASE_POOL_MAX: String(POOL),
    // The purges of the server commit too, and no client waits for them: the first one would begin after a minute.
    NODE_OPTIONS: `--require ${path.resolve(__dirname, '../kit/preload/purge-speed.cjs')}`,
    PURGE_SPEED: '0.01',
  };
  server = await startServer({ postgresUrl, databaseUrl: proxy.databaseUrl, environment });
  world = new World('behind-a-proxy', server.baseUrl, databaseUrl);
});
afterAll(async () => {
  await server.stop();
  await proxy.stop();
  await dropDatabase(theRun().postgresUrl, databaseUrl);
});

beforeEach(async () => {
  const { key } = await givenProject(world.owner, world.org());
  ledger = new Ledger(world.project(key), () => world.owner);
  await inRounds(CLIENTS);
});

/** Expects that the disturbance lost and doubled nothing, that nobody waited too long, and that the pool is as before. */
afterEach(async () => {
  proxy.weather = 'clear';
  await eventually('an idle pool', async () => {
    const samples = await samplesOf(metricsUrl);
    const busy = [...samples].filter(([name, value]) => name.startsWith('worktrack_database_connections') && value > 0);
    return busy.length === 0 ? true : undefined;
  });
  const before = ledger.requests;
  const most = 2 * CLIENTS;
  await inRounds(most);
  expect(ledger.requests - before).toBe(most);
  expect(await ledger.audit(databaseUrl)).toEqual({ lost: 0, doubled: 0 });
  // The numbering of the feed works all the time: its transactions end.
  await eventually('no open transaction', async () => ((await unfinishedTransactions()) === 0 ? true : undefined));
  expect(ledger.longest).toBeLessThan(LONGEST_WAIT);

  figures.add('requests sent', ledger.requests);
  figures.add('acknowledged writes checked', ledger.writes);
  figures.add('acknowledged writes lost', 0);
  figures.add('effects doubled', 0);
  figures.most('longest wait for an answer, ms', Math.round(ledger.longest));
});

const unfinishedTransactions = async (): Promise<number> => {
  const [row] = await query(
    databaseUrl,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  );
  return row.count;
};

/** Lets every client write until that many writes are acknowledged. */
async function inRounds(writes: number, isOver: () => boolean = () => false): Promise<void> {
  const last = ledger.writes + writes;
  const client = async (number: number): Promise<void> => {
    for (let done = 0; done < writes / CLIENTS && !isOver() && ledger.writes < last; done += 1)
      await ledger.write(number);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

/** Lets every client write while `disturb` runs. */
async function meanwhile(disturb: () => Promise<void>): Promise<void> {
  let isOver = false;
  const writing = inRounds(Infinity, () => isOver);
  // Awaited below; this prevents an unhandledRejection until then.
  writing.catch(() => undefined);
  await disturb();
  isOver = true;
  await writing;
}

/** Nobody is answered whose COMMIT was cut. The numbering of the feed commits too, and nobody waits for it. */
function expectUnanswered(cuts: number): void {
  expect(ledger.unanswered).toBeGreaterThan(0);
  expect(ledger.unanswered).toBeLessThanOrEqual(cuts);
}

describe('Between the server and its database', () => {
  it('the reply to COMMIT is lost: nobody is answered, and a repetition gets the outcome', async () => {
    const before = proxy.cuts.replies;
    while (proxy.cuts.replies - before < REPLIES) {
      proxy.dropReplies(CLIENTS);
      const due = proxy.cuts.replies + CLIENTS;
      while (proxy.cuts.replies < due) await inRounds(CLIENTS);
    }
    expectUnanswered(proxy.cuts.replies - before);
    figures.add('COMMIT replies dropped', proxy.cuts.replies - before);
  }, 600_000);

  it('COMMIT is lost: nobody is answered, and a repetition has the effect', async () => {
    const before = proxy.cuts.commits;
    while (proxy.cuts.commits - before < WRITES) {
      proxy.dropCommits(CLIENTS);
      const due = proxy.cuts.commits + CLIENTS;
      while (proxy.cuts.commits < due) await inRounds(CLIENTS);
    }
    expectUnanswered(proxy.cuts.commits - before);
    figures.add('COMMITs dropped', proxy.cuts.commits - before);
  }, 600_000);

  it('every reply takes 200 ms longer: each request is answered', async () => {
    proxy.weather = 'slow';
    const before = { requests: ledger.requests, unanswered: ledger.unanswered };
    await inRounds(WRITES);
    // On a busy machine a request may be refused, and is then sent again.
    expect(ledger.requests - before.requests).toBeGreaterThanOrEqual(WRITES);
    expect(ledger.unanswered).toBe(before.unanswered);
  }, 600_000);

  it('bytes come one at a time: each request is answered', async () => {
    proxy.weather = 'bytes';
    const before = { requests: ledger.requests, unanswered: ledger.unanswered };
    await inRounds(WRITES);
    // On a busy machine a request may be refused, and is then sent again.
    expect(ledger.requests - before.requests).toBeGreaterThanOrEqual(WRITES);
    expect(ledger.unanswered).toBe(before.unanswered);
  }, 600_000);

  it('connections are reset', async () => {
    await meanwhile(async () => {
      for (let resets = 0; resets < WRITES; resets += 1) {
        await pause(20 + chance.below(80));
        proxy.reset();
      }
    });
  }, 600_000);

  it('nothing is heard for a while', async () => {
    for (let episode = 0; episode < EPISODES; episode += 1) {
      await meanwhile(async () => {
        await pause(20 + chance.below(200));
        proxy.weather = 'silent';
        await pause(SILENCE);
        proxy.weather = 'clear';
      });
    }
  }, 1_200_000);

  it('connections end, and only PostgreSQL knows', async () => {
    for (let episode = 0; episode < EPISODES; episode += 1) {
      await meanwhile(async () => {
        await pause(20 + chance.below(200));
        proxy.halfOpen();
        await pause(1_000);
      });
    }
  }, 1_200_000);

  afterAll(async () => {
    expect((await taskResult(['db:verify'], { databaseUrl })).violations).toEqual([]);
  });
});

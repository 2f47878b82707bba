import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Caller } from '../kit/client.js';
import { query } from '../kit/database.js';
import { figures } from '../kit/figures.js';
import { givenProject } from '../kit/given.js';
import { type OwnPostgres, startOwnPostgres } from '../kit/own-postgres.js';
import type { Environment } from '../kit/program.js';
import { Chance, seed } from '../kit/random.js';
import { eventually } from '../kit/eventually.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { Ledger } from './ledger.js';

const IS_DEEP = process.env.TEST_DEEP !== undefined;
const CLIENTS = 6;
const STOPS = IS_DEEP ? 100 : 2;
const KILLS = IS_DEEP ? 60 : 2;
/** Milliseconds after which a probe must know that the database stopped, or that it is back. */
const SOON = 1_000;
/** Milliseconds between two writes of a client: the cores are for other suites, too. */
const REST = IS_DEEP ? 5 : 15;
/** Milliseconds between two probes. */
const BREATH = 20;

const chance = new Chance(seed);
/** The store of attachments, which all servers share. */
const STORE = { WORKTRACK_DATA_DIR: scratchPath('data') };

let own: OwnPostgres;
beforeAll(async () => {
  // The log is written seldom: a commit that does not wait for it is lost for certain when the database stops.
  own = await startOwnPostgres('stopped-database', { wal_writer_delay: '10s' });
}, 120_000);
afterAll(async () => {
  const { violations } = await taskResult(['db:verify'], { databaseUrl: own.databaseUrl, environment: STORE });
  await own.postgres.leave();
  expect(violations).toEqual([]);
});

const start = (environment: Environment = {}): Promise<RunningServer> =>
  startServer({
    postgresUrl: own.postgres.url,
    databaseUrl: own.databaseUrl,
    environment: { ...STORE, ...environment },
  });

const worldOf = (server: RunningServer): World =>
  new World('stopped-database', server.baseUrl, own.databaseUrl, own.facts);

const ledgerOf = async (world: World, caller: () => Caller): Promise<Ledger> => {
  const { key } = await givenProject(world.owner, world.org());
  return new Ledger(world.project(key), caller);
};

/** Lets every client write, and do something after each write, until `disturb` has run. */
async function meanwhile(
  ledger: Ledger,
  disturb: () => Promise<void>,
  afterWrite: (client: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  let isOver = false;
  const client = async (number: number): Promise<void> => {
    while (!isOver) {
      await ledger.write(number);
      await afterWrite(number);
      await pause(REST);
    }
  };
  const writing = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  try {
    await Promise.race([disturb(), writing]);
  } finally {
    isOver = true;
  }
  await writing;
}

async function expectWhole(ledger: Ledger): Promise<void> {
  expect(await ledger.audit(own.databaseUrl)).toEqual({ lost: 0, doubled: 0 });
  figures.add('requests sent', ledger.requests);
  figures.add('acknowledged writes checked', ledger.writes);
  figures.add('acknowledged writes lost', 0);
  figures.add('effects doubled', 0);
}

/** The answers of the two probes, each with the time at which the request was sent. */
class Probes {
  readonly health: number[] = [];
  readonly ready: { readonly at: number; readonly status: number }[] = [];
  private isOver = false;
  private readonly asking: Promise<unknown>;

  constructor(private readonly caller: Caller) {
    this.asking = Promise.all([this.askHealth(), this.askReady()]);
    // Awaited by `end`.
    this.asking.catch(() => undefined);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.asking;
  }

  /** Counts the answers with this status to requests that were sent within these times. */
  countReady(status: number, from: number, to: number): number {
    return this.ready.filter((one) => one.status === status && one.at >= from && one.at <= to).length;
  }

  /** Waits for an answer with this status to a request that was sent after this time. */
  untilReady(status: number, since: number): Promise<unknown> {
    return eventually(`/api/ready with ${status}`, () =>
      Promise.resolve(this.countReady(status, since, Infinity) > 0 || undefined),
    );
  }

  private async askHealth(): Promise<void> {
    while (!this.isOver) {
      this.health.push((await this.caller.get('/api/health')).status);
      await pause(BREATH);
    }
  }

  private async askReady(): Promise<void> {
    while (!this.isOver) {
      const at = performance.now();
      this.ready.push({ at, status: (await this.caller.get('/api/ready')).status });
      await pause(BREATH);
    }
  }
}

describe('A database that is stopped while clients write', () => {
  it('loses nothing that was acknowledged; the server lives, and says when it is unready', async () => {
    const server = await start();
    const world = worldOf(server);
    const ledger = await ledgerOf(world, () => world.owner);
    const probes = new Probes(world.nobody);
    const outages: { readonly stopped: number; readonly down: number; readonly back: number; readonly last: number }[] =
      [];

    await meanwhile(ledger, async () => {
      for (let stops = 0; stops < STOPS; stops += 1) {
        await pause(chance.below(500));
        await own.postgres.crash();
        const stopped = performance.now();
        await probes.untilReady(503, stopped);
        if (IS_DEEP) await pause(SOON + 200);
        const down = performance.now();
        await own.postgres.restart();
        const back = performance.now();
        await probes.untilReady(200, back);
        if (IS_DEEP) await pause(SOON + 200);
        outages.push({ stopped, down, back, last: performance.now() });
      }
    });
    await probes.end();

    expect(new Set(probes.health)).toEqual(new Set([200]));
    // Other suites of the gate keep the cores busy: the times are checked in the deep tier.
    for (const { stopped, down, back, last } of IS_DEEP ? outages : []) {
      expect(probes.countReady(200, stopped + SOON, down)).toBe(0);
      expect(probes.countReady(503, stopped + SOON, down)).toBeGreaterThan(0);
      expect(probes.countReady(503, back + SOON, last)).toBe(0);
      expect(probes.countReady(200, back + SOON, last)).toBeGreaterThan(0);
    }
    await expectWhole(ledger);
    expect((await server.stop()).code).toBe(0);
    figures.add('immediate stops of the database', STOPS);
  }, 900_000);
});

describe('Two servers with one database, one of which is killed again and again', () => {
  it('lose nothing, do nothing twice, and each shows at once what the other has acknowledged', async () => {
    const servers = [await start(), await start()];
    const world = worldOf(servers[0]!);
    let turn = 0;
    const ledger = await ledgerOf(world, () => world.owner.at(servers[(turn += 1) % 2]!.baseUrl));
    let seen = 0;

    const disturb = async (): Promise<void> => {
      for (let kills = 0; kills < KILLS; kills += 1) {
        const next = performance.now() + (IS_DEEP ? 1_000 + chance.below(1_000) : chance.below(600));
        const which = chance.below(2);
        await servers[which]!.stop('SIGKILL');
        servers[which] = await start();
        await pause(Math.max(0, next - performance.now()));
      }
    };
    await meanwhile(ledger, disturb, async (client) => {
      for (const { baseUrl } of [...servers]) {
        if (await ledger.isVisible(client, world.owner.at(baseUrl))) seen += 1;
      }
    });

    expect(seen).toBeGreaterThan(ledger.writes);
    await expectWhole(ledger);
    for (const server of servers) expect((await server.stop()).code).toBe(0);
    figures.add('kills of servers', KILLS);
  }, 900_000);
});

describe('A commit that does not wait for the disk', () => {
  const WRITES = 5;

  /** Acknowledges writes and stops the database at once, while the configuration says that commits need not wait. */
  async function stopAfterWrites(environment: Environment): Promise<Ledger> {
    const server = await start(environment);
    const world = worldOf(server);
    const ledger = await ledgerOf(world, () => world.owner);
    await query(own.databaseUrl, 'checkpoint');
    await query(own.databaseUrl, 'alter system set synchronous_commit = off');
    await query(own.databaseUrl, 'select pg_reload_conf()');
    await pause(200);
    for (let writes = 0; writes < WRITES; writes += 1) await ledger.write(0);
    await own.postgres.crash();
    await own.postgres.restart();
    await query(own.databaseUrl, 'alter system reset synchronous_commit');
    await query(own.databaseUrl, 'select pg_reload_conf()');
    await server.stop();
    return ledger;
  }

  it('is lost: these tests see it', async () => {
    const preload = path.resolve(__dirname, '../kit/preload/default-durability.cjs');
    const ledger = await stopAfterWrites({ NODE_OPTIONS: `--require ${preload}` });
    expect((await ledger.audit(own.databaseUrl)).lost).toBe(1);
  });

  it('is none of the server: its sessions wait, whatever the configuration says', async () => {
    await expectWhole(await stopAfterWrites({}));
  });
});

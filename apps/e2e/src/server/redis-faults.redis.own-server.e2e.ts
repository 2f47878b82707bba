import { setTimeout as pause } from 'node:timers/promises';
import { freshKey } from '../kit/client.js';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { figures } from '../kit/figures.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { samplesOf } from '../kit/metrics.js';
import { freePort } from '../kit/program.js';
import { type RunningRedis, startRedis } from '../kit/redis.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

const IS_DEEP = process.env.TEST_DEEP !== undefined;
/** Each has a calm time, a frozen one and a kill. */
const ROUNDS = IS_DEEP ? 3 : 1;
/** Milliseconds in which Redis is frozen, and for which gets are measured before. */
const FROZEN = 8_000;
/** Milliseconds in which there is no Redis. */
const DEAD = 2_000;
/** Milliseconds from one get to the next, from one creation and from one probe. */
const PACE = { get: 20, creation: 100, probe: 50 };
/** Milliseconds that 99 of 100 gets may take longer while Redis is frozen. */
const LONGER = 20;
/** Seconds until Redis is in use again: the pause of five, and attempts that a busy machine was too slow for. */
const PATIENCE = 40;

let databaseUrl: string;
let redis: RunningRedis;
let server: RunningServer;
let world: World;
let metrics: string;

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, template);
  redis = await startRedis();
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}`;
  server = await startServer({
    postgresUrl,
    databaseUrl,
    environment: {
      ...redis.environment,
      METRICS_PORT: String(port),
      RATE_LIMIT_DISABLED: 'false',
      RATE_LIMIT_MAX: '100000',
      LOG_LEVEL: 'info',
    },
  });
  world = new World('running', server.baseUrl, databaseUrl);
});
afterAll(async () => {
  await server.stop();
  await redis.stop();
  try {
    await expectInvariants({ databaseUrl });
  } finally {
    await dropDatabase(postgresUrl, databaseUrl);
  }
});

/** The changes that the server has logged so far: `-` when Redis did not answer, `+` when it answered again. */
const changes = (): string =>
  [...server.log().matchAll(/Redis (does not answer|answers again)/g)]
    .map(([, change]) => (change === 'answers again' ? '+' : '-'))
    .join('');

/** Waits until requests are counted in Redis, or no longer, by the gauge and by the log. */
const untilShared = (wanted: boolean) =>
  eventually(
    wanted ? 'the use of Redis' : 'the use of memory',
    async () => {
      const gauge = (await samplesOf(metrics)).get('worktrack_rate_limit_store{store="redis"}');
      return gauge === Number(wanted) && changes().endsWith('-') === !wanted ? true : undefined;
    },
    PATIENCE,
  );

/** Does something again and again, at this pace or more slowly, until `isOver`: each begins when the one before has ended. */
async function again(pace: number, work: (turn: number) => Promise<void>, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const next = performance.now() + pace;
    await work(turn);
    await pause(Math.max(0, next - performance.now()));
  }
}

/** Of 100 values, 99 are not above it. */
const p99 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

describe('A Redis that freezes, goes on, is killed and starts again', () => {
  it('costs no request, and is logged once for each change', async () => {
    const project = world.project((await givenProject(world.owner, world.org())).key);
    const { key } = await givenWorkItem(world.owner, world.project());
    const statuses = { gets: new Set<number>(), creations: new Set<number>(), health: new Set<number>() };
    /** The titles of the creations that were acknowledged. */
    const titles: string[] = [];
    const gets: { readonly began: number; readonly milliseconds: number }[] = [];
    const took = (from: number, to: number): number[] =>
      gets.filter(({ began }) => began >= from && began < to).map(({ milliseconds }) => milliseconds);
    let isOver = false;
    const over = () => isOver;
    const clients = Promise.all([
      again(
        PACE.get,
        async () => {
          const began = performance.now();
          const { status } = await world.owner.get(world.item(key));
          gets.push({ began, milliseconds: performance.now() - began });
          statuses.gets.add(status);
        },
        over,
      ),
      again(
        PACE.creation,
        async (turn) => {
          const body = { title: `Creation ${turn}` };
          const { status } = await world.admin.post(`${project}/work-items`, body, { key: freshKey() });
          statuses.creations.add(status);
          if (status === 201) titles.push(body.title);
        },
        over,
      ),
      again(PACE.probe, async () => void statuses.health.add((await world.nobody.get('/api/health')).status), over),
    ]);
    const rounds: { readonly before: number; readonly frozen: number; readonly longest: number }[] = [];
    const disturb = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await untilShared(true);
        const began = performance.now();
        await pause(FROZEN);
        // A busy machine may have kept an answer of Redis for longer than 100 ms meanwhile.
        await untilShared(true);
        const logged = changes();
        const frozen = performance.now();
        redis.freeze();
        await untilShared(false);
        await pause(frozen + FROZEN - performance.now());
        const thawed = performance.now();
        expect(changes()).toBe(`${logged}-`);
        redis.thaw();
        await untilShared(true);
        const whileFrozen = took(frozen, thawed);
        rounds.push({ before: p99(took(began, frozen)), frozen: p99(whileFrozen), longest: Math.max(...whileFrozen) });

        const loggedBeforeKill = changes();
        await redis.kill();
        await untilShared(false);
        await pause(DEAD);
        expect(changes()).toBe(`${loggedBeforeKill}-`);
        await redis.startAgain();
        await untilShared(true);
      }
    };
    try {
      await Promise.race([disturb(), clients]);
    } finally {
      isOver = true;
    }
    await clients;

    expect(statuses).toEqual({ gets: new Set([200]), creations: new Set([201]), health: new Set([200]) });
    const rows = await query(
      databaseUrl,
      `select title from work_items where project_id = (select id from projects where key = $1) order by number`,
      [project.split('/').at(-1)],
    );
    expect(rows.map(({ title }: { title: string }) => title)).toEqual(titles);
    // Each change once, and never the same one twice in a row.
    expect(changes()).toMatch(/^(-\+)+$/);
    const longer = median(rounds.map(({ before, frozen }) => frozen - before));
    figures.add('requests sent', gets.length + titles.length);
    figures.add('acknowledged writes checked', titles.length);
    figures.add('acknowledged writes lost', 0);
    figures.add('effects doubled', 0);
    figures.add('freezes and kills of Redis', 2 * ROUNDS);
    figures.most('how much longer 99 of 100 gets take while Redis is frozen, ms', Math.max(0, longer));
    figures.most('longest get while Redis is frozen, ms', Math.max(...rounds.map(({ longest }) => longest)));
    // In the deep tier this suite has the machine for itself: elsewhere times of single gets differ by more.
    if (IS_DEEP) expect({ rounds, isLittleLonger: longer <= LONGER }).toEqual({ rounds, isLittleLonger: true });
  }, 600_000);
});

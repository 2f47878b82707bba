import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Answer, freshKey } from '../kit/client.js';
import { connected, query } from '../kit/database.js';
import { figures } from '../kit/figures.js';
import { givenProject } from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { type OwnPostgres, startOwnPostgres } from '../kit/own-postgres.js';
import { expectReplay } from '../kit/refusals.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

/*
 * The records of idempotency keys through a day of 50 mutations a second, in four minutes. Records are written by SQL, with instants at
 * which they expire four minutes later instead of 24 hours. The server purges them by its own job, whose pauses are as much shorter.
 * PostgreSQL vacuums when the settings of the migrations say so. It looks once a second instead of once a minute, and does not pause
 * between the pages of a vacuum, because it has four minutes for the changes of a day.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Records of a day: 50 a second. */
const RECORDS = 4_320_000;
/** Milliseconds that a day takes here. */
const SHORT_DAY = 4 * MINUTE;
/** The records of one statement while those of the day before are written. */
const BATCH = 20_000;
/** Records that one statement writes at most: what a long statement may still read cannot be vacuumed. */
const MOST_AT_ONCE = 2_000;
const USERS = 400;

const LIMITS = {
  /** Milliseconds of a statement of the purge, as PostgreSQL measures it. */
  longest: 100,
  /** Percent by which the table, its TOAST table and its indexes together are larger than with the records of a day and no dead rows. */
  room: 30,
  /** Percent by which they grow in the second half of the day: once there is room for dead rows, it is used again. */
  growth: 5,
  /** Percent of the rows that are dead. PostgreSQL vacuums at one; meanwhile the records of many minutes expire. */
  dead: 25,
  /** Expired records that wait: those of half an hour. */
  waiting: RECORDS / 48,
};

/** The shape of stored answers: nearly all have up to 1.5 kB, one of twenty is compressed, and one of a thousand is that of a bulk. */
const INSERT = `
  insert into idempotency_records
    (user_id, key, fingerprint, status, etag, body, body_gzip, project_ids, created_at)
  select ($1::uuid[])[1 + floor(random() * ${USERS})], gen_random_uuid()::text, sha256(number::text::bytea), 200, '"wi-2"',
    case when number % 20 > 0 then convert_to(repeat('x', 500 + (random() * 1000)::integer), 'UTF8') end,
    case when number % 1000 = 0 then $2::bytea
      when number % 20 = 0 then substring($2::bytea for 700 + (random() * 2500)::integer) end,
    array[($1::uuid[])[1]], $3::timestamptz + (number - 1) * ($4::timestamptz - $3::timestamptz) / $5::integer
  from generate_series(1, $5::integer) as number`;

const SIZE = `select pg_total_relation_size('idempotency_records')::float8 as bytes`;

/** `late`: milliseconds since the oldest record has expired. */
const STATE = `
  select n_dead_tup::float8 / greatest(n_live_tup, 1) as dead, autovacuum_count::integer as vacuums, (${SIZE}) as bytes,
    (select 1000 * extract(epoch from clock_timestamp() - interval '24 hours' - min(created_at)) from idempotency_records)::float8 as late
  from pg_stat_user_tables where relname = 'idempotency_records'`;

const STATEMENTS = `
  select query, calls::integer, rows::integer, mean_exec_time as mean, max_exec_time as longest from pg_stat_statements
  where query like 'delete from idempotency_%' or query like 'select%octet_length(body)%from idempotency_records%'
    or query like 'select distinct user_id%from idempotency_usage%'`;

interface State {
  readonly dead: number;
  readonly vacuums: number;
  readonly bytes: number;
  readonly late: number;
}

const largest = (states: readonly State[]): number => Math.max(...states.map(({ bytes }) => bytes));

let own: OwnPostgres;
let server: RunningServer;
let world: World;
let project: string;
const users = Array.from({ length: USERS }, () => randomUUID());
const noise = randomBytes(30_000);

beforeAll(async () => {
  own = await startOwnPostgres('compressed-day', {
    shared_preload_libraries: 'pg_stat_statements',
    autovacuum_naptime: '1s',
    autovacuum_vacuum_cost_delay: '0',
    max_wal_size: '4GB',
  });
  await query(own.databaseUrl, 'create extension pg_stat_statements');
  await query(
    own.databaseUrl,
    `insert into users (id, public_id, email, name, folded_name)
     select id, 'day-' || number, 'day-' || number || '@day.example', 'Day', 'day' from unnest($1::uuid[]) with ordinality as one (id, number)`,
    [users],
  );
}, 120_000);

afterAll(async () => {
  await expectInvariants(own);
  await server.stop();
  await own.postgres.leave();
});

/** Writes `count` records, which expire evenly between two instants. */
async function write(client: Client, count: number, from: number, to: number): Promise<void> {
  await client.query(INSERT, [users, noise, new Date(from - DAY), new Date(to - DAY), count]);
}

/** Runs the work on two connections at once. */
const onTwo = (work: (client: Client) => Promise<void>): Promise<unknown> =>
  Promise.all([connected(own.databaseUrl, work), connected(own.databaseUrl, work)]);

/** Returns about how many milliseconds it takes to write the records of a day: twice what a small part of them took. */
async function timeToWriteDay(): Promise<number> {
  const began = performance.now();
  await onTwo(async (client) => {
    await client.query('begin; set session_replication_role = replica');
    await write(client, BATCH, Date.now(), Date.now());
    await client.query('rollback');
  });
  return 2 * (performance.now() - began) * (RECORDS / (2 * BATCH));
}

/** Writes the records of the day before, in the order in which they expire. */
async function writeDayBefore(begin: number): Promise<void> {
  const instant = (record: number): number => begin + (record / RECORDS) * SHORT_DAY;
  let next = 0;
  await onTwo(async (client) => {
    // Foreign keys are not checked.
    await client.query('set session_replication_role = replica');
    while (next < RECORDS) {
      const at = next;
      next += BATCH;
      await write(client, BATCH, instant(at), instant(at + BATCH));
    }
  });
}

/** Writes the records of the day as it passes. A slow machine has a longer day. */
async function writeDay(begin: number): Promise<void> {
  let written = 0;
  await onTwo(async (client) => {
    while (written < RECORDS) {
      const now = Date.now();
      const due = Math.min(RECORDS, Math.floor(((now - begin) / SHORT_DAY) * RECORDS)) - written;
      const count = Math.min(due, MOST_AT_ONCE);
      if (count > 0) {
        written += count;
        await write(client, count, now + SHORT_DAY, now + SHORT_DAY + (count / RECORDS) * SHORT_DAY);
      }
      if (due < MOST_AT_ONCE) await pause(50);
    }
  });
}

describe('A day of 50 mutations a second', () => {
  it('leaves the records of idempotency keys no larger than its first half, and purges them in short statements', async () => {
    const estimate = await timeToWriteDay();
    const begin = Date.now() + estimate;
    await writeDayBefore(begin);
    server = await startServer({
      postgresUrl: own.postgres.url,
      databaseUrl: own.databaseUrl,
      environment: {
        NODE_OPTIONS: `--require ${path.resolve(__dirname, '../kit/preload/purge-speed.cjs')}`,
        PURGE_SPEED: String(DAY / SHORT_DAY),
      },
    });
    world = new World('compressed-day', server.baseUrl, own.databaseUrl, own.facts);
    project = world.project((await givenProject(world.owner, world.org())).key);
    await pause(Math.max(0, begin - Date.now()));

    const [before]: State[] = await query(own.databaseUrl, STATE);
    const states: State[] = [];
    const day = new AbortController();
    const watching = (async () => {
      while (!day.signal.aborted) {
        await pause(1_000);
        const [state]: State[] = await query(own.databaseUrl, STATE);
        states.push(state!);
      }
    })();
    // A client works meanwhile, and repeats every request.
    const answered: { readonly key: string; readonly first: Answer }[] = [];
    const create = (key: string): Promise<Answer> =>
      world.owner.post(`${project}/work-items`, { title: key, type: 'task' }, { key });
    const working = (async () => {
      while (!day.signal.aborted) {
        const key = freshKey();
        const first = await create(key);
        expectReplay(await create(key), first);
        answered.push({ key, first });
        await pause(1_000);
      }
    })();
    await writeDay(begin).finally(() => {
      day.abort();
    });
    await Promise.all([watching, working]);
    for (const { key, first } of answered) expectReplay(await create(key), first);
    figures.add('requests sent', answered.length * 3);

    const statements = await query(own.databaseUrl, STATEMENTS);
    const [purge] = statements.filter(({ query: text }) =>
      (text as string).startsWith('delete from idempotency_records'),
    );
    const most = {
      longest: Math.max(...statements.map(({ longest }) => longest as number)),
      room: 100 * (largest(states) / before!.bytes - 1),
      growth: 100 * (largest(states.slice(states.length / 2)) / largest(states.slice(0, states.length / 2)) - 1),
      dead: 100 * Math.max(...states.map(({ dead }) => dead)),
      waiting: Math.round((Math.max(0, ...states.map(({ late }) => late)) / SHORT_DAY) * RECORDS),
    };
    figures.add('idempotency records purged', purge.rows as number);
    figures.most('longest statement of a purge, ms', most.longest);
    figures.most('room of idempotency records beside those of a day, in percent', most.room);
    figures.most('growth of idempotency records in the second half of a day, in percent', most.growth);
    figures.most('dead rows of idempotency records, at most, in percent', most.dead);
    figures.most('expired idempotency records waiting, at most', most.waiting);

    expect(Object.entries(most).filter(([name, value]) => value > LIMITS[name as keyof typeof LIMITS])).toEqual([]);
    expect(purge.rows).toBeGreaterThan(RECORDS - LIMITS.waiting);
    expect(states.at(-1)!.vacuums - before!.vacuums).toBeGreaterThan(10);
  }, 1_500_000);
});

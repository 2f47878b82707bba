import { Abandoned, RequestWork } from '@worktrack/application';
import { eventually } from '../../test/eventually.js';
import { startPooler } from '../../test/pooler.js';
import { TestDatabase } from '../../test/test-database.js';
import type { Database } from '../database.js';
import type { EndedRoundTrip } from './monitor.js';
import { type Statement, brief } from './statement.js';

const asked = (name: string, text: string): Statement => brief({ name: `test.${name}`, text, instants: 'date' });

const ME = asked('me', 'select pg_backend_pid() as pid, $1::int as number');
const SLEEP = asked('sleep', 'select pg_backend_pid() as pid, pg_sleep($1)');
const DIVIDE = asked('divide', 'select pg_backend_pid() as pid, 10 / $1::int as number');

describe('Brief reads', () => {
  let database: TestDatabase;
  let opened: Database;
  const exchanges: (readonly string[])[] = [];
  const ended: EndedRoundTrip[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
  });
  beforeEach(async () => {
    opened = await database.open({
      poolMax: 2,
      sharedConnections: 1,
      applicationName: 'brief',
      observe: (names) => exchanges.push(names),
      monitor: {
        roundTripEnded: (exchange) => ended.push(exchange),
        connectionAcquired: () => undefined,
        transactionEnded: () => undefined,
      },
    });
    await opened.connections.rows(ME, [0]);
    await eventually(async () => (await pids()).length === 3);
    await eventually(async () => (await sessionOf(0)) !== undefined);
    exchanges.length = 0;
  });
  afterEach(() => opened.close());
  afterAll(() => database.drop());

  /** The processes of all sessions of the service: one of the pool, the shared one, and the one of reports that the start checked. */
  const pids = async () =>
    (
      await database.sql<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'brief' and datname = current_database()`,
      )
    ).map(({ pid }) => pid);
  /** The process of the shared session, found by its time limit; `undefined` for one of the pool. */
  const LIMIT = asked(
    'limit',
    `select pg_backend_pid() as pid, current_setting('statement_timeout') as limit, $1::int as n`,
  );
  const sessionOf = async (number: number) => {
    const [row] = await opened.connections.rows<{ pid: number; limit: string }>(LIMIT, [number]);
    return row?.limit === '500ms' ? row.pid : undefined;
  };
  const me = (number: number) => opened.connections.rows<{ pid: number; number: number }>(ME, [number]);
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

  it('of many requests are sent together on one connection, and each gets its own rows', async () => {
    const shared = await sessionOf(1);
    exchanges.length = 0;
    const rows = await Promise.all(numbers(1, 16).map(me));
    expect(rows).toEqual(numbers(1, 16).map((number) => [{ pid: shared, number }]));
    expect(exchanges).toEqual([Array.from({ length: 16 }, () => 'test.me')]);
  });

  it('give the monitor the request of each statement that was sent together', async () => {
    await sessionOf(1);
    ended.length = 0;
    const works = [new RequestWork(10_000), new RequestWork(10_000)];
    await Promise.all([...works.map((work, number) => work.run(() => me(number))), me(2)]);
    for (const work of works) work.end();
    expect(ended).toMatchObject([
      { pool: 'shared', statements: ['test.me', 'test.me', 'test.me'], isFailed: false, works: [...works, undefined] },
    ]);
    expect(ended[0]?.works.map((work) => works.indexOf(work!))).toEqual([0, 1, -1]);
  });

  it('do not wait for the results of those before them', async () => {
    const shared = await sessionOf(1);
    const first = opened.connections.rows<{ pid: number }>(SLEEP, [0.05]);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const second = me(2);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    // Both were sent before the first was answered.
    expect(exchanges.slice(-2)).toEqual([['test.sleep'], ['test.me']]);
    expect([(await first)[0]?.pid, (await second)[0]?.pid]).toEqual([shared, shared]);
  });

  it('take a connection of the pool when all places are taken, half of its connections at most', async () => {
    const shared = await sessionOf(1);
    const rows = (await Promise.all(numbers(1, 100).map(me))).flat();
    expect(rows.map(({ number }) => number)).toEqual(numbers(1, 100));
    expect(rows.filter(({ pid }) => pid === shared)).toHaveLength(32);
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(2);
  });

  it('behind an error are executed by the pool, those before it are answered', async () => {
    const shared = await sessionOf(1);
    const outcomes = await Promise.allSettled([me(1), opened.connections.rows(DIVIDE, [0]), me(2), me(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: '22012' } });
    const rows = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? (outcome.value as { pid: number }[]) : [],
    );
    expect(rows.map(({ pid }) => pid === shared)).toEqual([true, false, false]);
    // The shared connection is still in use.
    expect((await me(4))[0]?.pid).toBe(shared);
  });

  it('that are slow are stopped after half a second and executed by the pool; later ones do not queue behind them', async () => {
    const shared = await sessionOf(1);
    const slow = opened.connections.rows<{ pid: number }>(SLEEP, [1]);
    await new Promise((later) => setTimeout(later, 150));
    expect((await me(1))[0]?.pid).not.toBe(shared);
    expect((await slow)[0]?.pid).not.toBe(shared);
    expect((await me(2))[0]?.pid).toBe(shared);
  });

  it('are executed by the pool when their connection breaks, and have a new shared one later', async () => {
    const shared = await sessionOf(1);
    const reads = [opened.connections.rows<{ pid: number }>(SLEEP, [0.3]), me(1), me(2)];
    await new Promise((later) => setTimeout(later, 50));
    await database.sql('select pg_terminate_backend($1)', [shared]);
    const rows = (await Promise.all(reads)).flat() as { pid: number }[];
    expect(rows).toHaveLength(3);
    expect(rows.map(({ pid }) => pid)).not.toContain(shared);
    await eventually(async () => (await sessionOf(2)) !== undefined);
  });

  it('are executed by the pool when the server is silent', async () => {
    const shared = await sessionOf(1);
    const client = sharedClient(opened);
    // Nothing that the server sends arrives any more.
    client.connection.stream.pause();
    client.connection.stream.removeAllListeners('data');
    const [row] = await me(1);
    expect(row?.number).toBe(1);
    expect(row?.pid).not.toBe(shared);
    await eventually(async () => ![undefined, shared].includes(await sessionOf(2)));
  });

  it('that were answered before the server fell silent are not executed again', async () => {
    const LONG = asked('long', `select repeat('x', $1::int) as text`);
    const [first, ...others] = [
      me(1),
      opened.connections.rows(LONG, [200_000]),
      opened.connections.rows<{ pid: number }>(SLEEP, [0.3]),
    ];
    await first;
    // The long text filled the buffer of the server, which therefore sent the first rows before it slept.
    const { stream } = sharedClient(opened).connection;
    stream.pause();
    stream.removeAllListeners('data');
    exchanges.length = 0;
    expect(await Promise.all(others)).toHaveLength(2);
    expect(exchanges.flat().sort()).toEqual(['test.long', 'test.sleep']);
  });

  it('are executed once by the pool at most', async () => {
    exchanges.length = 0;
    await expect(opened.connections.rows(DIVIDE, [0])).rejects.toMatchObject({ code: '22012' });
    expect(exchanges).toEqual([['test.divide'], ['test.divide']]);
  });

  it('of a request that has ended do not begin, neither there nor in the pool', async () => {
    const work = new RequestWork(60_000);
    const failing = work.run(() => opened.connections.rows(DIVIDE, [0]));
    work.clientLeft();
    await expect(failing).rejects.toBeInstanceOf(Abandoned);
    exchanges.length = 0;
    await expect(work.run(() => me(1))).rejects.toBeInstanceOf(Abandoned);
    expect(exchanges).toEqual([]);
    work.end();
  });

  it('share no connection behind a pooler that lends its sessions for a transaction: it keeps no prepared statements', async () => {
    const pooler = await startPooler(database.url);
    const pooled = await database.open({ url: pooler.url, poolMax: 2, sharedConnections: 1 });
    const limitOf = async (read: number) =>
      (await pooled.connections.rows<{ limit: string; n: number }>(LIMIT, [read])).map(({ limit, n }) => [limit, n]);
    try {
      expect(await limitOf(1)).toEqual([['5s', 1]]);
      // A shared connection was opened, and given up.
      await eventually(() => pooler.ended() > 0);
      expect(await Promise.all([2, 3, 4].map(limitOf))).toEqual([2, 3, 4].map((read) => [['5s', read]]));
    } finally {
      await pooled.close();
      await pooler.close();
    }
  });

  it('have no shared connection where statements are not prepared', async () => {
    const plain = await database.open({ poolMax: 1, sharedConnections: 1, prepared: false, applicationName: 'plain' });
    const sessions = () =>
      database.sql<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'plain' order by pid`);
    const before = await sessions();
    for (let read = 0; read < 3; read += 1) await plain.connections.rows(ME, [read]);
    expect(await sessions()).toEqual(before);
  });
});

interface Open {
  readonly connection: { readonly stream: { pause(): void; removeAllListeners(name: string): void } };
}

/** The driver's client of the only shared connection. */
function sharedClient({ connections }: Database): Open {
  const { use } = connections as object as { use: { shared: { reads: { all: { client: Open }[] } } } };
  return use.shared.reads.all[0]!.client;
}

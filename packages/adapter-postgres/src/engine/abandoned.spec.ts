import { Abandoned, Overloaded, RequestWork } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import { eventually } from '../../test/eventually.js';
import { TestDatabase } from '../../test/test-database.js';
import { postgresAdapters } from '../adapters.js';
import type { Database } from '../database.js';
import { storeHash } from '../migrations/policy-hash.js';
import { Connections } from './connections.js';
import type { Statement } from './statement.js';

const asked = (text: string): Statement => ({ name: `test.${text}`.slice(0, 60), text, instants: 'date' });

const SLEEP = asked('select pg_sleep(60)');
const PID = asked('select pg_backend_pid() as pid');

const ACME = '10000000-0000-4000-8000-000000000001' as OrganizationId;

describe('Work for a request that ended early', () => {
  let database: TestDatabase;
  let opened: Database;

  beforeAll(async () => {
    database = await TestDatabase.create();
    await database.sql('create table kept (number int)');
    await database.sql('grant select, insert on kept to worktrack_app');
    await storeHash((text) => database.sql(text));
    opened = await database.open({ poolMax: 1, applicationName: 'abandoned' });
  });

  afterAll(() => database.drop());

  const sleeping = async (): Promise<number> => {
    const rows = await database.sql(
      `select from pg_stat_activity where application_name = 'abandoned' and state = 'active' and query like '%pg_sleep%'`,
    );
    return rows.length;
  };
  const untilOneSleeps = () => eventually(async () => (await sleeping()) > 0);
  const pidOf = async (): Promise<number | undefined> =>
    (await opened.connections.rows<{ pid: number }>(PID, []))[0]?.pid;
  const kept = async () =>
    (await database.sql<{ number: number }>('select number from kept order by number')).map(({ number }) => number);

  it('stops its statement, fails with Abandoned, and leaves the connection as good as new', async () => {
    const before = await pidOf();
    const work = new RequestWork(60_000);
    const read = work.run(() => opened.connections.rows(SLEEP, []));
    await untilOneSleeps();
    work.clientLeft();
    await expect(read).rejects.toBeInstanceOf(Abandoned);
    // The work had ended by the time it failed.
    expect(await sleeping()).toBe(0);
    expect(await pidOf()).toBe(before);
    work.end();
  });

  it('never stops the statement of the next user of the connection', async () => {
    for (let round = 0; round < 50; round += 1) {
      const work = new RequestWork(60_000);
      const read = work.run(() => opened.connections.rows(asked('select pg_sleep(0.002)'), []));
      setTimeout(() => {
        work.clientLeft();
      }, round % 5);
      await read.catch(() => undefined);
      expect(await opened.connections.rows(asked('select pg_sleep(0.005), 1 as one'), [])).toHaveLength(1);
      work.end();
    }
  });

  it('begins nothing any more', async () => {
    const work = new RequestWork(60_000);
    work.clientLeft();
    await expect(work.run(() => opened.connections.rows(PID, []))).rejects.toBeInstanceOf(Abandoned);
    work.end();
  });

  it('stops every statement of a report, those that travel together included', async () => {
    const work = new RequestWork(60_000);
    const report = work.run(() =>
      opened.snapshots.read(ACME, (reader) => Promise.all([reader.rows(SLEEP, []), reader.rows(SLEEP, [])])),
    );
    await untilOneSleeps();
    work.clientLeft();
    await expect(report).rejects.toBeInstanceOf(Abandoned);
    expect(await sleeping()).toBe(0);
    expect(await opened.snapshots.read(ACME, (reader) => reader.rows(asked('select 1 as one'), []))).toEqual([
      { one: 1 },
    ]);
    work.end();
  });

  it('stops each of several statements outside a transaction', async () => {
    const work = new RequestWork(60_000);
    const connection = await work.run(() => opened.connections.acquire());
    const request = { statement: SLEEP, values: [] };
    const exchange = work.run(() => connection.send([request, request, request]));
    await untilOneSleeps();
    work.clientLeft();
    await expect(exchange).rejects.toBeInstanceOf(Abandoned);
    expect([await sleeping(), connection.isBroken]).toEqual([0, false]);
    connection.release();
    work.end();
  });

  it('goes on with a change that has begun after the client has gone', async () => {
    const { unitOfWork } = postgresAdapters(opened);
    const work = new RequestWork(60_000);
    work.beginChange();
    const change = work.run(() => unitOfWork.run(async (tx) => ({ at: await tx.instant() })));
    work.clientLeft();
    await expect(change).resolves.toMatchObject({ at: expect.any(Date) as Date });
    work.end();
  });

  it('ends when its time is over, a change too, which then saved nothing', async () => {
    const work = new RequestWork(300);
    work.beginChange();
    const change = work.run(async () => {
      const connection = await opened.connections.acquire();
      try {
        await connection.send([
          { statement: asked('begin'), values: [] },
          { statement: asked('insert into kept values (1)'), values: [] },
        ]);
        await connection.send([{ statement: SLEEP, values: [] }]);
      } finally {
        await connection.send([{ statement: asked('rollback'), values: [], settles: true }]);
        connection.release();
      }
    });
    await expect(change).rejects.toThrow('The request took too long.');
    expect(await kept()).toEqual([]);
    await expect(change).rejects.toBeInstanceOf(Overloaded);
  });

  it('lets a COMMIT that is under way come to its end', async () => {
    await database.sql(`create function slowly() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.4); return null; end $$`);
    await database.sql(`create constraint trigger slow_commit after insert on kept initially deferred
      for each row execute function slowly()`);
    // The statements before the COMMIT may take long on a busy machine. The time limit of this test begins after them.
    const connection = await opened.connections.acquire();
    await connection.send([
      { statement: asked('begin'), values: [] },
      { statement: asked('insert into kept values (2)'), values: [] },
    ]);
    const work = new RequestWork(200);
    work.beginChange();
    const [result] = await work.run(() => connection.send([{ statement: asked('commit'), values: [], settles: true }]));
    expect(result?.command).toBe('COMMIT');
    connection.release();
    expect(work.signal.aborted).toBe(true);
    expect(await kept()).toEqual([2]);
  });

  it('is stopped by the end of the process, which waits for no statement', async () => {
    const closing = await database.open({ poolMax: 2, applicationName: 'abandoned' });
    const reads = [
      closing.connections.rows(SLEEP, []),
      closing.snapshots.read(ACME, (reader) => reader.rows(SLEEP, [])),
    ];
    const outcomes = Promise.all(reads.map((read) => read.catch((error: unknown) => error)));
    await eventually(async () => (await sleeping()) === 2);
    await closing.close();
    expect(await sleeping()).toBe(0);
    for (const outcome of await outcomes) expect(outcome).toBeInstanceOf(Overloaded);
  });

  it('is cut off where the server does not hear that it should stop', async () => {
    const deaf = await database.open({ poolMax: 1, applicationName: 'abandoned' });
    const cancel = () => Promise.resolve(true);
    const connections = new Connections(deaf.pool, {
      prepared: true,
      observe: () => undefined,
      cancel,
    });
    const work = new RequestWork(60_000);
    const read = work.run(() => connections.rows(SLEEP, []));
    await untilOneSleeps();
    work.clientLeft();
    await expect(read).rejects.toBeInstanceOf(Abandoned);
    await eventually(async () => (await sleeping()) === 0);
    expect(await connections.rows(asked('select 1 as one'), [])).toEqual([{ one: 1 }]);
    work.end();
  });
});

describe('Whether the database answers', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await TestDatabase.create();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  afterAll(() => database.drop());

  it('is known while every connection is busy', async () => {
    const busy = await database.open({ poolMax: 1 });
    const connection = await busy.connections.acquire();
    expect(await busy.isAnswering()).toBe(true);
    connection.release();
  });

  it('is asked once for all who ask within a second', async () => {
    const asking = await database.open({ applicationName: 'asked once' });
    const pings = () =>
      database.sql<{ pid: number; at: Date }>(
        `select pid, query_start as at from pg_stat_activity where application_name = 'asked once' and query = 'select 1'`,
      );
    // The second is that of the test, which takes as long as the machine lets it.
    jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
    expect(await Promise.all(Array.from({ length: 100 }, () => asking.isAnswering()))).not.toContain(false);
    const before = await pings();
    expect(before).toHaveLength(1);
    jest.advanceTimersByTime(999);
    expect(await asking.isAnswering()).toBe(true);
    expect(await pings()).toEqual(before);
    jest.advanceTimersByTime(1);
    expect(await asking.isAnswering()).toBe(true);
    expect(await pings()).not.toEqual(before);
  });

  it('is not less known because one of those who ask goes away', async () => {
    const shared = await database.open();
    const work = new RequestWork(60_000);
    const first = work.run(() => shared.isAnswering());
    work.clientLeft();
    expect([await first, await shared.isAnswering()]).toEqual([true, true]);
    work.end();
  });

  it('is no when nothing is there, and no error', async () => {
    const closed = await database.open();
    await closed.close();
    await closed.close();
    expect(await closed.isAnswering()).toBe(false);
  });
});

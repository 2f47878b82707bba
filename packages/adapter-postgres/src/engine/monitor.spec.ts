import { RequestWork, UnknownOutcome, refuse } from '@worktrack/application';
import type { OrganizationId, UserId } from '@worktrack/domain';
import { TestDatabase } from '../../test/test-database.js';
import { postgresAdapters } from '../adapters.js';
import type { Database } from '../database.js';
import type { EndedRoundTrip, PoolName, TransactionOutcome } from './monitor.js';
import { statement } from './statement.js';

const ONE = statement('test.one', 'select $1::int as one');
const SLEEP = statement('test.sleep', 'select pg_sleep($1)');

describe('The monitor of a database', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  const exchanges: EndedRoundTrip[] = [];
  const roundTrips = (): [PoolName, number][] => exchanges.map(({ pool, seconds }) => [pool, seconds]);
  const waits: [PoolName, number][] = [];
  const outcomes: TransactionOutcome[] = [];

  beforeAll(async () => {
    testDatabase = await TestDatabase.create();
    database = await testDatabase.open({
      poolMax: 1,
      monitor: {
        roundTripEnded: (exchange) => exchanges.push(exchange),
        connectionAcquired: (pool, seconds) => waits.push([pool, seconds]),
        transactionEnded: (outcome) => outcomes.push(outcome),
      },
    });
  });
  beforeEach(() => {
    for (const received of [exchanges, waits, outcomes]) received.length = 0;
  });
  afterAll(() => testDatabase.drop());

  const poolsOf = (received: readonly [PoolName, number][]) => received.map(([pool]) => pool);

  it('receives each round trip and each wait for a connection, by pool', async () => {
    await database.connections.rows(ONE, [1]);
    await database.counters.rows(ONE, [1]);
    expect(poolsOf(roundTrips())).toEqual(['requests', 'counters']);
    expect(poolsOf(waits)).toEqual(['requests', 'counters']);
  });

  it('receives the names of the statements, whether they failed, and the request that they were for', async () => {
    const work = new RequestWork(10_000);
    await work.run(() =>
      database.connections.rowsOfEach([
        { statement: ONE, values: [1] },
        { statement: SLEEP, values: [0] },
      ]),
    );
    await expect(database.connections.rows(SLEEP, ['not a number'])).rejects.toThrow();
    work.end();
    expect(exchanges).toMatchObject([
      { statements: ['test.one', 'test.sleep'], isFailed: false, works: [work] },
      { statements: ['test.sleep'], isFailed: true, works: [undefined] },
    ]);
  });

  it('receives how long they took, in seconds, and one that failed', async () => {
    await expect(database.connections.rows(SLEEP, ['not a number'])).rejects.toThrow();
    const both = Promise.all([database.connections.rows(SLEEP, [0.2]), database.connections.rows(ONE, [1])]);
    await new Promise((begun) => setTimeout(begun, 50));
    expect(database.poolStates()).toEqual([
      { pool: 'requests', inUse: 1, waiting: 1 },
      { pool: 'reports', inUse: 0, waiting: 0 },
      { pool: 'counters', inUse: 0, waiting: 0 },
    ]);
    await both;
    expect(roundTrips()).toHaveLength(3);
    const [, slept] = roundTrips();
    const waited = waits.at(-1);
    for (const received of [slept, waited]) {
      expect(received?.[1]).toBeGreaterThan(0.1);
      expect(received?.[1]).toBeLessThan(5);
    }
    expect(database.poolStates()[0]).toEqual({ pool: 'requests', inUse: 0, waiting: 0 });
  });

  it('receives how each attempt of a transaction ended', async () => {
    const { unitOfWork } = postgresAdapters(database);
    await unitOfWork.run((tx) => tx.instant());
    await expect(unitOfWork.run(() => refuse('NOT_FOUND'))).rejects.toThrow();
    await expect(unitOfWork.run(() => Promise.reject(new Error('A fault.')))).rejects.toThrow('A fault.');
    expect(outcomes).toEqual(['committed', 'refused', 'failed']);
  });

  const terminate = () =>
    testDatabase.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);

  it('receives an attempt that is repeated, and the next one', async () => {
    const { unitOfWork } = postgresAdapters(database);
    const nobody = '10000000-0000-4000-8000-000000000001';
    let attempts = 0;
    await unitOfWork.run(async (tx) => {
      const find = () => tx.members.find(nobody as OrganizationId, { kind: 'id', id: nobody as UserId });
      attempts += 1;
      await find();
      if (attempts === 1) await terminate();
      await find();
    });
    expect(attempts).toBe(2);
    expect(outcomes).toEqual(['retried', 'committed']);
  });

  it('receives a COMMIT whose answer was lost', async () => {
    const { unitOfWork } = postgresAdapters(database);
    const lost = unitOfWork.run(async (tx) => {
      await tx.instant();
      await terminate();
    });
    await expect(lost).rejects.toBeInstanceOf(UnknownOutcome);
    expect(outcomes).toEqual(['unknown']);
  });
});

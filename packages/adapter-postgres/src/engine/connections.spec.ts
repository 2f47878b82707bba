import { TestDatabase } from '../../test/test-database.js';
import { storeHash } from '../migrations/policy-hash.js';
import type { Connection, Connections } from './connections.js';
import type { Statement, Value } from './statement.js';

const request = (name: string, text: string, values: readonly Value[] = []) => ({
  statement: { name, text, instants: 'date' } satisfies Statement,
  values,
});

/** Tests a batch of statements of one round trip in which one fails: COMMIT relies on this behaviour. */
describe('Statements that are sent together', () => {
  let database: TestDatabase;
  let connections: Connections;

  beforeAll(async () => {
    database = await TestDatabase.create();
    await database.sql('create table kept (number int constraint number_is_known check (number < 100))');
    await database.sql('grant select, insert on kept to worktrack_app');
    await storeHash((text) => database.sql(text));
    ({ connections } = await database.open({ poolMax: 1 }));
  });

  afterAll(() => database.drop());

  const withConnection = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await connections.acquire();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  };

  const keep = (number: number) => request('test.keep', 'insert into kept (number) values ($1)', [number]);
  const kept = async () =>
    (await database.sql<{ number: number }>('select number from kept')).map(({ number }) => number);
  const process = async () => {
    const [row] = await connections.rows<{ pid: number }>(
      request('test.pid', 'select pg_backend_pid() as pid').statement,
      [],
    );
    return row!.pid;
  };

  it('are answered in their order', async () => {
    const results = await withConnection((connection) =>
      connection.send([1, 2, 3].map((number) => request('test.number', 'select $1::int as number', [number]))),
    );
    expect(results.map(({ rows }) => rows as unknown)).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
  });

  it('save nothing when one fails, COMMIT sent along or not, and leave the connection as good as new', async () => {
    const before = await process();
    await withConnection(async (connection) => {
      const batch = [
        request('begin', 'begin'),
        keep(1),
        keep(100),
        // This statement is prepared for the first time, in a transaction that has already failed.
        request('test.late', 'select $1::int as late', [1]),
        keep(2),
        request('commit', 'commit'),
      ];
      await expect(connection.send(batch)).rejects.toMatchObject({ constraint: 'number_is_known' });
      expect(connection.isBroken).toBe(false);
      // The server skipped the COMMIT, too: the transaction is still there.
      const [ended] = await connection.send([request('rollback', 'rollback')]);
      expect(ended?.command).toBe('ROLLBACK');
      const [late] = await connection.send([request('test.late', 'select $1::int as late', [1]), keep(3)]);
      expect(late?.rows).toEqual([{ late: 1 }]);
    });
    expect(await kept()).toEqual([3]);
    expect(await process()).toBe(before);
  });

  it('do not lend a connection again after a row that cannot be read', async () => {
    const before = await process();
    await withConnection(async (connection) => {
      const batch = [request('test.big', 'select $1::bigint as big', ['9007199254740992']), keep(4)];
      await expect(connection.send(batch)).rejects.toThrow(RangeError);
      expect(connection.isBroken).toBe(true);
    });
    expect(await process()).not.toBe(before);
  });

  it('do not lend a connection again after a value that cannot be sent', async () => {
    const before = await process();
    await withConnection(async (connection) => {
      const batch = [request('begin', 'begin'), request('test.json', 'select $1::text', [new Date(Number.NaN)])];
      await expect(connection.send(batch)).rejects.toThrow('Invalid time value');
      expect(connection.isBroken).toBe(true);
    });
    expect(await process()).not.toBe(before);
  });
});

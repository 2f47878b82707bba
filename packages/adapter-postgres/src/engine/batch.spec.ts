import { Client, DatabaseError } from 'pg';
import { TestDatabase } from '../../test/test-database.js';
import { NoResponse, sendBatch, type StatementResult } from './batch.js';
import type { Statement, Value } from './statement.js';

const asked = (name: string, text: string, ...values: readonly Value[]) => ({
  statement: { name, text, instants: 'date' } satisfies Statement,
  values,
  preparedAs: name,
});
const one = (number: number) => asked('test.one', 'select $1::int as number', number);
const keep = (number: number) => asked('test.keep', 'insert into kept values ($1)', number);

const MESSAGES = { P: 'parse', D: 'describe', B: 'bind', E: 'execute', C: 'close', S: 'sync' } as const;

/** Reads the kinds of the messages of the protocol: each has a letter and its length. */
function messagesIn(bytes: Buffer): string[] {
  const kinds: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    kinds.push(MESSAGES[String.fromCharCode(bytes[at]!) as keyof typeof MESSAGES]);
  }
  return kinds;
}

describe('A batch', () => {
  let database: TestDatabase;
  let client: Client;
  const sent: string[] = [];
  let writes = 0;

  beforeAll(async () => {
    database = await TestDatabase.create({ migrated: false });
    await database.sql('create table kept (number int primary key)');
    client = new Client({ connectionString: database.url, pipeline: true });
    await client.connect();
    type Write = (bytes: Buffer, ...more: unknown[]) => boolean;
    const { stream } = client.connection as object as { stream: { write: Write } };
    const write = stream.write.bind(stream);
    stream.write = (bytes, ...more) => {
      writes += 1;
      sent.push(...messagesIn(bytes));
      return write(bytes, ...more);
    };
  });
  beforeEach(() => {
    writes = 0;
    sent.length = 0;
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** Resolves to the error, and to the rows of each statement that was done. */
  const send = (...statements: readonly ReturnType<typeof asked>[]) =>
    new Promise<{ error: unknown; rows: unknown; results: readonly StatementResult[] }>((resolve) => {
      sendBatch(client, statements, (error, results = []) => {
        resolve({ error, results, rows: results.map(({ rows }) => rows) });
      });
    });
  const counted = () =>
    Object.fromEntries(Object.values(MESSAGES).map((name) => [name, sent.filter((one) => one === name).length]));
  const kept = async () =>
    (await database.sql<{ number: number }>('select number from kept order by number')).map(({ number }) => number);

  it('is one write with one Sync, and parses and describes a statement once for its connection', async () => {
    expect((await send(one(1), one(2), one(3))).rows).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
    expect(counted()).toEqual({ parse: 1, describe: 1, bind: 3, execute: 3, close: 0, sync: 1 });
    expect(writes).toBe(1);
    sent.length = 0;
    expect((await send(one(4))).rows).toEqual([[{ number: 4 }]]);
    expect(counted()).toEqual({ parse: 0, describe: 0, bind: 1, execute: 1, close: 0, sync: 1 });
  });

  it('gives the number of rows and the command of each statement', async () => {
    const { results } = await send(
      asked('begin', 'begin'),
      asked('test.some', 'insert into kept select generate_series(10, 14)'),
      asked('test.change', 'update kept set number = -number where number > $1', 12),
      asked('test.list', 'select number from kept order by number'),
      asked('rollback', 'rollback'),
    );
    expect(results.map(({ command, rowCount }) => [command, rowCount])).toEqual([
      ['BEGIN', 0],
      ['INSERT', 5],
      ['UPDATE', 2],
      ['SELECT', 5],
      ['ROLLBACK', 0],
    ]);
  });

  it('delivers the rows of a statement when they have arrived, and none of one that fails or cannot be read', async () => {
    let arrived = 0;
    const counting = () => (arrived += 1);
    client.connection.on('dataRow', counting);
    const deliveredBy = (...statements: readonly ReturnType<typeof asked>[]) =>
      new Promise((resolve) => {
        arrived = 0;
        const delivered: unknown[] = [];
        const done = (error: Error | undefined, results: readonly StatementResult[] = []) => {
          resolve({
            delivered,
            kept: results.map(({ rows, rowCount }) => [rows, rowCount]),
            isFailed: error !== undefined,
          });
        };
        sendBatch(client, statements, done, {
          onRows: (rows, index) => delivered.push({ rows, index, arrived }),
        });
      });
    const delivered = [1, 2].map((number, index) => ({ rows: [{ number }], index, arrived: number }));
    const kept = [
      [[], 1],
      [[], 1],
    ];
    expect(await deliveredBy(one(1), one(2))).toEqual({ delivered, kept, isFailed: false });
    expect(await deliveredBy(one(1), one(2), asked('test.failing', 'select 1 / $1::int', 0), one(3))).toEqual({
      delivered,
      kept,
      isFailed: true,
    });
    const unreadable = asked('test.unreadable', 'select $1::bigint as number', '9007199254740993');
    expect(await deliveredBy(one(1), one(2), unreadable, one(3))).toEqual({ delivered, kept, isFailed: true });
    client.connection.off('dataRow', counting);
  });

  it('ends at an error: what follows is skipped, COMMIT too, and what was before it is done', async () => {
    await send(keep(1));
    const { error, rows } = await send(
      asked('begin', 'begin'),
      keep(2),
      one(1),
      keep(1),
      keep(3),
      asked('commit', 'commit'),
    );
    expect(error).toMatchObject({ constraint: 'kept_pkey' });
    expect(rows).toEqual([[], [], [{ number: 1 }]]);
    expect((await send(asked('rollback', 'rollback'))).results[0]?.command).toBe('ROLLBACK');
    expect(await kept()).toEqual([1]);
  });

  it('prepares again, once, a statement that an error kept from the server', async () => {
    const late = (number: number) => asked('test.late', 'select $1::int + 1 as late', number);
    const known = one(1);
    await send(known);
    expect((await send(keep(1), late(1), known)).error).toMatchObject({ constraint: 'kept_pkey' });
    sent.length = 0;
    expect((await send(late(1), known)).rows).toEqual([[{ late: 2 }], [{ number: 1 }]]);
    expect(counted()).toMatchObject({ close: 1, parse: 1, describe: 1 });
    sent.length = 0;
    expect((await send(late(2))).rows).toEqual([[{ late: 3 }]]);
    expect(counted()).toMatchObject({ close: 0, parse: 0, describe: 0 });
  });

  it('prepares again a statement that failed when it was first executed, or never could be parsed', async () => {
    const divided = (by: number) => asked('test.divided', 'select 10 / $1::int as tenth', by);
    expect((await send(divided(0))).error).toMatchObject({ code: '22012' });
    expect((await send(divided(5))).rows).toEqual([[{ tenth: 2 }]]);
    expect((await send(divided(0))).error).toMatchObject({ code: '22012' });
    sent.length = 0;
    expect((await send(divided(10))).rows).toEqual([[{ tenth: 1 }]]);
    expect(counted()).toMatchObject({ parse: 0 });
    const later = asked('test.later', 'select number from created_later');
    expect((await send(later)).error).toMatchObject({ code: '42P01' });
    await database.sql('create table created_later (number int)');
    expect((await send(later)).rows).toEqual([[]]);
  });

  it('prepares again a statement whose columns have changed, or that the server has forgotten', async () => {
    await database.sql('create table wide as select 1 as a');
    const all = asked('test.wide', 'select * from wide');
    expect((await send(all)).rows).toEqual([[{ a: 1 }]]);
    await database.sql('alter table wide add b int default 2');
    expect((await send(all)).error).toMatchObject({ code: '0A000' });
    expect((await send(all)).rows).toEqual([[{ a: 1, b: 2 }]]);
    await client.query('deallocate "test.wide"');
    expect((await send(all)).error).toMatchObject({ code: '26000' });
    expect((await send(all)).rows).toEqual([[{ a: 1, b: 2 }]]);
  });

  it('ends at a row that cannot be read, and leaves the connection usable', async () => {
    const big = asked('test.big', 'select $1::bigint as big', '9007199254740992');
    const { error, rows } = await send(one(1), big, one(2));
    expect(error).toBeInstanceOf(RangeError);
    expect(rows).toEqual([[{ number: 1 }]]);
    expect((await send(one(3))).rows).toEqual([[{ number: 3 }]]);
  });

  it('is done in its order among others on the same connection, each after the errors of those before it', async () => {
    const all = await Promise.all([send(one(1)), send(keep(1), one(2)), send(one(3), one(4))]);
    expect(all.map(({ rows }) => rows)).toEqual([[[{ number: 1 }]], [], [[{ number: 3 }], [{ number: 4 }]]]);
  });

  // The driver gives its errors no code: this fails when it reports the end of its time limit in another way.
  it('tells the end of its time limit from a connection that broke, and from an error of the server', async () => {
    const errorOf = async (text: string, limit: number, meanwhile: (other: Client) => void = () => undefined) => {
      const other = new Client({ connectionString: database.url, pipeline: true });
      other.on('error', () => undefined);
      await other.connect();
      const error = new Promise((resolve) => {
        sendBatch(other, [asked('test.limited', text)], resolve, { timeout: limit });
      });
      meanwhile(other);
      const found = await error;
      await other.end();
      return found;
    };
    expect(await errorOf('select pg_sleep(5)', 50)).toBeInstanceOf(NoResponse);
    const broken = await errorOf('select pg_sleep(5)', 60_000, (other) => other.connection.stream.destroy());
    expect(broken).toBeInstanceOf(Error);
    expect(broken).not.toBeInstanceOf(NoResponse);
    expect(await errorOf('select 1 / 0', 60_000)).toBeInstanceOf(DatabaseError);
  });

  it('sends each value as the server reads it', async () => {
    const texts = ['plain', '', 'a "word", a \\ and {}', 'null', 'ä€😀'];
    const statement = asked(
      'test.values',
      'select $1::text[] as texts, $2::bytea as bytes, $3::boolean as truth, $4::timestamptz as instant, $5::int8 as number, $6::text as nothing',
      texts,
      Buffer.from([0, 255]),
      false,
      new Date('0001-01-01T00:00:00.123Z'),
      -12,
      null,
    );
    const instant = new Date('0001-01-01T00:00:00.123Z');
    const read = { texts, bytes: Buffer.from([0, 255]), truth: false, instant, number: -12, nothing: null };
    expect((await send(statement)).rows).toEqual([[read]]);
  });

  it('sends nothing when a value cannot be sent', () => {
    const never = asked('test.text', 'select $1::timestamptz', new Date(Number.NaN));
    expect(() => {
      sendBatch(client, [one(1), never], () => undefined);
    }).toThrow('Invalid time value');
    expect(sent).toEqual([]);
  });
});

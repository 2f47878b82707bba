import { createHash } from 'node:crypto';
import { TestDatabase, withClient } from '../../test/test-database.js';
import type { AuditSink } from '../audit/export-entries.js';
import { dropAudit, exportAudit } from '../owner-tasks.js';

jest.setTimeout(60_000);

const ACME = '0198a000-0000-7000-8000-000000000001';

const ADD = `insert into audit_log (operation, organization_id, request_id, touched, at)
  select 'test', $1, number::text, '[]', coalesce($2::timestamptz, clock_timestamp()) from generate_series(1, $3) number`;

describe('The audit trail by month', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await TestDatabase.create();
  });
  afterEach(() => database.drop());

  const add = (count: number, at: string | null = null) => database.sql(ADD, [ACME, at, count]);
  const partitions = async () =>
    (
      await database.sql<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass order by 1`,
      )
    ).map(({ name }) => name);
  /** The names of the partitions of this month and the next ones. */
  const months = (count: number) =>
    Array.from({ length: count }, (_, later) => {
      const now = new Date();
      const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));
      return `audit_log_${first.toISOString().slice(0, 7).replace('-', '_')}`;
    });
  /** Makes the partition of a month, such as 2026-01, that is past. */
  const makeMonth = async (month: string) => {
    const [year, number] = month.split('-').map(Number);
    const end = new Date(Date.UTC(year!, number)).toISOString();
    await database.sql(
      `create table audit_log_${month.replace('-', '_')} partition of audit_log for values from ('${month}-01Z') to ('${end}')`,
    );
  };
  const countIn = async (table: string) =>
    (await database.sql<{ count: number }>(`select count(*)::integer as count from ${table}`))[0]!.count;

  it('has a partition of this month and of the next three, and writes into the one of the instant', async () => {
    expect(await partitions()).toEqual(months(4));
    await add(3);
    expect(await countIn(months(1)[0]!)).toBe(3);
  });

  it('gets the partitions that are missing from the servers, which may not make tables; many may ask at once', async () => {
    const [first, second, ...later] = months(4);
    for (const name of later) await database.sql(`drop table ${name}`);
    expect(await partitions()).toEqual([first, second]);
    const { makeAuditPartitions } = await database.ports();
    await Promise.all(Array.from({ length: 6 }, makeAuditPartitions));
    expect(await partitions()).toEqual(months(4));
    for (const name of await partitions()) await database.sql(`drop table ${name}`);
    await makeAuditPartitions();
    expect(await partitions()).toEqual(months(4));
  });

  describe('without a partition for this month', () => {
    const dropAll = async () => {
      for (const name of await partitions()) await database.sql(`drop table ${name}`);
    };
    const ENTRY = {
      operation: 'late',
      organizationId: null,
      actorId: null,
      tokenId: null,
      requestId: 'r',
      touched: [],
    };

    it('lets mutations make it, several at once too, and writes one entry for each', async () => {
      const { unitOfWork, administration } = await database.ports();
      const mutate = (work: typeof unitOfWork | typeof administration) =>
        work.run((tx) => {
          tx.audit.record(ENTRY);
          return Promise.resolve('done');
        });
      await dropAll();
      const works = [unitOfWork, administration, unitOfWork, administration, unitOfWork];
      expect(await Promise.all(works.map(mutate))).toEqual(works.map(() => 'done'));
      expect(await partitions()).toEqual(months(4));
      expect(await countIn('audit_log')).toBe(works.length);
    });

    it('refuses a mutation as too early, and changes nothing, while none can be made', async () => {
      const { unitOfWork } = await database.ports();
      await dropAll();
      // As when the clock was set back: the partitions begin later, and none is made before them.
      const [, next, after] = [0, 1, 2].map((later) => {
        const now = new Date();
        return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later)).toISOString();
      });
      await database.sql(`create table later partition of audit_log for values from ('${next}') to ('${after}')`);
      let begun = 0;
      const mutation = unitOfWork.run((tx) => {
        begun += 1;
        tx.audit.record(ENTRY);
        return Promise.resolve();
      });
      await expect(mutation).rejects.toMatchObject({
        name: 'Overloaded',
        message: 'The audit trail has no partition for this instant, and none could be made.',
      });
      expect(begun).toBe(2);
      expect(await countIn('audit_log')).toBe(0);
    });
  });

  it('lets others write while a partition is made', async () => {
    await database.sql(`drop table ${months(4)[3]}`);
    const { makeAuditPartitions } = await database.ports();
    await withClient(database.url, async (client) => {
      await client.query('begin');
      await client.query(ADD, [ACME, null, 1]);
      await makeAuditPartitions();
      await client.query('commit');
    });
    expect(await partitions()).toEqual(months(4));
  });

  it('cannot be rewritten by its owner, neither as a whole nor in a partition', async () => {
    await add(1);
    for (const table of ['audit_log', months(1)[0]]) {
      await expect(database.sql(`update ${table} set operation = ''`)).rejects.toMatchObject({ code: '42501' });
      await expect(database.sql(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await countIn('audit_log')).toBe(1);
  });

  describe('is exported and dropped:', () => {
    const exported = async (before: string, sink: Partial<AuditSink> = {}) => {
      const lines: string[] = [];
      const write = (text: string) => Promise.resolve(void lines.push(text));
      const answer = await exportAudit(database.url, new Date(before), {
        write,
        finish: () => Promise.resolve(),
        ...sink,
      });
      return { answer, text: lines.join('') };
    };
    const drop = (before: string) => dropAudit(database.url, new Date(before));

    beforeEach(async () => {
      for (const month of ['2026-01', '2026-02', '2026-03']) await makeMonth(month);
      await add(2_500, '2026-02-28T23:59:59.999Z');
      await add(2, '2026-01-31T23:59:59.999Z');
      await add(1, '2026-03-01T00:00:00.000Z');
    });

    it('entries from before an instant, the oldest first, as lines of JSON with their digest', async () => {
      const { answer, text } = await exported('2026-03-01T00:00:00Z');
      const entries = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(entries).toHaveLength(2_502);
      expect(entries[0]).toEqual({
        id: 2_501,
        at: '2026-01-31T23:59:59.999Z',
        operation: 'test',
        organizationId: ACME,
        actorId: null,
        tokenId: null,
        requestId: '1',
        touched: [],
      });
      expect(entries.at(-1)).toMatchObject({ at: '2026-02-28T23:59:59.999Z', requestId: '2500' });
      expect(answer).toEqual({
        entries: 2_502,
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
        partitions: ['audit_log_2026_01', 'audit_log_2026_02'],
      });
      expect((await exported('2026-02-01T00:00:00Z')).answer).toMatchObject({ entries: 2 });
    });

    it('only months that were exported are dropped', async () => {
      await expect(drop('2026-03-15')).rejects.toThrow(
        'The partition audit_log_2026_01 was not exported: run audit:export first.',
      );
      await exported('2026-02-01T00:00:00Z');
      await expect(drop('2026-03-15')).rejects.toThrow('The partition audit_log_2026_02 was not exported');
      expect(await partitions()).toContain('audit_log_2026_01');
      await exported('2026-03-15T00:00:00Z');
      expect(await drop('2026-03-15')).toEqual({
        partitions: [
          { name: 'audit_log_2026_01', entries: 2 },
          { name: 'audit_log_2026_02', entries: 2_500 },
        ],
        entries: 2_502,
      });
      expect(await partitions()).toEqual(['audit_log_2026_03', ...months(4)]);
      const tasks = await database.sql('select operation, touched from audit_log where operation like $1 order by id', [
        'audit:%',
      ]);
      expect(tasks.slice(-2)).toEqual([
        { operation: 'audit:drop', touched: [{ partition: 'audit_log_2026_01' }] },
        { operation: 'audit:drop', touched: [{ partition: 'audit_log_2026_02' }] },
      ]);
      expect(await drop('2026-03-15')).toEqual({ partitions: [], entries: 0 });
    });

    it('a month with other entries than were exported stays', async () => {
      await exported('2026-02-15T00:00:00Z');
      await add(1, '2026-01-15T00:00:00Z');
      await expect(drop('2026-02-15')).rejects.toThrow(
        'The partition audit_log_2026_01 has 3 entries, of which 2 were exported: run audit:export again.',
      );
      expect(await countIn('audit_log_2026_01')).toBe(3);
    });

    it.each(['write', 'finish'] as const)('nothing is noted when the sink fails to %s', async (member) => {
      const failing = exported('2026-02-15T00:00:00Z', {
        [member]: () => Promise.reject(new Error('The disk is full.')),
      });
      await expect(failing).rejects.toThrow('The disk is full.');
      await expect(drop('2026-02-15')).rejects.toThrow('audit_log_2026_01 was not exported');
    });

    it('the month that has not ended stays, whatever instant is named', async () => {
      await add(1);
      const now = new Date().toISOString();
      await exported(now);
      await drop(now);
      expect(await partitions()).toEqual(months(4));
    });

    it('a transaction that writes an entry meanwhile makes the drop wait, for a moment at a time', async () => {
      await exported('2026-02-15T00:00:00Z');
      await withClient(database.url, async (client) => {
        await client.query('begin');
        await client.query(ADD, [ACME, null, 1]);
        const dropping = drop('2026-02-15');
        await database.untilSomebodyWaits();
        await client.query(ADD, [ACME, null, 1]);
        await client.query('commit');
        expect(await dropping).toMatchObject({ entries: 2 });
      });
    });
  });
});

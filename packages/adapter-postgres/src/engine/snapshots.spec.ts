import { Overloaded } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import { eventually } from '../../test/eventually.js';
import { TestDatabase } from '../../test/test-database.js';
import type { Database } from '../database.js';
import { storeHash } from '../migrations/policy-hash.js';
import type { Snapshots } from './snapshots.js';
import type { Statement } from './statement.js';

const asked = (text: string): Statement => ({ name: `test.${text}`.slice(0, 60), text, instants: 'date' });

const ACME = '10000000-0000-4000-8000-000000000001' as OrganizationId;

describe('What reports read', () => {
  let database: TestDatabase;
  let opened: Database;
  let snapshots: Snapshots;

  beforeAll(async () => {
    database = await TestDatabase.create();
    await database.sql('create table counted (number int)');
    await database.sql('grant select, insert on counted to worktrack_app, worktrack_tx');
    await storeHash((text) => database.sql(text));
    // The main pool has one connection; reports do not use it.
    opened = await database.open({ poolMax: 1, applicationName: 'reported' });
    ({ snapshots } = opened);
  });

  afterAll(() => database.drop());

  const count = asked('select count(*)::int as counted from counted');

  it('is what was committed at one moment, whatever is asked together or one after the other', async () => {
    const seen = await snapshots.read(ACME, async (reader) => {
      const [before] = await reader.rows<{ counted: number }>(count, []);
      await database.sql('insert into counted values (1)');
      const [[after], [again]] = await Promise.all([
        reader.rows<{ counted: number }>(count, []),
        reader.rows<{ counted: number }>(count, []),
      ]);
      return [before, after, again].map((row) => row?.counted);
    });
    expect(seen).toEqual([0, 0, 0]);
    expect(await snapshots.read(ACME, (reader) => reader.rows(count, []))).toEqual([{ counted: 1 }]);
  });

  it('comes over connections that change nothing, plan for what is asked, and give up after ten seconds', async () => {
    const rows = await snapshots.read(ACME, (reader) =>
      reader.rows<{ name: string; setting: string }>(
        asked(`select name, setting from pg_settings
          where name in ('default_transaction_read_only', 'statement_timeout', 'plan_cache_mode', 'TimeZone', 'jit')`),
        [],
      ),
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      default_transaction_read_only: 'on',
      statement_timeout: '10000',
      plan_cache_mode: 'force_custom_plan',
      TimeZone: 'UTC',
      jit: 'off',
    });
    expect(await snapshots.read(ACME, (reader) => reader.rows(asked('select current_user::text as role'), []))).toEqual(
      [{ role: 'worktrack_tx' }],
    );
    const write = snapshots.read(ACME, (reader) => reader.rows(asked('insert into counted values (2)'), []));
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it('goes on after a statement that failed or ran too long, which is a fault', async () => {
    const slow = asked('select pg_sleep(1)');
    const hurried = snapshots.read(ACME, async (reader) => {
      await reader.rows(asked(`select set_config('statement_timeout', '20', true)`), []);
      await Promise.all([reader.rows(slow, []), reader.rows(count, [])]);
    });
    await expect(hurried).rejects.toMatchObject({ code: '57014' });
    for (let time = 0; time < 3; time += 1) {
      expect(await snapshots.read(ACME, (reader) => reader.rows(count, []))).toEqual([{ counted: 1 }]);
    }
  });

  it('does not wait for the connections of everything else, nor they for it', async () => {
    const connection = await opened.connections.acquire();
    expect(await snapshots.read(ACME, (reader) => reader.rows(count, []))).toEqual([{ counted: 1 }]);
    connection.release();
    await snapshots.read(ACME, (one) =>
      snapshots.read(ACME, async (two) => {
        await Promise.all([one.rows(count, []), two.rows(count, [])]);
        expect(await opened.connections.rows(count, [])).toEqual([{ counted: 1 }]);
        const third = snapshots.read(ACME, (reader) => reader.rows(count, []));
        await expect(third).rejects.toBeInstanceOf(Overloaded);
      }),
    );
  });

  it('is begun again when its connection turned out to be dead', async () => {
    await snapshots.read(ACME, (reader) => reader.rows(count, []));
    let begun = 0;
    const seen = await snapshots.read(ACME, async (reader) => {
      begun += 1;
      const [row] = await reader.rows<{ pid: number }>(asked('select pg_backend_pid() as pid'), []);
      if (begun === 1) await database.sql('select pg_terminate_backend($1)', [row!.pid]);
      return reader.rows(count, []);
    });
    expect([begun, seen]).toEqual([2, [{ counted: 1 }]]);
  });

  it('is begun again when a replica had to give way', async () => {
    await database.sql(`create function give_way() returns int language plpgsql as
      $$ begin raise exception using errcode = '40001'; end $$`);
    let begun = 0;
    const attempt = snapshots.read(ACME, (reader) => {
      begun += 1;
      return reader.rows(asked('select give_way()'), []);
    });
    await expect(attempt).rejects.toBeInstanceOf(Overloaded);
    expect(begun).toBe(2);
  });

  it('comes from the replica where there is one, which may be away', async () => {
    const other = await TestDatabase.create();
    await other.sql('insert into replica_heartbeat values (true, clock_timestamp())');
    await other.sql('create table only_there (number int)');
    await other.sql('grant select on only_there to worktrack_tx');
    await storeHash((text) => other.sql(text));
    const divided = await database.open({ readUrl: other.url });
    const there = asked('select count(*)::int as counted from only_there');
    expect(await divided.snapshots.read(ACME, (reader) => reader.rows(there, []))).toEqual([{ counted: 0 }]);
    await divided.close();
    await other.drop();

    const alone = await database.open({ readUrl: other.url, readFallback: 'refuse' });
    expect(await alone.isAnswering()).toBe(true);
    await expect(alone.snapshots.read(ACME, (reader) => reader.rows(there, []))).rejects.toBeInstanceOf(Overloaded);
  });

  it('comes from the primary where the replica has no heartbeat, an old one, or none as late as the reader needs', async () => {
    const other = await TestDatabase.create();
    const nameOf = (url: string) => new URL(url).pathname.slice(1);
    const [here, there] = [nameOf(database.url), nameOf(other.url)];
    const where = asked('select current_database()::text as name');
    const opened: { close(): Promise<void> }[] = [];
    /** Opens anew, because the replica is looked at every second, and before the first read. */
    const readFrom = async (since?: Date, readFallback: 'primary' | 'refuse' = 'primary') => {
      const divided = await database.open({ readUrl: other.url, readMaxLagSeconds: 30, readFallback });
      opened.push(divided);
      const [row] = await divided.snapshots.read(ACME, (reader) => reader.rows<{ name: string }>(where, []), since);
      return row?.name;
    };
    try {
      expect(await readFrom()).toBe(here);
      await other.sql("insert into replica_heartbeat values (true, clock_timestamp() - interval '31 seconds')");
      expect(await readFrom()).toBe(here);
      await expect(readFrom(undefined, 'refuse')).rejects.toBeInstanceOf(Overloaded);
      await other.sql("update replica_heartbeat set at = clock_timestamp() - interval '10 seconds'");
      expect(await readFrom()).toBe(there);
      expect(await readFrom(new Date(Date.now() - 11_000))).toBe(there);
      expect(await readFrom(new Date())).toBe(here);
      await expect(readFrom(new Date(), 'refuse')).rejects.toBeInstanceOf(Overloaded);
      // The servers keep the heartbeat of the primary: the last one that was opened did too.
      const [beat] = await database.sql<{ age: number }>(
        'select extract(epoch from clock_timestamp() - at)::float8 as age from replica_heartbeat',
      );
      expect(beat!.age).toBeLessThan(30);
    } finally {
      await Promise.all(opened.map((each) => each.close()));
      await other.drop();
    }
  });

  it('leaves no connection behind', async () => {
    const closing = await database.open({ applicationName: 'closing reports' });
    await closing.snapshots.read(ACME, (reader) => reader.rows(count, []));
    await closing.close();
    await closing.close();
    await eventually(async () => {
      const left = await database.sql(`select from pg_stat_activity where application_name = 'closing reports'`);
      return left.length === 0;
    });
  });
});

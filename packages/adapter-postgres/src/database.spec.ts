import { Overloaded } from '@worktrack/application';
import type { DataSource } from 'typeorm';
import { eventually } from '../test/eventually.js';
import { asSuperuser, TestDatabase } from '../test/test-database.js';
import { World } from '../test/world.js';
import { openDatabase, type Database } from './database.js';
import { assertFit } from './engine/boot-check.js';
import { type Reader, type Statement, type Value, shapedStatement } from './engine/statement.js';
import { ENTITIES } from './entities.js';
import { migrationDataSource } from './migration-data-source.js';

describe('A database', () => {
  let database: TestDatabase;
  let server: Database;

  beforeAll(async () => {
    database = await TestDatabase.create();
    server = await database.open({ poolMax: 1 });
  });

  afterAll(() => database.drop());

  const roleOf = async (opened: Database) =>
    (await opened.sql<{ role: string }>('test.role', 'select current_user::text as role', []))[0]?.role;

  const withParameters = (parameters: string) =>
    `${database.url}${database.url.includes('?') ? '&' : '?'}${parameters}`;

  describe('as the server sees it', () => {
    it('is worked on as the application role from the first statement on, and after every reset', async () => {
      expect(await roleOf(server)).toBe('worktrack_app');
      for (const reset of ['reset role', 'reset all', 'discard all', 'set session authorization default']) {
        await server.connections.once({ name: '', text: reset, instants: 'date' }, []);
        expect(await roleOf(server)).toBe('worktrack_app');
      }
    });

    it('stays so whatever options the address brings along', async () => {
      const other = await database.open({
        url: withParameters('options=-c%20role%3Dnone%20-c%20work_mem%3D12345kB&application_name=mine'),
      });
      expect(await roleOf(other)).toBe('worktrack_app');
      const settings = `select current_setting('work_mem') as memory, current_setting('application_name') as name`;
      expect(await other.sql('test.given-settings', settings, [])).toEqual([{ memory: '12345kB', name: 'mine' }]);
    });

    it('lets nothing wait for ever', async () => {
      const names = [
        'synchronous_commit',
        'statement_timeout',
        'lock_timeout',
        'idle_in_transaction_session_timeout',
        'client_connection_check_interval',
        'jit',
        'max_parallel_workers_per_gather',
        'TimeZone',
        'transaction_isolation',
      ];
      const rows = await server.sql<{ name: string; setting: string }>(
        'test.settings',
        'select name, setting from pg_settings where name = any($1)',
        [names],
      );
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
        synchronous_commit: 'on',
        statement_timeout: '5000',
        lock_timeout: '2000',
        idle_in_transaction_session_timeout: '10000',
        client_connection_check_interval: '500',
        jit: 'off',
        max_parallel_workers_per_gather: '0',
        TimeZone: 'UTC',
        transaction_isolation: 'read committed',
      });
    });

    it.each([
      'update work_item_history set revision = 1',
      'delete from work_item_history',
      'truncate work_item_history',
      `update audit_log set operation = 'another'`,
      'delete from audit_log',
      'truncate audit_log',
      'drop table audit_log',
      'alter table work_item_history disable trigger history_is_never_rewritten',
      'delete from work_items',
      'delete from projects',
      'delete from users',
      'delete from organizations',
      `insert into server_secrets (name, value) values ('x', '')`,
      `update server_secrets set value = ''`,
      `insert into migrations (timestamp, name) values (1, 'x')`,
      'create table more (id uuid)',
    ])('does not let the server: %s', async (text) => {
      const attempt = server.connections.once({ name: '', text, instants: 'date' }, []);
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    });

    it.each([
      'audit_log',
      'sprint_commitments',
      'sprint_departures',
      'sprint_entries',
      'sprint_exits',
      'sprint_outcomes',
      'sprint_summaries',
      'work_item_history',
    ])('is asked by its owner in vain to rewrite what was recorded: %s', async (table) => {
      const update = `update ${table} set organization_id = organization_id`;
      // A deletion is refused row by row: `serving/deleting.spec` of the server has rows in each of them.
      for (const text of [update, `truncate ${table} cascade`]) {
        await expect(database.sql(text)).rejects.toMatchObject({ code: '42501' });
      }
    });

    it.each(['projects', 'sprints', 'labels'] as const)(
      'refuses a revision that goes back, or up by two, from any statement: %s',
      async (table) => {
        const world = new World(database);
        const scope = await world.project(await world.organization(), await world.user());
        const ids = {
          projects: scope.projectId,
          sprints: await world.sprint(scope),
          labels: await world.label(scope, 'one'),
        };
        const move = (revision: string) =>
          database.sql(`update ${table} set revision = ${revision} where id = $1`, [ids[table]]);
        for (const revision of ['revision + 2', 'revision - 1', '0']) {
          await expect(move(revision)).rejects.toMatchObject({ constraint: 'revision_moves_by_exactly_one' });
        }
        await move('revision + 1');
      },
    );
  });

  describe('maps', () => {
    /** Tables that are not mapped to a record: only named SQL writes and reads them. */
    const WITHOUT_RECORD = [
      // Append-only.
      'audit_log',
      // Derived from history.
      'work_item_labels',
      'work_item_texts',
      // Written for several Work Items together.
      'mentions',
      'work_item_positions',
      // Counters, and technical data of requests, processes and tasks.
      'attachment_usage',
      'audit_exports',
      'change_queue',
      'changes',
      'feed_heads',
      'blob_store',
      'idempotency_usage',
      'leases',
      'migrations',
      'outbox',
      'project_counters',
      'release_files',
      'setup_links',
      'webhook_attempts',
      'webhook_dead_letters',
      'replica_heartbeat',
      'server_secrets',
    ];

    /** Columns that no record has: a trigger or a default writes them, or the erasure of a deleted Work Item. */
    const WITHOUT_MEMBER = [
      ...['status_since', 'transaction_id', 'erased_at', 'erasure_due_at'],
      // The lease of a webhook, and the secret that signs too.
      ...['leased_until', 'previous_secret', 'previous_until'],
    ];

    let records: DataSource;
    beforeAll(async () => {
      records = await migrationDataSource(database.url).initialize();
    });
    afterAll(() => records.destroy());

    it('each table to a record, or names it as one without', async () => {
      const tables = await database.sql<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
      );
      const mapped = records.entityMetadatas.map(({ tableName }) => tableName);
      expect([...mapped, ...WITHOUT_RECORD].sort()).toEqual(tables.map(({ name }) => name).sort());
    });

    it.each(ENTITIES.map(({ options }) => options.name))('%s to the columns that its table has', async (entity) => {
      const { tableName, columns } = records.getMetadata(entity);
      const actual = await database.sql<{ name: string; type: string; nullable: boolean; key: boolean }>(
        `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
           attnum = any(indkey) as key
         from pg_attribute join pg_index on indrelid = attrelid and indisprimary
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
           and attname <> all($2) order by attname`,
        [tableName, WITHOUT_MEMBER],
      );
      const mapped = columns.map(({ databaseName, type, precision, isArray, isNullable, isPrimary }) => ({
        name: databaseName,
        type: `${type === 'timestamptz' ? `timestamp(${String(precision)}) with time zone` : String(type)}${isArray ? '[]' : ''}`,
        nullable: isNullable,
        key: isPrimary,
      }));
      expect(mapped.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(actual);
    });
  });

  it('reads whole numbers exactly or not at all', async () => {
    const read = (text: string) => server.sql('test.bigint', 'select $1::bigint as number', [text]);
    expect(await read('9007199254740991')).toEqual([{ number: 9_007_199_254_740_991 }]);
    await expect(read('9007199254740992')).rejects.toThrow('9007199254740992');
  });

  it('uses a name for one text only', async () => {
    await server.sql('test.once', 'select 1 as one', []);
    expect(() => server.sql('test.once', 'select 2 as two', [])).toThrow('test.once');
  });

  it('works the same without prepared statements', async () => {
    const plain = await database.open({ prepared: false });
    for (let time = 0; time < 3; time += 1) {
      expect(await plain.sql('test.plain', 'select $1::int as number', [7])).toEqual([{ number: 7 }]);
    }
    const prepared = `select name from pg_prepared_statements`;
    expect(await plain.sql('test.prepared', prepared, [])).toEqual([]);
    await server.sql('test.plain', 'select $1::int as number', [7]);
    expect(await server.sql('test.prepared', prepared, [])).toContainEqual({ name: 'test.plain' });
  });

  it('survives the death of connections that nobody uses', async () => {
    const failures: Error[] = [];
    const restless = await database.open({ applicationName: 'idle', onIdleFailure: (error) => failures.push(error) });
    await roleOf(restless);
    const ended = await database.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'idle'`,
    );
    await eventually(() => failures.length === ended.length);
    expect(await roleOf(restless)).toBe('worktrack_app');
  });

  it('reports a missing answer as overload, waits longer for many statements, and uses no silent connection again', async () => {
    const { connections } = await database.open({ poolMax: 1 });
    const asked = (text: string) => ({ statement: shapedStatement('test.asked', text), values: [] });
    const patient = await connections.acquire();
    await patient.send([asked('set statement_timeout = 0')]);
    const many = [asked('select pg_sleep(7)'), ...Array.from({ length: 19 }, () => asked('select 1'))];
    expect(await patient.send(many)).toHaveLength(20);
    await expect(patient.send([asked('select pg_sleep(7)')])).rejects.toBeInstanceOf(Overloaded);
    expect(patient.isBroken).toBe(true);
    patient.release();
    expect(await connections.rows(asked('select 1 as one').statement, [])).toEqual([{ one: 1 }]);
  }, 60_000);

  describe('is not served from', () => {
    const open = (url: string) => openDatabase({ url, poolMax: 1, prepared: true });

    const losing = async () => (await database.sql<{ fsync: string }>('show fsync'))[0]?.fsync === 'off';

    it('when its cluster may lose what was acknowledged, unless it says so itself', async () => {
      if (await losing()) {
        const attempt = open(withParameters('options=-c%20worktrack.allow_unsafe%3Doff'));
        await expect(attempt).rejects.toThrow('fsync is off');
      }
      const permitted = await open(withParameters('options=-c%20worktrack.allow_unsafe%3Don'));
      await permitted.close();
    });

    it('with a session that lacks one of the settings it was begun with', async () => {
      const { connections } = await database.open({ url: database.urlByTcp, poolMax: 1 });
      const fit = { allowUnsafe: true, pooler: 'none', purpose: 'application' } as const;
      await assertFit(connections, fit);
      for (const [name, value] of [
        ['synchronous_commit', 'off'],
        ['statement_timeout', '0'],
        ['lock_timeout', '0'],
        ['idle_in_transaction_session_timeout', '1h'],
        ['TimeZone', 'Europe/Berlin'],
        ['random_page_cost', '4'],
        ['tcp_user_timeout', '0'],
      ]) {
        await connections.once({ name: '', text: `set ${name} = '${value}'`, instants: 'date' }, []);
        await expect(assertFit(connections, fit)).rejects.toThrow(`its sessions have ${name} = `);
        await connections.once({ name: '', text: `reset ${name}`, instants: 'date' }, []);
      }
      await assertFit(connections, fit);
    });

    it('unless it has no settings of TCP, as over a Unix socket', async () => {
      const { connections } = await database.open({ poolMax: 1 });
      const seen = async (hasTcpSettings: boolean, idle: string) => {
        const reader: Reader = {
          rows: async <Row extends object>(facts: Statement, values: readonly Value[]) => {
            const [row] = await connections.rows<Row & { settings: object }>(facts, values);
            const settings = { ...row?.settings, tcp_keepalives_idle: idle, tcp_user_timeout: '0' };
            return [{ ...row!, settings, hasTcpSettings }];
          },
        };
        await assertFit(reader, { allowUnsafe: true, pooler: 'none', purpose: 'application' });
      };
      await seen(false, '0');
      await expect(seen(true, '0')).rejects.toThrow(
        'have tcp_keepalives_idle = 0, not 30; tcp_user_timeout = 0, not 30000: ',
      );
      await expect(seen(false, '7200')).rejects.toThrow('have tcp_keepalives_idle = 7200, not 30: ');
    });

    it('before it is migrated', async () => {
      const empty = await TestDatabase.create({ migrated: false });
      await expect(openDatabase({ url: empty.url, poolMax: 1, prepared: true, allowUnsafe: true })).rejects.toThrow(
        'its policies or privileges are not those that db:migrate made: run the task db:migrate',
      );
      await empty.drop();
    });

    it('with a table that lacks its row-level security', async () => {
      const open = await TestDatabase.create();
      await open.sql('drop policy one_organization on sprints');
      const outcome = await open.open({ poolMax: 1 }).then(
        () => 'is served from',
        (error: unknown) => String(error),
      );
      await open.drop();
      expect(outcome).toBe(
        'Error: This database cannot be used: its policies or privileges are not those that db:migrate made: run the task db:migrate.',
      );
    });

    it('in another encoding', async () => {
      await asSuperuser((client) =>
        client.query(`create database latin encoding 'LATIN1' template template0 locale_provider libc locale 'C'`),
      );
      const url = new URL(database.url);
      url.pathname = '/latin';
      try {
        await expect(openDatabase({ url: url.href, poolMax: 1, prepared: true, allowUnsafe: true })).rejects.toThrow(
          'LATIN1',
        );
      } finally {
        await asSuperuser((client) => client.query('drop database latin with (force)'));
      }
    });
  });

  it('closes its connections', async () => {
    const opened = await database.open({ applicationName: 'closing' });
    await roleOf(opened);
    await opened.close();
    await eventually(async () => {
      const left = await database.sql(`select from pg_stat_activity where application_name = 'closing'`);
      return left.length === 0;
    });
  });
});

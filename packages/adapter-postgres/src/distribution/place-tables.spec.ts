import { ClusterStandIn } from '../../test/cluster-stand-in.js';
import { asSuperuser, TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { LAST_MIGRATION } from '../migrations/migrations.js';
import { distribute } from '../owner-tasks.js';
import { distributionStatements } from './place-tables.js';
import { LOCAL_TABLES, OWNED_TABLES, REFERENCE_TABLES, USER_TABLES } from './table-kinds.js';

const EVERY_TABLE = [...REFERENCE_TABLES, ...OWNED_TABLES, ...USER_TABLES];

/** The settings of the role belong to the whole PostgreSQL: what a test writes must not stay. */
const resetRole = () =>
  asSuperuser((client) => client.query('alter role worktrack_app reset all; alter role worktrack_app nologin'));

describe('The distribution over a cluster', () => {
  let database: TestDatabase;
  let cluster: ClusterStandIn;

  beforeEach(async () => {
    database = await TestDatabase.create();
    cluster = await ClusterStandIn.in(database);
  });

  afterEach(async () => {
    await resetRole();
    await database.drop();
  });

  const refusal = async () => {
    const before = await cluster.placements();
    const error: unknown = await distribute(database.url).then(
      () => 'no error',
      (reason: unknown) => reason,
    );
    expect(await cluster.placements()).toEqual(before);
    return (error as Error).message;
  };

  it('places each table of the schema, beside the others of its Organization or user', async () => {
    expect(await distribute(database.url)).toEqual({ placed: EVERY_TABLE, placedBefore: 0 });
    const placements = await cluster.placements();
    expect(placements.map(({ table }) => table)).toEqual(EVERY_TABLE);
    expect(placements.filter(({ kind }) => kind === 'reference').map(({ table }) => table)).toEqual([
      ...REFERENCE_TABLES,
    ]);
    for (const { table, column, beside } of placements.filter(({ kind }) => kind === 'distributed')) {
      const isOfUser = (USER_TABLES as readonly string[]).includes(table);
      expect({ table, column }).toEqual({ table, column: isOfUser ? 'user_id' : 'organization_id' });
      const [first, alone] = isOfUser ? [USER_TABLES[0], 'none'] : [OWNED_TABLES[0], 'default'];
      expect({ table, beside }).toEqual({ table, beside: table === first ? alone : first });
    }
  });

  it('lists all its statements beforehand: they name each table of the schema but the local ones, with a column that it has', async () => {
    const statements = distributionStatements();
    const calls = statements.flatMap((sql) => {
      const [, kind, table = '', column] = /^select create_(\w+)_table\('(\w+)'(?:, '(\w+)', .*)?\)$/.exec(sql) ?? [];
      return kind === undefined ? [] : [{ kind, table, column }];
    });
    const tables = await database.sql<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
         and relnamespace = 'public'::regnamespace`,
    );
    const local: readonly string[] = LOCAL_TABLES;
    const placed = tables.map(({ name }) => name).filter((name) => !local.includes(name));
    expect(calls.map(({ table }) => table).sort()).toEqual(placed.sort());
    for (const { table, column } of calls.filter(({ kind }) => kind === 'distributed')) {
      const found = await database.sql(
        `select is_nullable as "isNullable" from information_schema.columns where table_name = $1 and column_name = $2`,
        [table, column],
      );
      expect({ table, found }).toEqual({ table, found: [{ isNullable: 'NO' }] });
    }
    // All others are settings, and take away what a cluster does not know.
    const settings = statements.filter((sql) => !sql.startsWith('select create_') && !sql.startsWith('drop policy'));
    const unsecured = statements.filter((sql) => sql.startsWith('drop policy'));
    for (const sql of settings)
      expect(sql).toMatch(/^(?:set citus\.\w+ = \w+|alter role worktrack_app (?:login|set \w+ = '[^']+'))$/);
    expect(statements).toHaveLength(calls.length + settings.length + unsecured.length);
  });

  it('can be repeated: it places what is new, and leaves the rest with its rows', async () => {
    await distribute(database.url);
    await new World(database).user();
    expect(await distribute(database.url)).toEqual({ placed: [], placedBefore: EVERY_TABLE.length });
    await cluster.forget('item_flow');
    expect(await distribute(database.url)).toEqual({ placed: ['item_flow'], placedBefore: EVERY_TABLE.length - 1 });
  });

  it('refuses where the extension is missing', async () => {
    await database.sql('drop function citus_version()');
    expect(await refusal()).toMatch(/^The database has no extension citus: /);
  });

  it('refuses where rows are in the way, and names their table', async () => {
    await new World(database).user();
    expect(await refusal()).toBe(
      'The table users has rows: distribute an empty database, and copy the rows into it afterwards.',
    );
  });

  it('refuses on another machine than the coordinator, and where a server works on another machine', async () => {
    await cluster.say({ isCoordinator: false });
    expect(await refusal()).toMatch(/^This machine is not the coordinator of the cluster/);
    await cluster.say({ serving: 1 });
    expect(await refusal()).toMatch(/^A server works on the machine worker-two:5432: /);
  });

  it('refuses a schema that it does not know whole', async () => {
    await database.sql('create table forgotten (organization_id uuid primary key)');
    expect(await refusal()).toBe('This release does not know how to distribute the table forgotten.');
    await database.sql('drop table forgotten');
    await database.sql('delete from migrations where name = $1', [LAST_MIGRATION]);
    expect(await refusal()).toBe('The schema of the database is not up to date: run the task db:migrate.');
  });

  it('refuses a table that is kept in another way', async () => {
    await database.sql(`select create_reference_table('organizations'), create_reference_table('projects')`);
    expect(await refusal()).toBe('The table projects is kept as reference, and should be distributed.');
  });

  it('refuses a user who does not own the tables', async () => {
    await database.sql(`create role passer_by login password 'secret'`);
    const url = new URL(database.url);
    [url.username, url.password] = ['passer_by', 'secret'];
    try {
      await database.sql('grant select on migrations to passer_by');
      await expect(distribute(url.href)).rejects.toThrow(/^Only the owner of the table \w+ may distribute it: /);
    } finally {
      await database.sql('drop owned by passer_by; drop role passer_by');
    }
  });

  describe('is checked when a server starts', () => {
    const opened = () => database.open({ allowUnsafe: false });

    it('and serves where every machine has its settings', async () => {
      await distribute(database.url);
      await expect(opened()).resolves.toBeDefined();
    });

    it.each([
      [{ isCoordinator: false }, 'this machine is not the coordinator of its cluster, on which alone locks hold'],
      [
        { machineSettings: { lock_timeout: '0' } },
        'the machine 1 of the cluster has sessions with lock_timeout = 0, not 2000: run the task db:distribute',
      ],
      [
        { machineSettings: { fsync: 'on', full_page_writes: 'off', 'allows unsafe': '' } },
        'the machine 1 of the cluster has full_page_writes off',
      ],
      [{ machineSettings: { error: 'refused' } }, 'the machine 1 of the cluster does not answer: refused'],
    ])('and refused: %p', async (facts, problem) => {
      await distribute(database.url);
      await cluster.say(facts);
      await expect(opened()).rejects.toThrow(`This database cannot be used: ${problem}.`);
    });

    it('and refused while a table is on one machine only', async () => {
      await expect(opened()).rejects.toThrow('the table organizations is not distributed: run the task db:distribute.');
      await distribute(database.url);
      await cluster.forget('status_spans');
      await expect(opened()).rejects.toThrow('the table status_spans is not distributed: run the task db:distribute.');
    });
  });
});

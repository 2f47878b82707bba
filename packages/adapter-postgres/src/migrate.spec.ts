import { randomBytes } from 'node:crypto';
import { asSuperuser, TestDatabase, withClient } from '../test/test-database.js';
import { World } from '../test/world.js';
import { openDatabase } from './database.js';
import { migrate, migrationStatus } from './migrate.js';
import { ensureRole, grantRole } from './migrations/application-role.js';
import { MIGRATION_NAMES } from './migrations/migrations.js';

describe('Migrations', () => {
  const databases: TestDatabase[] = [];

  const emptyDatabase = async () => {
    const database = await TestDatabase.create({ migrated: false });
    databases.push(database);
    return database;
  };

  /** A copy of the database that the first suite of the run has migrated. */
  const migratedDatabase = async () => {
    const database = await TestDatabase.create();
    databases.push(database);
    return database;
  };

  /** Drops the databases of this suite. */
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it('bring an empty database up to date, once', async () => {
    const { url } = await emptyDatabase();
    const names = MIGRATION_NAMES;
    expect(names[0]).toBe('0001-baseline-1798070404000');
    expect(await migrationStatus(url)).toEqual({ current: null, pending: names });
    expect(await migrate(url)).toEqual({ applied: names, current: names.at(-1) });
    expect(await migrationStatus(url)).toEqual({ current: names.at(-1), pending: [] });
    expect(await migrate(url)).toEqual({ applied: [], current: names.at(-1) });
  });

  it('run in the order of their numbers, which TypeORM takes from the end of their names', () => {
    const timestamps = MIGRATION_NAMES.map((name) => Number(name.slice(-13)));
    expect(MIGRATION_NAMES).toEqual([...MIGRATION_NAMES].sort());
    expect(timestamps).toEqual([...timestamps].sort((a, b) => a - b));
  });

  it('may be asked for by two at once: one of them does the work', async () => {
    const { url } = await emptyDatabase();
    const done = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(done.map(({ applied }) => applied.length).sort()).toEqual([0, 0, MIGRATION_NAMES.length]);
  });

  it('may run in two databases of one cluster at once', async () => {
    const two = [await emptyDatabase(), await emptyDatabase()];
    const done = await Promise.all(two.map(({ url }) => migrate(url)));
    expect(done.map(({ applied }) => applied.length)).toEqual([MIGRATION_NAMES.length, MIGRATION_NAMES.length]);
  });

  it('give every database a cursor key of its own', async () => {
    const keys = [];
    for (const { url } of [await emptyDatabase(), await emptyDatabase()]) {
      await migrate(url);
      const opened = await openDatabase({ url, poolMax: 1, prepared: true, allowUnsafe: true });
      keys.push(opened.cursorKeys?.map((key) => key.toString('hex')).join());
      await opened.close();
    }
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('have the tables with the most changes vacuumed and analyzed before 2 % of a million rows have changed', async () => {
    const database = await migratedDatabase();
    const options = await database.sql<{ table: string; name: string; value: number }>(
      `select relation.oid::regclass::text as table, split_part(option, '=', 1) as name, split_part(option, '=', 2)::float8 as value
       from pg_class relation, unnest(relation.reloptions) option where relation.relnamespace = current_schema()::regnamespace and relation.relkind in ('r', 'p')`,
    );
    const settingsOf = (table: string) =>
      new Map(options.filter((one) => one.table === table).map(({ name, value }) => [name, value]));
    /** Returns the number of changed rows of a million at which PostgreSQL begins; infinite where the table has no settings of its own. */
    const begins = (table: string, work: string) => {
      const settings = settingsOf(table);
      const [scale, threshold] = ['scale_factor', 'threshold'].map((part) =>
        settings.get(`autovacuum_${work}_${part}`),
      );
      return scale === undefined || threshold === undefined ? Infinity : scale * 1_000_000 + threshold;
    };
    for (const table of ['idempotency_records', 'work_items', 'work_item_texts']) {
      expect([table, begins(table, 'vacuum')]).toEqual([table, 11_000]);
    }
    const months = await database.sql<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass`,
    );
    expect(months).toHaveLength(4);
    const audited = months.map(({ name }) => name);
    for (const table of ['idempotency_records', 'work_items', 'work_item_texts', 'work_item_history', ...audited]) {
      expect([table, begins(table, 'vacuum_insert'), begins(table, 'analyze')]).toEqual([table, 15_000, 11_000]);
    }
    const [toast] = await database.sql<{ options: string[] }>(
      `select toast.reloptions as options from pg_class records join pg_class toast on toast.oid = records.reltoastrelid
       where records.oid = 'idempotency_records'::regclass`,
    );
    expect(toast?.options).toEqual(['autovacuum_vacuum_scale_factor=0.01', 'autovacuum_vacuum_threshold=1000']);
  });

  it('let both roles use a schema that was taken from everybody', async () => {
    const database = await emptyDatabase();
    await database.sql('revoke all on schema public from public');
    await migrate(database.url);
    for (const role of ['worktrack_app', 'worktrack_tx']) {
      const rows = await withClient(database.url, async (client) => {
        await client.query(`set role ${role}`);
        return (await client.query('select from projects')).rows;
      });
      expect(rows).toEqual([]);
    }
  });

  it('create a missing role, even when another migration creates it at the same moment', async () => {
    const role = `role_${randomBytes(6).toString('hex')}`;
    const login = `login_${randomBytes(6).toString('hex')}`;
    await asSuperuser((client) => client.query(`create role ${login}`));
    await Promise.all(
      Array.from({ length: 8 }, () =>
        asSuperuser(async (client) => {
          await ensureRole(client, role);
          await grantRole(client, role, login);
        }),
      ),
    );
    await asSuperuser(async (client) => {
      const { rows } = await client.query(`select pg_has_role($1, $2, 'usage') as may`, [login, role]);
      expect(rows).toEqual([{ may: true }]);
      await client.query(`drop role ${login}, ${role}`);
    });
  });

  it('let another login than the owner serve, without any right of its own', async () => {
    const database = await emptyDatabase();
    const owner = `owner_${randomBytes(6).toString('hex')}`;
    const login = `login_${randomBytes(6).toString('hex')}`;
    const urlAs = (user: string) => {
      const url = new URL(database.url);
      url.username = user;
      url.password = 'secret';
      return url.href;
    };
    await asSuperuser(async (client) => {
      await client.query(`create role ${owner} login createrole password 'secret'`);
      await client.query(`create role ${login} login password 'secret'`);
      await client.query(`alter database ${new URL(database.url).pathname.slice(1)} owner to ${owner}`);
      // An owner who is not a superuser needs the admin option to grant a role that already exists in this cluster.
      for (const role of ['worktrack_app', 'worktrack_tx']) {
        await ensureRole(client, role);
        await client.query(`grant ${role} to ${owner} with admin option`);
      }
    });
    try {
      await migrate(urlAs(owner), urlAs(login));
      const server = await openDatabase({ url: urlAs(login), poolMax: 1, prepared: true, allowUnsafe: true });
      const role = 'select current_user::text as role, session_user::text as login';
      expect(await server.sql('test.roles', role, [])).toEqual([{ role: 'worktrack_app', login }]);
      await server.close();
      expect((await migrationStatus(urlAs(login))).pending).toEqual([]);
      // The policies apply to the owner too, who is no superuser here: an open one shows and accepts every row.
      const row = `insert into audit_log (operation, organization_id, request_id, touched)
        values ('test', gen_random_uuid(), 'test', '[]')`;
      await withClient(urlAs(owner), (client) => client.query(row));
      await withClient(urlAs(owner), async (client) => {
        const { rowCount } = await client.query('select from audit_log');
        expect(rowCount).toBe(1);
      });
      await withClient(urlAs(login), async (client) => {
        await expect(client.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' });
      });
    } finally {
      await database.drop();
      databases.splice(databases.indexOf(database), 1);
      await asSuperuser(async (client) => {
        await client.query(`revoke worktrack_app, worktrack_tx from ${login} granted by ${owner}`);
        await client.query(`drop role ${login}, ${owner}`);
      });
    }
  });

  describe('of a database from before the baseline', () => {
    const names = (database: TestDatabase) => database.sql('select name from migrations order by id');
    /** Selects the columns of labels, and all constraints, triggers and functions: the take-over changes some of these. */
    const schema = (database: TestDatabase) =>
      database.sql(
        `select 'column' as kind, attrelid::regclass::text as of, attname as name, attnotnull::text as definition from pg_attribute
           where attrelid = 'labels'::regclass and attnum > 0
         union all select 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
           where connamespace = 'public'::regnamespace
         union all select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
         union all select 'function', '', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
         order by 1, 2, 3`,
      );

    /** Brings the database to its state before the baseline: what served servers before is there again. */
    const takenBackTo = async (last: string) => {
      const database = await migratedDatabase();
      await database.sql('delete from migrations');
      for (const name of ['0001-core-1763683200000', last]) {
        await database.sql('insert into migrations (timestamp, name) values ($1, $2)', [name.slice(-13), name]);
      }
      await database.sql(`alter table labels alter column folded_name drop not null,
          add constraint label_has_a_folded_name check (folded_name is not null);
        create function fold_label_name() returns trigger language plpgsql as $$ begin return new; end $$;
        create function name_no_organization() returns trigger language plpgsql as $$ begin return new; end $$;
        create function count_attachment_bytes() returns trigger language plpgsql as $$ begin return null; end $$;
        create trigger labels_have_a_folded_name before insert on labels for each row execute function fold_label_name();
        create trigger audit_names_no_organization before insert on audit_log for each row execute function name_no_organization();
        create constraint trigger attachments_are_counted after insert on attachments deferrable initially deferred
          for each row execute function count_attachment_bytes()`);
      return database;
    };

    it('that is at the last one of those take it over: it has the schema of the baseline, and its rows', async () => {
      const database = await takenBackTo('0040-folded-label-names-1798070403000');
      const world = new World(database);
      const label = await world.label(await world.project(await world.organization(), await world.user()), 'red');
      expect(await schema(database)).not.toEqual(await schema(await migratedDatabase()));
      expect(await migrate(database.url)).toEqual({ applied: MIGRATION_NAMES, current: MIGRATION_NAMES.at(-1) });
      expect(await schema(database)).toEqual(await schema(await migratedDatabase()));
      expect(await database.sql('select id, folded_name from labels')).toEqual([{ id: label, folded_name: 'red' }]);
      expect(await migrationStatus(database.url)).toEqual({ current: MIGRATION_NAMES.at(-1), pending: [] });
      expect(await migrate(database.url)).toMatchObject({ applied: [] });
    });

    it.each(['0039-audit-by-month-1798070402000', '0041-never-released-1798070403500'])(
      'that is at %s refuse it with a sentence that says what to do, and change nothing',
      async (last) => {
        const database = await takenBackTo(last);
        const before = await Promise.all([schema(database), names(database)]);
        await expect(migrate(database.url)).rejects.toThrow(
          `The database is at the migration ${last}, from before the first release, and cannot be updated: ` +
            'export what you need with the release that wrote it, or begin with an empty database.',
        );
        expect(await Promise.all([schema(database), names(database)])).toEqual(before);
      },
    );
  });
});

import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@worktrack/domain';
import type { Client } from 'pg';
import { mutate } from '../../test/mutate.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { postgresAdapters } from '../adapters.js';
import type { Database } from '../database.js';
import {
  problemOfRowSecurity,
  secureRows,
  TABLES_WITH_ROW_SECURITY,
  WITHOUT_ROW_SECURITY,
} from '../migrations/row-security.js';
import type { ReaderOfSeveral, SentStatement } from './statement.js';

const ACME = randomUUID() as string as OrganizationId;
const OTHER = randomUUID() as string as OrganizationId;

/** A value of each type that a column without a default may have. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'x'`,
  smallint: '1',
  integer: '1',
  bigint: '1',
  date: `'2026-01-01'`,
  boolean: 'true',
  'timestamp with time zone': `'2026-01-01T00:00:00Z'`,
  bytea: `'\\x00'`,
  jsonb: `'{}'`,
  ARRAY: `'{}'`,
};

/** Returns the statement that inserts a row of the Organization, with any values, into a table whose constraints are off. */
const insertOf = async (client: Client, table: string, organizationId: OrganizationId): Promise<string> => {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO' and is_identity = 'NO' and is_generated = 'NEVER'
       and (column_default is null or column_name = 'organization_id')`,
    [table],
  );
  const values = rows.map(({ name, type }) => {
    if (name === 'organization_id') return `'${organizationId}'`;
    const value = VALUES[type];
    if (value === undefined) throw new Error(`There is no value of the type ${type} of ${table}.${name}.`);
    return value;
  });
  return `insert into ${table} (${rows.map(({ name }) => name).join(', ')}) values (${values.join(', ')})`;
};

describe('Row-level security', () => {
  let database: TestDatabase;
  let client: Client;
  let done: () => void;
  let working: Promise<void>;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const opened = new Promise<Client>((resolve) => {
      const until = new Promise<void>((resolveDone) => (done = resolveDone));
      working = withClient(database.url, (one) => {
        resolve(one);
        return until;
      });
    });
    client = await opened;
    // Rows with any values: without checks, foreign keys and triggers.
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ text: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text from pg_constraint
       where contype = 'c' and conislocal and connamespace = current_schema()::regnamespace and conrelid <> 0`,
    );
    for (const { text } of rows) await client.query(text);
    for (const table of TABLES_WITH_ROW_SECURITY) {
      for (const organizationId of [ACME, OTHER]) await client.query(await insertOf(client, table, organizationId));
    }
  }, 60_000);

  afterAll(async () => {
    done();
    await working;
    await database.drop();
  });

  /** Runs work in a transaction that is rolled back. */
  const undone = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query('begin');
    try {
      return await work();
    } finally {
      await client.query('rollback');
    }
  };

  const restrict = (organizationId: OrganizationId) =>
    client.query(`select set_config('role', 'worktrack_tx', true), set_config('worktrack.organization', $1, true)`, [
      organizationId,
    ]);

  /** The Organizations of whose rows a transaction of ACME can see any, without a condition in its statement. */
  const seen = async (table: string): Promise<readonly string[]> => {
    await restrict(ACME);
    // The trail is written, and never read.
    if (table === 'audit_log')
      await client.query('reset role; grant select on audit_log to worktrack_tx; set local role worktrack_tx');
    const { rows } = await client.query<{ id: string }>(`select distinct organization_id as id from ${table}`);
    return rows.map(({ id }) => id);
  };

  const privilegesOn = async (table: string): Promise<readonly string[]> => {
    const { rows } = await client.query<{ privilege: string }>(
      `select lower(privilege_type) as privilege from information_schema.role_table_grants
       where grantee = 'worktrack_tx' and table_name = $1`,
      [table],
    );
    return rows.map(({ privilege }) => privilege);
  };

  it('covers every table with rows of Organizations, but for those that are listed with a reason', async () => {
    const { rows } = await client.query<{ table: string }>(
      `select relname as table from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'organization_id'
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const covered = [...TABLES_WITH_ROW_SECURITY, ...Object.keys(WITHOUT_ROW_SECURITY)];
    expect(rows.map(({ table }) => table).sort()).toEqual([...covered].sort());
    for (const reason of Object.values(WITHOUT_ROW_SECURITY)) expect(reason).toMatch(/^[A-Z].{40,}\.$/);
  });

  it('leaves no other way to the rows of a table with partitions', async () => {
    const { rows } = await client.query<{ partition: string; privileges: string | null }>(
      `select relname as partition, (select string_agg(privilege_type, ', ') from aclexplode(relacl) where grantee <> relowner) as privileges
       from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relispartition`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ privileges }) => privileges !== null)).toEqual([]);
  });

  // `memberships` is read before the Organization is known: only writes are limited.
  const readable = TABLES_WITH_ROW_SECURITY.filter((table) => table !== 'memberships');

  it.each(readable)('shows a transaction no row of another Organization in %s', async (table) => {
    expect(await undone(() => seen(table))).toEqual([ACME]);
    // Without the policies the same statement shows both, so that this test would see a missing one.
    const open = await undone(async () => {
      await client.query(`alter table ${table} disable row level security`);
      return seen(table);
    });
    expect([...open].sort()).toEqual([ACME, OTHER].sort());
  });

  it.each(TABLES_WITH_ROW_SECURITY)('lets a transaction write no row of another Organization in %s', async (table) => {
    const privileges = await privilegesOn(table);
    const insert = await insertOf(client, table, OTHER);
    for (const [privilege, text] of [
      ['update', `update ${table} set organization_id = organization_id where organization_id = '${OTHER}'`],
      ['delete', `delete from ${table} where organization_id = '${OTHER}'`],
    ] as const) {
      if (!privileges.includes(privilege)) continue;
      const { rowCount } = await undone(async () => {
        await restrict(ACME);
        return client.query(text);
      });
      expect({ privilege, rowCount }).toEqual({ privilege, rowCount: 0 });
    }
    const refused = `new row violates row-level security policy for table "${table}"`;
    const added = (): Promise<unknown> =>
      undone(async () => {
        await restrict(ACME);
        await client.query(insert);
      });
    if (privileges.includes('insert')) await expect(added()).rejects.toThrow(refused);
  });

  // A transaction only reads these.
  const written = TABLES_WITH_ROW_SECURITY.filter(
    (table) => !['changes', 'feed_heads', 'webhook_attempts'].includes(table),
  );

  it.each(written)('is what keeps a transaction from such a row in %s', async (table) => {
    const writes = [
      ['update', `update ${table} set organization_id = organization_id where organization_id = '${OTHER}'`],
      ['delete', `delete from ${table} where organization_id = '${OTHER}'`],
      ['insert', await insertOf(client, table, OTHER)],
    ] as const;
    const privileges = await privilegesOn(table);
    const allowed = writes.filter(([privilege]) => privileges.includes(privilege));
    expect(allowed.length).toBeGreaterThan(0);
    for (const [privilege, text] of allowed) {
      const { rowCount } = await undone(async () => {
        await client.query(`alter table ${table} disable row level security`);
        // The row that the set-up wrote may have the same key.
        if (privilege === 'insert') await client.query(`delete from ${table}`);
        await restrict(ACME);
        return client.query(text);
      });
      expect({ privilege, rowCount }).toEqual({ privilege, rowCount: 1 });
    }
  });

  it('shows a report no row of another Organization, whatever its statement asks for', async () => {
    const { snapshots } = await database.open({ poolMax: 1 });
    const everything = {
      name: 'test.everything',
      text: 'select distinct organization_id as id from work_items',
      instants: 'text',
    } as const;
    expect(await snapshots.read(ACME, (reader) => reader.rows(everything, []))).toEqual([{ id: ACME }]);
  });

  it('shows nothing where no Organization was named', async () => {
    // A session in which the setting was never made: in others it is empty, and the look-up fails.
    await withClient(database.url, async (fresh) => {
      await fresh.query('set role worktrack_tx');
      expect((await fresh.query('select from work_items')).rowCount).toBe(0);
    });
  });

  it('gives a transaction no right that the server lacks, and none to change history', async () => {
    const more = await client.query(
      `select table_name, privilege_type from information_schema.role_table_grants where grantee = 'worktrack_tx'
       except select table_name, privilege_type from information_schema.role_table_grants where grantee = 'worktrack_app'`,
    );
    expect(more.rows).toEqual([]);
    expect([...(await privilegesOn('work_item_history'))].sort()).toEqual(['insert', 'select']);
    expect(await privilegesOn('audit_log')).toEqual(['insert']);
    expect(await privilegesOn('passwords')).toEqual([]);
  });

  describe('is refused by the server at its start', () => {
    const CHANGED_BY_HAND = 'its policies or privileges are not those that db:migrate made: run the task db:migrate';
    const reader = {
      rowsOfEach: async (requests: readonly SentStatement[]) => {
        const found = [];
        for (const { statement, values } of requests)
          found.push((await client.query(statement.text, [...values])).rows);
        return found;
      },
    } as object as ReaderOfSeveral;
    const problemAfter = (change: string) =>
      undone(async () => {
        await client.query(change);
        return problemOfRowSecurity(reader);
      });

    it('not as db:migrate leaves it', async () => {
      expect(await problemOfRowSecurity(reader)).toBeUndefined();
    });

    it.each([
      ['grant worktrack_app to worktrack_tx', /^the role worktrack_tx is a member of another role/],
      ['alter role worktrack_tx bypassrls', /^row-level security does not apply to the role worktrack_tx$/],
      ['alter role worktrack_tx rename to another_tx', /^the role worktrack_tx is missing: run the task db:migrate$/],
      ['alter table comments disable row level security', CHANGED_BY_HAND],
      ['alter table comments no force row level security', CHANGED_BY_HAND],
      ['drop policy one_organization on sprints', CHANGED_BY_HAND],
      ['alter policy one_organization on labels using (true)', CHANGED_BY_HAND],
      ['create policy more on labels to public using (true)', CHANGED_BY_HAND],
      ['grant update on work_item_history to worktrack_app', CHANGED_BY_HAND],
      ['grant select (hash) on passwords to worktrack_tx', CHANGED_BY_HAND],
      ['grant select on audit_log to public', CHANGED_BY_HAND],
      ['comment on table migrations is null', CHANGED_BY_HAND],
    ])('after: %s', async (change, problem) => {
      const found = await problemAfter(change);
      if (typeof problem === 'string') expect(found).toBe(problem);
      else expect(found).toMatch(problem);
    });

    const OTHER_COLUMN = `id = (select current_setting('worktrack.organization', true)::uuid)`;
    it.each([
      ['with check (organization_id is not null)', 'sprints'],
      [`using (${OTHER_COLUMN}) with check (${OTHER_COLUMN})`, 'sprints'],
    ])('after the policy of one table is altered: %s', async (condition, table) => {
      expect(await problemAfter(`alter policy one_organization on ${table} ${condition}`)).toBe(CHANGED_BY_HAND);
    });

    it.each([
      'true',
      'organization_id is not null',
      `organization_id = (select current_setting('worktrack.other', true)::uuid)`,
      `organization_id <> (select current_setting('worktrack.organization', true)::uuid)`,
    ])('after the policies of all tables are altered alike: %s', async (condition) => {
      const change = TABLES_WITH_ROW_SECURITY.map(
        (table) => `alter policy one_organization on ${table} using (${condition}) with check (${condition})`,
      );
      expect(await problemAfter(change.join('; '))).toBe(CHANGED_BY_HAND);
    });

    it.each([
      'grant select on work_items to pg_monitor',
      'create table more (organization_id uuid)',
      'comment on table work_items is null',
    ])('not after what concerns no role of the server: %s', async (change) => {
      expect(await problemAfter(change)).toBeUndefined();
    });

    it('not while somebody has locked a table', async () => {
      const problem = await withClient(database.url, async (other) => {
        await other.query('begin; lock table work_items in access exclusive mode');
        return problemAfter('set local lock_timeout = 500');
      });
      expect(problem).toBeUndefined();
    });

    it('where its login may not use the role', async () => {
      const problem = await undone(async () => {
        await client.query('create role nobody_else nologin');
        await client.query('set local session authorization nobody_else');
        return problemOfRowSecurity(reader);
      });
      expect(problem).toMatch(/^the login may not work as worktrack_tx/);
    });

    it('until db:migrate has mended it', async () => {
      const problem = await undone(async () => {
        await client.query(`drop policy one_organization on labels; alter table labels disable row level security;
          alter table sprints no force row level security; revoke insert on comments from worktrack_tx;
          grant delete on work_item_history to worktrack_tx`);
        expect(await problemOfRowSecurity(reader)).toBe(CHANGED_BY_HAND);
        await secureRows(async (sql, values) => (await client.query<object>(sql, values)).rows);
        expect(await privilegesOn('comments')).toContain('insert');
        expect(await privilegesOn('work_item_history')).not.toContain('delete');
        return problemOfRowSecurity(reader);
      });
      expect(problem).toBeUndefined();
    });
  });
});

describe('A mutation', () => {
  let database: TestDatabase;
  let opened: Database;

  beforeAll(async () => {
    database = await TestDatabase.create();
    opened = await database.open({ poolMax: 1 });
  });
  afterAll(() => database.drop());

  it('works for its Organization until its transaction ends, and then the connection works for all', async () => {
    const world = new World(database);
    const scope = await world.project(await world.organization(), await world.user());
    const foreign = await world.project(await world.organization(), await world.user());
    const { unitOfWork } = postgresAdapters(opened);
    await mutate(unitOfWork, scope, async (tx) => {
      expect(await tx.projects.find(scope)).toBeDefined();
      await expect(tx.projects.find(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
    const who = `select current_user::text as role, current_setting('worktrack.organization', true) as organization`;
    expect(await opened.sql('test.who', who, [])).toEqual([{ role: 'worktrack_app', organization: '' }]);
    // Each role prepares a statement for itself: PostgreSQL would plan a shared one anew at each change of the role.
    const rows = await opened.sql<{ name: string }>('test.prepared', 'select name from pg_prepared_statements', []);
    const prepared = rows.map(({ name }) => name).filter((name) => /project\.|audit-log/.test(name));
    expect(prepared.sort()).toEqual(['tx.audit-log.record', 'tx.project.find']);
  });
});

import { randomBytes } from 'node:crypto';
import {
  bulkTransition,
  createWorkItem,
  deleteWorkItem,
  runBulk,
  transitionWorkItem,
  updateWorkItem,
  type ProjectScope,
  type WorkItemReference,
} from '@worktrack/application';
import type { SprintId, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import { CONTENT } from '../test/content.js';
import { asSuperuser, TestDatabase, withClient } from '../test/test-database.js';
import { eventually } from '../test/eventually.js';
import { undo } from '../test/undo.js';
import { World } from '../test/world.js';
import { openDatabase } from './database.js';
import { alone, migrate, migrateAlone, migrationStatus } from './migrate.js';
import { Collections1795219200000 } from './migrations/0002-collections.js';
import { Sprints1795564800000 } from './migrations/0006-sprints.js';
import { Flow1795996800000 } from './migrations/0011-flow.js';
import { Squeakql1796083200000 } from './migrations/0012-squeakql.js';
import { BlobStore1796256000000 } from './migrations/0014-blob-store.js';
import { BoundedKeys1796342400000 } from './migrations/0015-bounded-keys.js';
import { ValidTokens1796774400000 } from './migrations/0020-valid-tokens.js';
import { OrganizationKeys1797206400000 } from './migrations/0025-organization-keys.js';
import { StatusSince1797379200000 } from './migrations/0027-status-since.js';
import { Autovacuum1797465600000 } from './migrations/0028-autovacuum.js';
import { ensureRole, grantRole } from './migrations/application-role.js';
import { AuditByMonth1798070402000 } from './migrations/0039-audit-by-month.js';
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

  /** Migrates up to this migration, and returns the names of those that ran. */
  const migratedThrough = ({ url }: TestDatabase, last: string) =>
    alone(url, (client) => migrateAlone(client, { ownerUrl: url, login: 'postgres', last }));

  /** Drops the databases of this suite. */
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it('bring an empty database up to date, once', async () => {
    const { url } = await emptyDatabase();
    const names = MIGRATION_NAMES;
    expect(names[0]).toBe('0001-core-1763683200000');
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

  it('count the bytes of the attachments that are already there, and from then on', async () => {
    const database = await migratedDatabase();
    const undone = new BlobStore1796256000000();
    const later = [new OrganizationKeys1797206400000(), new AuditByMonth1798070402000()];
    for (const migration of [...later].reverse()) await undo(database, migration);
    await undo(database, undone);
    const world = new World(database);
    const user = await world.user();
    const scopes: ProjectScope[] = [];
    for (const key of ['ONE', 'TWO']) scopes.push(await world.project(await world.organization(), user, key));
    const add = (scope: ProjectScope, sizes: readonly number[], deleted = false) =>
      database.sql(
        `with item as (
           insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
             created_at, updated_at)
           select $1, gen_random_uuid(), $2, $3, 1 + coalesce(max(number), 0), 1, 'x', 'task', 'todo', 'low', now(), now()
           from work_items where project_id = $2 returning id
         )
         insert into attachments (organization_id, id, project_id, work_item_id, file_name, content_type, size, sha256, blob_name,
           created_by, created_at, deleted_at)
         select $1, gen_random_uuid(), $2, item.id, 'a', 'text/plain', size, sha256('x'), gen_random_uuid()::text, $4, now(),
           case when $6 then now() end
         from item, unnest($5::bigint[]) size`,
        [scope.organizationId, scope.projectId, scope.projectKey, user, sizes, deleted],
      );
    const counted = async () => {
      const rows = await database.sql<{ organization_id: string; bytes: string }>('select * from attachment_usage');
      return scopes.map(({ organizationId }) => rows.find((row) => row.organization_id === organizationId)?.bytes);
    };
    const [one, two] = scopes;
    await add(one!, [1, 20, 5_368_709_120]);
    await add(one!, [1_000], true);
    await add(two!, [1_000], true);
    expect((await migrate(database.url)).applied).toEqual([undone, ...later].map(({ name }) => name));
    expect(await counted()).toEqual(['5368709141', undefined]);
  });

  it('give audit entries that belong to no Organization the nil UUID, and keep the trail as it is otherwise', async () => {
    const database = await migratedDatabase();
    const byMonth = new AuditByMonth1798070402000();
    const undone = new OrganizationKeys1797206400000();
    for (const migration of [byMonth, undone]) await undo(database, migration);
    const organization = '0198a000-0000-7000-8000-000000000001';
    await database.sql(
      `insert into audit_log (operation, organization_id, request_id, touched)
       select 'test', case when number % 2 = 0 then $1::uuid end, number::text, '[]' from generate_series(1, 5) number`,
      [organization],
    );
    const trail = () =>
      database.sql<{ organization: string | null }>(
        `select id, at, organization_id as organization, request_id as request from audit_log order by id`,
      );
    const before = await trail();
    expect((await migrate(database.url)).applied).toEqual([undone.name, byMonth.name]);
    const none = '00000000-0000-0000-0000-000000000000';
    expect(await trail()).toEqual(before.map((entry) => ({ ...entry, organization: entry.organization ?? none })));
    await expect(database.sql(`update audit_log set operation = 'another'`)).rejects.toThrow('never rewritten');
  });

  it('go on where a step of a migration without a transaction failed', async () => {
    const database = await migratedDatabase();
    const byMonth = new AuditByMonth1798070402000();
    const undone = new OrganizationKeys1797206400000();
    for (const migration of [byMonth, undone]) await undo(database, migration);
    // An attempt was interrupted while it built its first index, and another one behind its last step.
    await database.sql('create index audit_key on audit_log (at)');
    await database.sql(`update pg_index set indisvalid = false where indexrelid = 'audit_key'::regclass`);
    const throughKeys = () => migratedThrough(database, undone.name);
    expect(await throughKeys()).toEqual([undone.name]);
    await database.sql('delete from migrations where name = $1', [undone.name]);
    expect(await throughKeys()).toEqual([undone.name]);
    expect(
      await database.sql(
        `select indexdef as definition from pg_indexes where indexname in ('audit_log_pkey', 'blob_is_of_one_attachment') order by 1`,
      ),
    ).toEqual([
      { definition: expect.stringMatching(/unique index audit_log_pkey .*\(organization_id, id\)/i) },
      { definition: expect.stringMatching(/unique index blob_is_of_one_attachment .*\(organization_id, blob_name\)/i) },
    ]);
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

  it('may lower the number of changes after which tables are vacuumed while others read, write and hold locks', async () => {
    const database = await migratedDatabase();
    const byMonth = new AuditByMonth1798070402000();
    const undone = new Autovacuum1797465600000();
    for (const migration of [byMonth, undone]) await undo(database, migration);
    await withClient(database.url, async (client) => {
      await client.query('begin');
      await client.query(`insert into audit_log (operation, organization_id, request_id, touched)
        values ('test', '00000000-0000-0000-0000-000000000000', '1', '[]')`);
      await client.query('lock table work_items, idempotency_records in row exclusive mode');
      expect(await migratedThrough(database, undone.name)).toEqual([undone.name]);
      await client.query('rollback');
    });
  });

  it('write since when Work Items have their status, a thousand rows in a statement, and wait while others hold one', async () => {
    const database = await emptyDatabase();
    await migrate(database.url);
    const undone = new StatusSince1797379200000();
    await undo(database, undone);
    const world = new World(database);
    const scopes: ProjectScope[] = [];
    for (const items of [2_345, 7]) {
      const scope = await world.project(await world.organization(), await world.user());
      scopes.push(scope);
      // Two of three are in progress, of which one in 500 is deleted.
      await database.sql(
        `with item as (
           insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
             created_at, updated_at, deleted_at)
           select $1, gen_random_uuid(), $2, $3, number, 1, 'x', 'task', (array['done', 'in_progress', 'in_review'])[1 + number % 3], 'low',
             now(), now(), case when number % 500 = 1 then now() end
           from generate_series(1, $4::integer) number returning *
         )
         insert into item_flow (organization_id, work_item_id, project_id, created_at, since)
         select organization_id, id, project_id, created_at, '2026-01-01'::timestamptz + number * interval '1 minute' from item`,
        [scope.organizationId, scope.projectId, scope.projectKey, items],
      );
    }
    await database.sql(`create table changed (count integer, transaction text);
      create function count_changed() returns trigger language plpgsql as $$ begin
        insert into changed select count(*), pg_current_xact_id()::text from written; return null;
      end $$;
      create trigger changes_are_counted after update on work_items referencing new table as written
        for each statement execute function count_changed()`);
    await withClient(database.url, async (client) => {
      await client.query('begin');
      await client.query(`select from work_items where project_id = $1 and number = 2 for update`, [
        scopes[0]!.projectId,
      ]);
      const migrated = migrate(database.url);
      await database.untilSomebodyWaits();
      await client.query('commit');
      expect((await migrated).applied).toEqual([undone.name]);
    });
    const changes = await database.sql<{ count: number; transaction: string }>(
      'select * from changed order by count desc',
    );
    const inProgress = (items: number) =>
      Array.from({ length: items }, (_, n) => n + 1).filter((number) => number % 3 > 0 && number % 500 !== 1).length;
    expect(changes.map(({ count }) => count)).toEqual([1_000, inProgress(2_345) - 1_000, inProgress(7)]);
    expect(new Set(changes.map(({ transaction }) => transaction)).size).toBe(changes.length);
    const wrong = await database.sql(
      `select item.number from work_items item join item_flow flow on flow.work_item_id = item.id
       where item.status_since is distinct from case when item.status <> 'done' and item.deleted_at is null then flow.since end`,
    );
    expect(wrong).toEqual([]);
  });

  it('fold the texts of the Work Items that are already there', async () => {
    const database = await migratedDatabase();
    const undone = new Collections1795219200000();
    await undo(database, undone);

    const world = new World(database);
    const scope = await world.project(await world.organization(), await world.user(), 'WEB');
    await database.sql(
      `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
         priority, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'WEB', number, 1, 'ÉCLAIR ' || number, case number when 1 then 'Straße' end, 'task',
         'todo', 'low', now(), now()
       from generate_series(1, 1234) number`,
      [scope.organizationId, scope.projectId],
    );
    expect((await migrate(database.url)).applied).toEqual([undone.name]);
    const found = await database.sql(
      `select count(*)::integer as count, min(folded) filter (where number = 1) as folded
       from work_item_texts text join work_items item on item.id = text.work_item_id where folded like 'éclair %'`,
    );
    expect(found).toEqual([{ count: 1234, folded: 'éclair 1\nA\nstrasse\nA\nweb-1' }]);
  });

  it('derive from history which item was in which Sprint, as the ledger would have recorded', async () => {
    const database = await migratedDatabase();
    const world = new World(database);
    const scope = await world.project(await world.organization(), await world.user());
    const [one, other] = [await world.sprint(scope, 'One'), await world.sprint(scope, 'Other')];
    const { unitOfWork } = await database.ports();
    const create = (sprintId: SprintId | null, storyPoints: number | null, parent: WorkItemReference | null = null) =>
      unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, storyPoints, references: { sprintId, parent } }));
    const update = (workItemId: WorkItemId, changes: object, references: object = {}) =>
      unitOfWork.run((tx) =>
        updateWorkItem(tx, scope, { workItemId, expected: '*', changes, references, namesStatus: false }),
      );
    const remove = (workItemId: WorkItemId) =>
      unitOfWork.run((tx) => deleteWorkItem(tx, scope, { workItemId, expected: '*', cascade: true }));

    const walker = await create(one, 5);
    await update(walker.id, { storyPoints: 8 }, { sprintId: other });
    await unitOfWork.run((tx) =>
      transitionWorkItem(tx, scope, { workItemId: walker.id, expected: '*', targetStatus: 'done' }),
    );
    await update(walker.id, { storyPoints: null });
    await update(walker.id, {}, { sprintId: one });
    await update(walker.id, {}, { sprintId: null });
    await update((await create(null, null)).id, {}, { sprintId: one });
    const deleted = await create(other, 3);
    await create(one, 1, { kind: 'id', id: deleted.id });
    await remove(deleted.id);
    await remove((await create(null, 2)).id);

    const ledger = () =>
      database.sql(
        `select entry.sprint_id, entry.work_item_id, entry.at, entry.reason, entry.status, entry.story_points,
           exit.sprint_id as left_id, exit.work_item_id as leaver, exit.at as left_at, exit.reason as left_by,
           exit.destination_id, exit.status as left_in, exit.story_points as left_with
         from sprint_entries entry left join sprint_exits exit on exit.episode_id = entry.id order by entry.at, entry.work_item_id`,
      );
    const written = await ledger();
    expect(written).toHaveLength(6);
    const undone = new Sprints1795564800000();
    await undo(database, undone);
    expect((await migrate(database.url)).applied).toEqual([undone.name]);
    expect(await ledger()).toEqual(written);
  });

  it('derive from history how every item went through the statuses, as would have been recorded', async () => {
    const database = await migratedDatabase();
    const world = new World(database);
    const scope = await world.project(await world.organization(), await world.user());
    const { unitOfWork } = await database.ports();
    const create = (status: WorkItemStatus, storyPoints: number | null) =>
      unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, status, storyPoints }));
    const estimate = (workItemId: WorkItemId, storyPoints: number | null) =>
      unitOfWork.run((tx) =>
        updateWorkItem(tx, scope, {
          workItemId,
          expected: '*',
          changes: { storyPoints, title: `Worth ${String(storyPoints)}` },
          references: {},
          namesStatus: false,
        }),
      );
    const { projectKey } = scope;
    const move = (number: number, ...statuses: readonly WorkItemStatus[]) => {
      const target = { projectKey, workItemKey: { projectKey, number }, expected: '*' } as const;
      const operations = statuses.map((status) => bulkTransition(target, status));
      return unitOfWork.run((tx) => runBulk(tx, world.scope(scope.organizationId, scope.actorId), operations));
    };
    const walker = await create('backlog', 5);
    await create('done', null);
    const { id: deleted } = await create('todo', 1);
    await estimate(walker.id, null);
    await move(1, 'in_progress', 'done', 'in_progress');
    await move(1, 'in_review');
    await estimate(walker.id, 8);
    await move(1, 'done', 'todo', 'done');
    await move(2, 'todo');
    await move(2, 'backlog');
    await estimate(deleted, 13);
    await unitOfWork.run((tx) => deleteWorkItem(tx, scope, { workItemId: deleted, expected: '*', cascade: false }));

    const kept = () =>
      database.sql<{ spans: unknown[]; flows: unknown[] }>(
        `select (select jsonb_agg(span order by work_item_id, sequence) from status_spans span) as spans,
           (select jsonb_agg(flow order by work_item_id) from item_flow flow) as flows`,
      );
    const written = await kept();
    expect(written[0]?.spans).toHaveLength(15);
    expect(written[0]?.flows).toHaveLength(3);
    const undone = new Flow1795996800000();
    await undo(database, undone);
    expect((await migrate(database.url)).applied).toEqual([undone.name]);
    expect(await kept()).toEqual(written);
  });

  it('fold the names of the Sprints that are there already, as Unicode does', async () => {
    const database = await migratedDatabase();
    const undone = new Squeakql1796083200000();
    await undo(database, undone);

    const world = new World(database);
    const scope = await world.project(await world.organization(), await world.user());
    await database.sql(
      `insert into sprints (organization_id, id, project_id, name, state, revision, created_at, updated_at)
       select $1, gen_random_uuid(), $2, name, 'future', 1, now(), now() from unnest(array['ÉTÉ', 'Straße', 'ÉTÉ']) name`,
      [scope.organizationId, scope.projectId],
    );
    expect((await migrate(database.url)).applied).toEqual([undone.name]);
    expect(await database.sql(`select folded_name as name from sprints order by 1`)).toEqual([
      { name: 'strasse' },
      { name: 'été' },
      { name: 'été' },
    ]);
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

  it('that lock others out wait for their lock in short turns, so that writers get on meanwhile', async () => {
    const database = await migratedDatabase();
    // A server of this release does not start on an older schema.
    const { unitOfWork } = await database.ports();
    await undo(database, new BoundedKeys1796342400000());
    const world = new World(database);
    const scope = await world.project(await world.organization(), await world.user(), 'WEB');
    await withClient(database.url, async (reader) => {
      // A long read that uses the text index, as a backup would.
      await reader.query('begin');
      await reader.query('select count(*) from work_item_texts');
      const migrated = migrate(database.url);
      await database.untilSomebodyWaits();
      const made = [];
      for (let count = 1; count <= 5; count += 1) {
        made.push((await unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT))).key);
      }
      expect(made).toEqual(['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-5']);
      await reader.query('commit');
      expect((await migrated).applied).toEqual([new BoundedKeys1796342400000().name]);
    });
    expect(await database.sql(`select reloptions from pg_class where relname = 'work_item_texts_by_trigrams'`)).toEqual(
      [{ reloptions: ['fastupdate=off'] }],
    );
  });

  it('give a lock up within the wait of a request, and try again', async () => {
    const database = await emptyDatabase();
    await migrate(database.url);
    const undone = new ValidTokens1796774400000();
    await undo(database, undone);
    await withClient(database.url, async (writer) => {
      await writer.query('begin');
      await writer.query('lock table access_tokens in row exclusive mode');
      const printed = jest.spyOn(console, 'log');
      const migrated = migrate(database.url);
      await database.untilSomebodyWaits();
      await eventually(async () => {
        const waiting = await database.sql(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length === 0;
      });
      await writer.query('commit');
      expect((await migrated).applied).toEqual([undone.name]);
      // A task prints its answer there.
      expect(printed).not.toHaveBeenCalled();
      printed.mockRestore();
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
});

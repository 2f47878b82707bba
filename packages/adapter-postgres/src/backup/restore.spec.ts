import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { backUp } from '../../test/back-up.js';
import { fill } from '../../test/many-work-items.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { migrationStatus } from '../migrate.js';
import { restoreRecords } from '../owner-tasks.js';
import type { BackedUpRecords } from './import-records.js';
import type { StoredTable } from './stored-tables.js';

jest.setTimeout(120_000);

/** Every definition of the schema that a restore could lose. */
const SCHEMA = `
  select 'constraint' as kind, conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition, convalidated::text as state
    from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'index', indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid::text
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all
  select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
  union all
  select 'table', relname, '', array_to_string(relacl, ' '), relrowsecurity::text
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  order by 1, 2, 3`;

describe('Restored records', () => {
  const databases: TestDatabase[] = [];
  const database = async (options?: { migrated: boolean }) => {
    const created = await TestDatabase.create(options);
    databases.push(created);
    return created;
  };
  const restore = (place: TestDatabase, backup: BackedUpRecords, finish = () => Promise.resolve('finished')) =>
    restoreRecords({ ownerUrl: place.url, applicationUrl: place.url }, backup, finish);

  afterAll(() => Promise.all(databases.map((one) => one.drop())));

  it('are those that were backed up, in the same schema', async () => {
    const source = await database();
    const world = new World(source);
    const [acme, ada] = [await world.organization(), await world.user()];
    const scope = await world.project(acme, ada);
    await fill(source, scope, {
      items: 500,
      ada,
      sprintId: await world.sprint(scope),
      labelIds: [await world.label(scope, 'red')],
    });
    const backup = await backUp(source.url);
    const place = await database({ migrated: false });
    expect(await restore(place, backup)).toBe('finished');
    const again = await backUp(place.url);
    expect(again.tables).toEqual(backup.tables);
    expect(again.sequences).toEqual(backup.sequences);
    for (const table of backup.tables) {
      const [one, other] = [await buffer(await backup.rowsOf(table)), await buffer(await again.rowsOf(table))];
      expect({ table: table.name, isEqual: one.equals(other) }).toEqual({ table: table.name, isEqual: true });
    }
    expect(await place.sql(SCHEMA)).toEqual(await source.sql(SCHEMA));
    expect(await migrationStatus(place.url)).toMatchObject({ pending: [] });
  });

  it('are entries of the audit trail too, from months that a new database does not have', async () => {
    const source = await database();
    await source.sql(
      `create table audit_log_2026_01 partition of audit_log for values from ('2026-01-01Z') to ('2026-02-01Z')`,
    );
    await source.sql(
      `insert into audit_log (operation, organization_id, request_id, touched, at)
       select 'test', gen_random_uuid(), at::text, '[]', at from unnest('{2026-01-31T23:59:59.999Z, now}'::timestamptz[]) at`,
    );
    const trail = 'select *, at < date_trunc($1, now()) as is_old from audit_log order by id';
    const before = await source.sql(trail, ['month']);
    expect(before).toMatchObject([{ is_old: true }, { is_old: false }]);
    const place = await database({ migrated: false });
    await restore(place, await backUp(source.url));
    expect(await place.sql(trail, ['month'])).toEqual(before);
    expect(await place.sql('select count(*)::integer as count from audit_log_before')).toEqual([{ count: 1 }]);
  });

  describe('leave an empty database', () => {
    let backup: BackedUpRecords;
    let place: TestDatabase;
    beforeAll(async () => {
      const source = await database();
      const world = new World(source);
      await world.project(await world.organization(), await world.user());
      backup = await backUp(source.url);
      place = await database({ migrated: false });
    });
    afterEach(async () => {
      expect(await place.sql(`select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
      expect(await place.sql(`select proname from pg_proc where pronamespace = 'public'::regnamespace`)).toEqual([]);
      expect(await place.sql('select extname from pg_extension order by 1')).toEqual([{ extname: 'plpgsql' }]);
    });

    it('when what follows fails', async () => {
      await expect(restore(place, backup, () => Promise.reject(new Error('No store.')))).rejects.toThrow('No store.');
    });

    it('when a row refers to one that is not there', async () => {
      const without = backup.tables.map((table) => (table.name === 'organizations' ? { ...table, rows: 0 } : table));
      const rowsOf = (table: StoredTable) =>
        table.name === 'organizations' ? Promise.resolve(Readable.from([])) : backup.rowsOf(table);
      await expect(restore(place, { ...backup, tables: without, rowsOf })).rejects.toThrow(
        'violates foreign key constraint "project_is_in_an_organization"',
      );
    });

    it('when the rows of a table cannot be read', async () => {
      const broken = new Readable({ read: (): void => void broken.destroy(new Error('The disk is gone.')) });
      const rowsOf = (table: StoredTable) => (table.name === 'users' ? Promise.resolve(broken) : backup.rowsOf(table));
      await expect(restore(place, { ...backup, rowsOf })).rejects.toThrow('The disk is gone.');
    });

    it('when the backup has other tables than its schema', async () => {
      const [, ...tables] = backup.tables;
      await expect(restore(place, { ...backup, tables })).rejects.toThrow(
        /^The backup and its schema differ in the table /,
      );
    });

    it('when this release does not know the migration of the backup', async () => {
      const migration = '0040-folded-label-names-1798070403000';
      await expect(restore(place, { ...backup, migration })).rejects.toThrow(
        `This release does not know the migration ${migration} of the backup: restore it with the release that wrote it.`,
      );
    });
  });
});

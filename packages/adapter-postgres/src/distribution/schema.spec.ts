import { databaseSuite } from '../../test/suite.js';
import { RIGHTS_TABLES, TEAM_TABLES } from './statement-policy.js';
import { LOCAL_TABLES, OWNED_TABLES, REFERENCE_TABLES, USER_TABLES } from './table-kinds.js';

/** The column that says where a row of a distributed table is kept. */
const PLACED_BY: readonly (readonly [table: string, column: string])[] = [
  ...OWNED_TABLES.map((table) => [table, 'organization_id'] as const),
  ...USER_TABLES.map((table) => [table, 'user_id'] as const),
];
const DISTRIBUTED = PLACED_BY.map(([table]) => table);
const COPIED: readonly string[] = REFERENCE_TABLES;

describe('The schema, for a cluster', () => {
  const suite = databaseSuite();

  const tables = async () =>
    (
      await suite.database.sql<{ name: string }>(
        `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
           and relnamespace = 'public'::regnamespace`,
      )
    ).map(({ name }) => name);

  /** The columns of each unique index, those of primary keys too. */
  const uniqueKeys = () =>
    suite.database.sql<{ table: string; name: string; columns: string[] }>(
      `select table_of.relname as table, index.relname as name, array(
         select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey[0:indnkeyatts - 1])
       ) as columns
       from pg_index
       join pg_class table_of on table_of.oid = indrelid
       join pg_class index on index.oid = indexrelid
       where indisunique and not table_of.relispartition and table_of.relnamespace = 'public'::regnamespace`,
    );

  const foreignKeys = () =>
    suite.database.sql<{ table: string; name: string; target: string; columns: string[]; targets: string[] }>(
      `select conrelid::regclass::text as table, conname as name, confrelid::regclass::text as target,
         array(select attname::text from unnest(conkey) with ordinality key (number, place)
           join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
         array(select attname::text from unnest(confkey) with ordinality key (number, place)
           join pg_attribute on attrelid = confrelid and attnum = number order by place) as targets
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );

  it('has each table in one list, with a kind', async () => {
    const listed = [...OWNED_TABLES, ...USER_TABLES, ...REFERENCE_TABLES, ...LOCAL_TABLES];
    expect((await tables()).sort()).toEqual([...listed].sort());
  });

  it('finds a table that is in no list', async () => {
    await suite.database.sql('create table forgotten (organization_id uuid primary key)');
    expect(await tables()).toContain('forgotten');
    await suite.database.sql('drop table forgotten');
  });

  it('has the tables with an Organization in the lists of tables that belong to one, or that say who may act in one; only some mails are of one, and the queue of the feed is on one machine', async () => {
    const found = await suite.database.sql<{ name: string }>(
      `select table_name as name from information_schema.columns
       join pg_class on pg_class.oid = format('%I.%I', table_schema, table_name)::regclass
       where table_schema = 'public' and column_name = 'organization_id' and not relispartition order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(
      [...OWNED_TABLES, ...RIGHTS_TABLES, ...TEAM_TABLES, 'change_queue', 'outbox'].sort(),
    );
  });

  it('has the place of a row in every unique and primary key of a distributed table', async () => {
    const placed = new Map(PLACED_BY);
    const without = (await uniqueKeys()).filter(({ table, columns }) => {
      const column = placed.get(table);
      return column !== undefined && !columns.includes(column);
    });
    expect(without).toEqual([]);
  });

  it('has a place for every row of a distributed table', async () => {
    const nullable = await suite.database.sql<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and is_nullable = 'YES'`,
    );
    const placed = PLACED_BY.map(([table, column]) => `${table}.${column}`);
    expect(nullable.filter(({ table, column }) => placed.includes(`${table}.${column}`))).toEqual([]);
    const types = await suite.database.sql<{ type: string }>(
      `select distinct data_type as type from information_schema.columns
       where table_schema = 'public' and table_name = any($1) and column_name in ('organization_id', 'user_id')`,
      [DISTRIBUTED],
    );
    expect(types).toEqual([{ type: 'uuid' }]);
  });

  it('has no foreign key from a table with copies to a distributed one', async () => {
    const across = (await foreignKeys()).filter(
      ({ table, target }) => COPIED.includes(table) && !COPIED.includes(target),
    );
    expect(across).toEqual([]);
  });

  it('has foreign keys between distributed tables only where both rows are in one place', async () => {
    const placed = new Map(PLACED_BY);
    const across = (await foreignKeys()).filter(({ table, target, columns, targets }) => {
      if (!DISTRIBUTED.includes(table) || !DISTRIBUTED.includes(target)) return false;
      const [column = '', other = ''] = [placed.get(table), placed.get(target)];
      return column !== other || !columns.includes(column) || columns.indexOf(column) !== targets.indexOf(other);
    });
    expect(across).toEqual([]);
  });

  it('has no foreign key of a table that only one machine has', async () => {
    const local: readonly string[] = LOCAL_TABLES;
    expect(
      (await foreignKeys()).filter(({ table, target }) => local.includes(table) || local.includes(target)),
    ).toEqual([]);
  });

  it('lists each table behind those that its foreign keys name', async () => {
    const order: readonly string[] = [...REFERENCE_TABLES, ...OWNED_TABLES, ...USER_TABLES];
    const early = (await foreignKeys()).filter(({ table, target }) => order.indexOf(table) < order.indexOf(target));
    expect(early).toEqual([]);
  });

  it('has triggers on distributed tables only that write to no other table', async () => {
    const functions = await suite.database.sql<{ name: string }>(
      `select distinct proname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
       where not tgisinternal and tgrelid::regclass::text = any($1) order by 1`,
      [[...DISTRIBUTED, ...COPIED]],
    );
    const names = functions.map(({ name }) => name);
    expect(names).toEqual(['keep_status_since', 'refuse_revision', 'refuse_rewriting']);
  });
});

import { loadParser } from '@worktrack/statement-rules';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { breachesOfMigration } from '../../test/migration-rules.js';
import { buildConcurrently } from './concurrently.js';
import { MIGRATIONS } from './migrations.js';
import { runWithRetries } from './run-with-retries.js';

type Up = (runner: QueryRunner) => Promise<unknown>;
const migrationOf = (up: Up, transaction = false): MigrationInterface => ({
  transaction,
  up,
  down: () => Promise.resolve(),
});
const short =
  (sql: string): Up =>
  (runner) =>
    runWithRetries(runner, sql);
const plain =
  (sql: string): Up =>
  (runner) =>
    runner.query(sql);

const DROPS = 'drops what servers of the release before use';
const LOCKS_OUT = 'builds an index while it locks others out';
const READS_ALL = 'adds a constraint that reads the whole table: `not valid`, then `validate`';
const CHANGES_MANY = 'changes more than 1000 rows in one statement';

describe('The rules of migrations', () => {
  beforeAll(loadParser);

  const named = MIGRATIONS.map((Migration) => new Migration());

  it.each(named.map((migration) => [migration.name, migration] as const))('are kept by %s', async (_, migration) => {
    expect(await breachesOfMigration(migration)).toEqual([]);
  });

  it.each<[string, string, Up]>([
    ['an index that is built in a lock', LOCKS_OUT, short('create index i on labels (name)')],
    [
      'a unique constraint that builds its index',
      LOCKS_OUT,
      short('alter table labels add constraint u unique (name)'),
    ],
    ['a primary key that builds its index', LOCKS_OUT, short('alter table labels add primary key (name)')],
    ['a unique column', LOCKS_OUT, short('alter table labels add column more text unique')],
    ['a check that is valid at once', READS_ALL, short(`alter table labels add constraint c check (name <> '')`)],
    [
      'a foreign key that is valid at once',
      READS_ALL,
      short('alter table labels add constraint f foreign key (a) references users'),
    ],
    ['a column with a check', READS_ALL, short('alter table labels add column more text check (more is not null)')],
    [
      'a stored generated column',
      'adds a stored generated column',
      short('alter table labels add column l int generated always as (length(name)) stored'),
    ],
    ['a change of type', 'changes the type of a column', short('alter table labels alter column name type varchar(9)')],
    [
      'a volatile default',
      'adds a column with a volatile default',
      short('alter table labels add column at timestamptz default clock_timestamp()'),
    ],
    [
      'an identity',
      'adds a column with a volatile default',
      short('alter table labels add column n int generated always as identity'),
    ],
    [
      'a column that must be given',
      'adds a column that servers of the release before leave empty',
      short('alter table labels add column more text not null'),
    ],
    [
      '`not null` without a check',
      'reads the whole table for `not null`: validate a check first',
      short('alter table labels alter column name set not null'),
    ],
    ['a dropped column', DROPS, short('alter table labels drop column name')],
    ['a dropped table', DROPS, short('drop table labels')],
    ['a truncated table', DROPS, short('truncate labels')],
    [
      'another name',
      'renames what servers of the release before use',
      short('alter table labels rename column name to title'),
    ],
    [
      'another name for a table that no other one replaces',
      'renames what servers of the release before use',
      short('alter table labels rename to colors; create table tags (id uuid primary key)'),
    ],
    ['an update of all rows', CHANGES_MANY, plain(`update labels set name = ''`)],
    [
      'a batch that is too large',
      CHANGES_MANY,
      plain(`update labels set name = '' where id in (select id from labels limit 1001)`),
    ],
    ['a deletion of all rows', CHANGES_MANY, plain('delete from labels where true')],
    ['a copy of all rows', CHANGES_MANY, plain('insert into labels select * from users')],
    [
      'a lock that is waited for too long',
      'waits for a lock without a lock_timeout of a second at most',
      plain('alter table labels add column more text'),
    ],
    [
      'two locks in one transaction',
      'locks labels and users in one transaction',
      short('alter table labels add column more text; alter table users add column more text'),
    ],
  ])('refuse %s', async (_, rule, up) => {
    const breaches = await breachesOfMigration(migrationOf(up));
    expect(breaches).toEqual([expect.stringContaining(`: ${rule}`)]);
  });

  it('refuse two locks and an index of a migration that is one transaction', async () => {
    const up: Up = async (runner) => {
      await runner.query('set lock_timeout = 1000');
      await runner.query('alter table labels add column more text');
      await runner.query('create trigger t before insert on users for each row execute function f()');
      await runner.query('create index concurrently i on labels (more)');
    };
    expect(await breachesOfMigration(migrationOf(up, true))).toEqual([
      `the migration: ${LOCKS_OUT}`,
      'the migration: locks labels and users in one transaction',
    ]);
  });

  it('admit what is done in steps', async () => {
    const up: Up = async (runner) => {
      await buildConcurrently(runner, 'by_name', 'create index concurrently by_name on labels (name)');
      await runWithRetries(runner, 'alter table labels add constraint named check (name is not null) not valid');
      await runner.query('alter table labels validate constraint named');
      await runWithRetries(runner, 'alter table labels alter column name set not null');
      await runWithRetries(runner, `alter table labels add column more text not null default ''`);
      await runner.query(
        `update labels set more = name where id in (select id from labels where more = '' limit 1000)`,
      );
      await runner.query(
        'create table colors (id uuid primary key, label_id uuid not null); create index c on colors (label_id)',
      );
      await runWithRetries(
        runner,
        'alter table labels rename to old_labels; create table labels (id uuid primary key)',
      );
    };
    expect(await breachesOfMigration(migrationOf(up))).toEqual([]);
  });
});

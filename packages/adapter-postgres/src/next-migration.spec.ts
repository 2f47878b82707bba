import type { QueryRunner } from 'typeorm';
import { backUp } from '../test/back-up.js';
import { eventually } from '../test/eventually.js';
import { TestDatabase, withClient } from '../test/test-database.js';
import { World } from '../test/world.js';
import { alone, migrate, migrateAlone, migrationStatus } from './migrate.js';
import { MIGRATION_NAMES } from './migrations/migrations.js';
import { restoreRecords } from './owner-tasks.js';

/** This release and a later one, whose migration is one transaction. */
jest.mock('./migrations/migrations.js', () => {
  const actual: typeof import('./migrations/migrations.js') = jest.requireActual('./migrations/migrations.js');
  class Next {
    readonly name = '0003-next-1900000000000';
    up = (runner: QueryRunner) => runner.query('alter table labels add column more text');
    down = () => Promise.resolve();
  }
  const names = [...actual.MIGRATION_NAMES, new Next().name];
  return {
    ...actual,
    MIGRATION_NAMES: names,
    migrationsUpTo: (last?: string) =>
      [...actual.MIGRATIONS, Next].slice(0, last === undefined ? undefined : names.indexOf(last) + 1),
  };
});

describe('The next migration', () => {
  const databases: TestDatabase[] = [];
  const [baseline = '', next = ''] = MIGRATION_NAMES.slice(-2);

  const emptyDatabase = async () => {
    const database = await TestDatabase.create({ migrated: false });
    databases.push(database);
    return database;
  };

  const databaseOfThisRelease = async () => {
    const database = await emptyDatabase();
    const place = { ownerUrl: database.url, login: 'postgres', last: baseline };
    await alone(database.url, (client) => migrateAlone(client, place));
    return database;
  };

  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it('gives a lock up within the wait of a request, and tries again', async () => {
    const database = await databaseOfThisRelease();
    expect(await migrationStatus(database.url)).toEqual({ current: baseline, pending: [next] });
    await withClient(database.url, async (writer) => {
      await writer.query('begin');
      await writer.query('lock table labels in row exclusive mode');
      const printed = jest.spyOn(console, 'log');
      const migrated = migrate(database.url);
      await database.untilSomebodyWaits();
      await eventually(async () => !(await database.hasWaiting()));
      await writer.query('commit');
      expect(await migrated).toEqual({ applied: [next], current: next });
      // A task prints its response there.
      expect(printed).not.toHaveBeenCalled();
      printed.mockRestore();
    });
  });

  it('brings a restored backup of this release up to date', async () => {
    const source = await databaseOfThisRelease();
    const acme = await new World(source).organization();
    const place = await emptyDatabase();
    const backup = await backUp(source.url);
    expect(backup.migration).toBe(baseline);
    await restoreRecords({ ownerUrl: place.url, applicationUrl: place.url }, backup, () => Promise.resolve());
    expect(await migrationStatus(place.url)).toEqual({ current: next, pending: [] });
    expect(await place.sql('select id from organizations')).toEqual([{ id: acme }]);
  });
});

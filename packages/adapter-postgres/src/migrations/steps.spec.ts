import { createWorkItem } from '@worktrack/application';
import type { DataSource, QueryRunner } from 'typeorm';
import { CONTENT } from '../../test/content.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { buildConcurrently } from './concurrently.js';
import { migrationDataSource } from '../migration-data-source.js';
import { runWithRetries } from './run-with-retries.js';

describe('A step of a migration without a transaction', () => {
  let database: TestDatabase;
  let owner: DataSource;
  let runner: QueryRunner;

  beforeEach(async () => {
    database = await TestDatabase.create();
    owner = await migrationDataSource(database.url).initialize();
    runner = owner.createQueryRunner();
  });
  afterEach(async () => {
    await runner.release();
    await owner.destroy();
    await database.drop();
  });

  it('that locks others out waits for its lock in short turns, so that writers get on meanwhile', async () => {
    const { unitOfWork } = await database.ports();
    const world = new World(database);
    const scope = await world.project(await world.organization(), await world.user(), 'WEB');
    await withClient(database.url, async (reader) => {
      // A long read that uses the text index, as a backup would.
      await reader.query('begin');
      await reader.query('select count(*) from work_item_texts');
      const step = runWithRetries(runner, 'alter index work_item_texts_by_trigrams set (fastupdate = on)');
      await database.untilSomebodyWaits();
      const made = [];
      for (let count = 1; count <= 5; count += 1) {
        made.push((await unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT))).key);
      }
      expect(made).toEqual(['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-5']);
      await reader.query('commit');
      await step;
    });
    const options = `select reloptions from pg_class where relname = 'work_item_texts_by_trigrams'`;
    expect(await database.sql(options)).toEqual([{ reloptions: ['fastupdate=on'] }]);
  });

  it('that builds an index builds it again where an attempt was interrupted, and not where it is there', async () => {
    const build = () =>
      buildConcurrently(runner, 'labels_by_color', 'create index concurrently labels_by_color on labels (color)');
    const index = () =>
      database.sql<{ id: string }>(
        `select indexrelid::text as id, pg_get_indexdef(indexrelid) as definition, indisvalid as valid from pg_index
         where indexrelid = 'labels_by_color'::regclass`,
      );
    await database.sql('create index labels_by_color on labels (name)');
    await database.sql(`update pg_index set indisvalid = false where indexrelid = 'labels_by_color'::regclass`);
    await build();
    const built = await index();
    expect(built).toMatchObject([{ definition: expect.stringContaining('(color)'), valid: true }]);
    await build();
    expect(await index()).toEqual(built);
  });
});

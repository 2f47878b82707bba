import type { ProjectScope } from '@worktrack/application';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { ROWS_OF_BATCH, type Backfill } from '../migrations/backfills.js';
import { backfillRecords } from '../owner-tasks.js';

/** As if a migration had just added the column `status_since`. */
const BACKFILL: Backfill = {
  name: 'work-items-status-since',
  batch: `
    with batch as (
      select item.id from work_items item
      where item.organization_id = $1 and item.id > $2 and item.status_since is null and item.status <> 'done'
        and item.deleted_at is null
      order by item.id limit ${ROWS_OF_BATCH} for no key update
    ), filled as (
      update work_items item set status_since = flow.since from batch, item_flow flow
      where item.organization_id = $1 and item.id = batch.id
        and flow.organization_id = $1 and flow.work_item_id = item.id
      returning item.id
    )
    select (select count(*)::integer from batch) as met, (select count(*)::integer from filled) as filled,
      (select id from batch order by id desc limit 1) as last`,
};

describe('Backfills', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    for (const items of [2_345, 7]) {
      await fill(await world.project(await world.organization(), await world.user()), items);
    }
    await database.sql(`create table changed (count integer, transaction text);
      create function count_changed() returns trigger language plpgsql as $$ begin
        insert into changed select count(*), pg_current_xact_id()::text from written; return null;
      end $$;
      create trigger changes_are_counted after update on work_items referencing new table as written
        for each statement execute function count_changed()`);
  });
  afterAll(() => database.drop());

  const fillAll = () => backfillRecords(database.url, 0, [BACKFILL]);

  /** Inserts Work Items, of which every third is done and every 500th is deleted: the backfill leaves these as they are. */
  const fill = ({ organizationId, projectId, projectKey }: ProjectScope, items: number) =>
    database.sql(
      `with item as (
         insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
           created_at, updated_at, deleted_at)
         select $1, gen_random_uuid(), $2, $3, number, 1, 'x', 'task', (array['done', 'backlog', 'todo'])[1 + number % 3], 'low',
           now(), now(), case when number % 500 = 1 then now() end
         from generate_series(1, $4::integer) number returning *
       )
       insert into item_flow (organization_id, work_item_id, project_id, created_at, since)
       select organization_id, id, project_id, created_at, '2026-01-01'::timestamptz + number * interval '1 minute' from item`,
      [organizationId, projectId, projectKey, items],
    );
  const lacking = (items: number) =>
    Array.from({ length: items }, (_, n) => n + 1).filter((number) => number % 3 > 0 && number % 500 !== 1).length;
  const changed = () =>
    database.sql<{ count: number; transaction: string }>('select * from changed where count > 0 order by count desc');
  const filled = async () => {
    const [row] = await database.sql<{ count: number }>(
      'select count(*)::integer as count from work_items where status_since is not null',
    );
    return row?.count ?? 0;
  };

  it('go on where an earlier one was ended, a thousand rows in a transaction, and wait while others hold a row', async () => {
    // The next batch after a thousand rows fails, as if the process had ended before it.
    await database.sql(`create function refuse_more() returns trigger language plpgsql as $$ begin
        if (select sum(count) from changed) >= 1000 then raise 'the process ended'; end if;
        return null;
      end $$;
      create trigger more_are_refused before update on work_items for each statement execute function refuse_more()`);
    await expect(fillAll()).rejects.toThrow('the process ended');
    const before = await filled();
    // One Organization or the other comes first.
    expect([1_000, 1_000 + lacking(7)]).toContain(before);
    await database.sql('drop trigger more_are_refused on work_items');

    await withClient(database.url, async (client) => {
      await client.query('begin');
      await client.query(
        `select from work_items where status_since is null and status = 'todo' and deleted_at is null limit 1 for update`,
      );
      const going = fillAll();
      await database.untilSomebodyWaits();
      // Longer than the task waits for a lock: it has to try again.
      await client.query('select pg_sleep(1.2)');
      await client.query('commit');
      expect(await going).toEqual([{ name: BACKFILL.name, rows: lacking(2_345) + lacking(7) - before }]);
    });
    const changes = await changed();
    expect(changes.map(({ count }) => count)).toEqual([1_000, lacking(2_345) - 1_000, lacking(7)]);
    expect(new Set(changes.map(({ transaction }) => transaction)).size).toBe(changes.length);
  });

  it('fill each row with its own value, and leave the others as they are', async () => {
    const wrong = await database.sql(
      `select item.number from work_items item join item_flow flow on flow.work_item_id = item.id
       where item.status_since is distinct from case when item.status <> 'done' and item.deleted_at is null then flow.since end`,
    );
    expect(wrong).toEqual([]);
  });

  it('change nothing when nothing is left', async () => {
    const before = await changed();
    expect(await fillAll()).toEqual([{ name: BACKFILL.name, rows: 0 }]);
    expect(await changed()).toEqual(before);
  });
});

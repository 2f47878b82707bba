import { loadParser, parse, refusedByCluster } from './index.js';

beforeAll(loadParser);

it.each([
  'select clock_timestamp(), pg_try_advisory_xact_lock(1) from items for update skip locked',
  'update items set at = clock_timestamp() where at < statement_timestamp()',
  'update items set at = coalesce(at, $1) where id = $2 returning at',
  'insert into items (id, at) values (gen_random_uuid(), clock_timestamp()) returning id',
  'with taken as (update items set count = count + 1 where id = $1 returning count) select count, clock_timestamp() from taken',
  'with holder as (select id from users where id = $1 for update) update items set at = $2 from holder where items.owner = holder.id',
])('A cluster runs: %s', (text) => {
  expect(refusedByCluster(parse(text))).toEqual([]);
});

it.each([
  ['update items set at = $1 where at < clock_timestamp()', 'a condition calls'],
  ['delete from items where id = $1 and at <= clock_timestamp() - interval $$1 day$$', 'a condition calls'],
  ['with gone as (delete from items where random() < 0.5 returning id) select id from gone', 'a condition calls'],
  ['update items set count = count + 1 where id = $1 returning clock_timestamp()', 'RETURNING calls'],
  ['insert into items (id) values ($1) returning now()', 'RETURNING calls'],
  ['update items set at = coalesce(at, clock_timestamp()) where id = $1', 'an alternative calls'],
  [
    'delete from items where id = any (array(select id from items limit 9 for update skip locked))',
    'the rows are chosen',
  ],
  [
    'with old as (select id from items limit 9 for update) delete from items using old where items.id = old.id',
    'the rows are chosen',
  ],
])('A cluster refuses: %s', (text, reason) => {
  expect(refusedByCluster(parse(text))).toEqual([expect.stringContaining(`items: ${reason}`)]);
});

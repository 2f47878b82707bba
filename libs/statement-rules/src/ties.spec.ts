import { breachesOf, loadParser, parse, UnknownSyntax } from './index.js';
import { policyOf } from '../test/policies.js';

beforeAll(loadParser);

/** The tables that break the rule, by their names in the query. */
const looseIn = (rule: 'own' | 'tied', text: string) =>
  breachesOf(parse(text), policyOf(rule)).map(({ alias }) => alias);

/** Statements in which every table is tied. `own`: each of them by a comparison of its own. */
const TIED: readonly { readonly text: string; readonly own: boolean }[] = [
  { own: true, text: 'select id from items where organization_id = $1' },
  { own: true, text: 'select id from items where $1::uuid = organization_id and id = $2' },
  { own: true, text: `select id from items where organization_id = '0198a000-0000-7000-8000-000000000001'` },
  { own: true, text: 'select id from items i where (i.id = $2 and i.organization_id = $1) is true' },
  { own: true, text: 'select id from items i where (i.organization_id, i.id) = ($1, $2)' },
  { own: false, text: 'select id from items where organization_id = any($1::uuid[])' },
  { own: false, text: 'select id from items where organization_id in ($1, $2)' },
  { own: false, text: 'select id from items where organization_id = any(array[$1, $2])' },
  {
    own: false,
    text: 'select 1 from items i join notes n on n.organization_id = i.organization_id where i.organization_id = $1',
  },
  {
    own: true,
    text: 'select 1 from items i join notes n on n.organization_id = $1 and n.id = i.id where i.organization_id = $1',
  },
  { own: true, text: 'select 1 from items i left join notes n on n.organization_id = $1 where i.organization_id = $1' },
  {
    own: true,
    text: 'select 1 from items i right join notes n on i.organization_id = $1 where n.organization_id = $1',
  },
  {
    own: true,
    text: 'select 1 from items i left join notes n on n.id = i.id where i.organization_id = $1 and n.organization_id = $1',
  },
  {
    own: false,
    text: 'select (select count(*) from notes n where n.organization_id = i.organization_id) from items i where i.organization_id = $1',
  },
  {
    own: false,
    text: 'select 1 from unnest($1::uuid[]) part (organization_id) cross join lateral (select id from items i where i.organization_id = part.organization_id) item',
  },
  {
    own: false,
    text: 'select 1 from jsonb_to_recordset($1::jsonb) row (o uuid, id uuid) join items i on i.organization_id = row.o and i.id = row.id',
  },
  {
    own: false,
    text: 'with one as (select organization_id, id from items where organization_id = $1) select 1 from notes n join one on one.organization_id = n.organization_id',
  },
  {
    own: false,
    text: 'with one (o) as (select organization_id from items where organization_id = $1) select 1 from notes n join one on one.o = n.organization_id',
  },
  {
    own: false,
    text: 'select 1 from notes n join (select * from items where organization_id = $1) i on i.organization_id = n.organization_id',
  },
  {
    own: false,
    text: 'select 1 from notes n join (select i.* from items i where organization_id = $1) i on i.organization_id = n.organization_id',
  },
  {
    own: false,
    text: 'select 1 from notes where organization_id in (select organization_id from items where organization_id = $1)',
  },
  {
    own: false,
    text: 'select 1 from notes n where (n.organization_id, n.id) in (select organization_id, id from items where organization_id = $1)',
  },
  {
    own: false,
    text: 'select 1 from notes where organization_id = (select i.organization_id from items i where i.organization_id = $1)',
  },
  {
    own: false,
    text: 'select 1 from notes n join (select $1::uuid as o union all select $2) pair on pair.o = n.organization_id',
  },
  { own: false, text: 'select 1 from notes n join (values ($1::uuid), ($2)) pair (o) on pair.o = n.organization_id' },
  {
    own: false,
    text: `with recursive up as (select i.organization_id, i.parent_id from items i where i.organization_id = $1
      union all select i.organization_id, i.parent_id from up join items i on i.organization_id = up.organization_id and i.id = up.parent_id)
      select 1 from up`,
  },
  {
    own: true,
    text: 'select id from items where organization_id = $1 union all select id from notes where organization_id = $1',
  },
  { own: true, text: 'update items set title = $3 where organization_id = $1 and id = $2' },
  {
    own: false,
    text: 'update items i set title = n.body from notes n where n.organization_id = $1 and i.organization_id = n.organization_id',
  },
  { own: true, text: 'delete from items using notes n where items.organization_id = $1 and n.organization_id = $1' },
  { own: true, text: 'insert into items (organization_id, id) values ($1, $2)' },
  {
    own: true,
    text: 'insert into items (id, organization_id) select n.id, $1 from notes n where n.organization_id = $1',
  },
  {
    own: false,
    text: 'insert into items (organization_id, id) select n.organization_id, n.id from notes n where n.organization_id = $1',
  },
  {
    own: false,
    text: 'insert into items (organization_id, id) select organization_id, id from jsonb_populate_recordset(null::items, $1::jsonb)',
  },
  {
    own: true,
    text: 'insert into items (organization_id, id) values ($1, $2) on conflict (organization_id, id) do update set title = excluded.title where items.id = $2',
  },
  {
    own: false,
    text: `with made as (update items set title = $3 where organization_id = $1 and id = $2 returning organization_id)
      select 1 from notes n join made on made.organization_id = n.organization_id`,
  },
  {
    own: true,
    text: 'with made as (insert into items (organization_id, id) values ($1, $2) returning id) select id from made',
  },
  {
    own: true,
    text: 'select id from items where organization_id = $1 order by (select count(*) from notes n where n.organization_id = $1) for update',
  },
  { own: true, text: 'commit' },
];

/** Statements with the tables in them that nothing ties to an Organization. */
const LOOSE: readonly (readonly [text: string, ...loose: string[]])[] = [
  ['select id from items', 'items'],
  ['select id from items where id = $1', 'items'],
  ['select id from items where organization_id <> $1', 'items'],
  ['select id from items where organization_id = $1 or id = $2', 'items'],
  ['select id from items where not organization_id = $1', 'items'],
  ['select id from items where organization_id is not distinct from null', 'items'],
  ['select id from items i where coalesce(i.organization_id = $1, true)', 'i'],
  ['select 1 from items i join notes n on n.id = i.id where i.organization_id = $1', 'n'],
  ['select 1 from items i join notes n on n.organization_id = i.organization_id', 'i', 'n'],
  // The condition of an outer join leaves out no row of the side that is kept.
  ['select 1 from items i left join notes n on n.organization_id = $1 and i.organization_id = $1', 'i'],
  ['select 1 from items i full join notes n on n.organization_id = $1 and i.organization_id = $1', 'i', 'n'],
  ['select 1 from items i left join notes n on n.organization_id = i.organization_id', 'i', 'n'],
  ['select (select count(*) from notes n) from items i where i.organization_id = $1', 'n'],
  ['select 1 from items where organization_id = $1 and exists (select from notes)', 'notes'],
  ['select 1 from items where organization_id = $1 order by (select count(*) from notes)', 'notes'],
  ['select 1 from items where organization_id = $1 limit (select count(*) from notes)', 'notes'],
  ['select case when true then (select body from notes) end from items where organization_id = $1', 'notes'],
  ['with one as (select * from items) select 1 from one where organization_id = $1', 'items'],
  ['select id from items where organization_id = $1 union all select id from notes', 'notes'],
  [
    'select id from items where organization_id = $1 union all select id from notes order by (select max(id) from notes n)',
    'notes',
    'n',
  ],
  ['select 1 from notes n where n.organization_id in (select organization_id from items)', 'n', 'items'],
  ['select 1 from notes n where n.organization_id = any(array(select id from organizations))', 'n'],
  [
    'select 1 from notes n join (select $1::uuid as o union all select gen_random_uuid()) pair on pair.o = n.organization_id',
    'n',
  ],
  ['select 1 from notes n join generate_series(1, n.size) s (o) on s.o = n.organization_id', 'n'],
  ['update items set title = $2 where id = $1', 'items'],
  ['update items set title = (select body from notes) where organization_id = $1', 'notes'],
  ['update items i set title = n.body from notes n where i.organization_id = $1', 'n'],
  ['delete from items where id = $1', 'items'],
  ['delete from items where organization_id = $1 returning (select body from notes)', 'notes'],
  ['insert into items (id) values ($1)', 'items'],
  ['insert into items (organization_id, id) values (gen_random_uuid(), $1)', 'items'],
  ['insert into items (organization_id, id) values ($1, $2), (null, $3)', 'items'],
  ['insert into items (organization_id, id) select n.organization_id, n.id from notes n', 'items', 'n'],
  ['insert into items (organization_id, id) values ($1, (select id from notes))', 'notes'],
  [
    'insert into items (organization_id, id) values ($1, $2) on conflict (organization_id, id) do update set title = (select body from notes)',
    'notes',
  ],
  ['with gone as (delete from items returning id) select id from gone', 'items'],
  [
    `with recursive up as (select i.organization_id, i.parent_id from items i where i.id = $1
      union all select i.organization_id, i.parent_id from up join items i on i.organization_id = up.organization_id) select 1 from up`,
    'i',
    'i',
  ],
];

describe('A table of a statement', () => {
  it.each(TIED)('is tied to an Organization: $text', ({ text }) => {
    expect(looseIn('tied', text)).toEqual([]);
  });

  it.each(LOOSE)('is tied to none: %s', (text, ...loose) => {
    expect(looseIn('tied', text).sort()).toEqual([...loose].sort());
  });

  it.each(TIED)('is compared with a parameter of its own, where it is so ($own): $text', ({ text, own }) => {
    expect(looseIn('own', text).length === 0).toBe(own);
  });

  it.each(LOOSE)('has no comparison of its own: %s', (text, ...loose) => {
    for (const alias of loose) expect(looseIn('own', text)).toContain(alias);
  });

  it.each([
    'select 1 from items join notes using (organization_id) where items.organization_id = $1',
    'select 1 from items natural join notes',
    'select 1 from (items i join notes n on n.id = i.id) as both_of_them where both_of_them.organization_id = $1',
    'merge into items using notes on items.id = notes.id when matched then delete',
    'copy items to stdout',
    'truncate items',
    'insert into items values ($1)',
    'select 1 from xmltable($1 passing $2 columns id uuid) x',
  ])('is not checked in syntax that the rules do not know: %s', (text) => {
    expect(() => looseIn('tied', text)).toThrow(UnknownSyntax);
  });

  it('is found only in a text that is one statement', () => {
    expect(() => parse('select 1; select 2')).toThrow('This is not one statement');
    expect(() => parse('')).toThrow('empty');
    expect(() => parse('-- nothing')).toThrow('This is not one statement');
    expect(() => parse('selec 1')).toThrow('syntax error');
  });
});

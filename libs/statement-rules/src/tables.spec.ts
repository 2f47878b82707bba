import { loadParser, parse, starredTables, tablesOf } from './index.js';

beforeAll(loadParser);

it.each([
  ['select * from items', ['items']],
  ['select i.*, n.body from items i join notes n on n.id = i.id', ['items']],
  ['select (select count(*) from items), id from notes', []],
  ['select * from (select id from items) item', []],
  ['select json_agg(row) from (select * from items) row', ['items']],
  ['update items set title = $1 returning *', ['items']],
  ['insert into items (id) select * from notes', ['notes']],
])('Of all columns are selected: %s', (text, tables) => {
  expect(starredTables(parse(text))).toEqual(tables);
});

it('The tables of a statement are those that it reads and changes, in every query', () => {
  const text = `with one as (select id from items) insert into notes (id) select one.id from one
    where exists (select from rights r where r.id = one.id)`;
  expect([...tablesOf(parse(text))].sort()).toEqual(['items', 'notes', 'rights']);
  expect(tablesOf(parse('commit'))).toEqual([]);
});

import { loadParser, parse, starredTables } from './index.js';

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

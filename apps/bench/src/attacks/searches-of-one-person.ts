import type { Attack } from './attack.js';
import { askWithAll } from './asking.js';

const [ITEMS, CHARACTERS] = [1_200, 32_000];

/** A legal query that reads 60 times through each text and finds none of its terms. */
const QUERY = Array.from({ length: 60 }, (_, n) => `text ~ "${'qxzjvk'[Math.floor(n / 10)] ?? ''}${n % 10}"`).join(
  ' OR ',
);

/** One person sends searches that take the time limit of a statement, five at a time with each credential. */
export const searchesOfOnePerson: Attack = {
  name: 'searches of one person',
  prepare: async ({ database }) => {
    await database.query(
      `update work_item_texts set folded = folded || rpad('', $1, 'a long story of few words ')
       where work_item_id in (select id from work_items where project_key = 'ATT' order by number limit $2)`,
      [CHARACTERS, ITEMS],
    );
    await database.query('vacuum analyze work_item_texts');
  },
  run: (target, over) =>
    askWithAll(
      target,
      5,
      ({ before }) => ({ path: `${before}${target.organization}/work-items/search`, body: { query: QUERY } }),
      over,
    ),
};

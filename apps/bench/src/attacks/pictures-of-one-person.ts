import type { Attack } from './attack.js';
import { askWithAll } from './asking.js';

const ITEMS = 1_200;

/** One person requests pictures of 1,200 epics, four at a time with each session. */
export const picturesOfOnePerson: Attack = {
  name: 'pictures of one person',
  neighborAlso: 'picture',
  prepare: async ({ database }) => {
    await database.query(
      `update work_items set type = 'epic', title = repeat('A long title ', 12) || number
       where id in (select id from work_items where project_key = 'ATT' order by number limit $1)`,
      [ITEMS],
    );
    await database.query('vacuum analyze work_items');
  },
  run: (target, over) => {
    const path = `${target.project.replace('/api/v1/', '/api/')}/reports/epic-progress.png?width=320&scale=1`;
    const sessions = target.credentials.filter(({ before }) => before !== '');
    return askWithAll({ ...target, credentials: sessions }, 4, () => ({ path }), over);
  },
};

import type { Attack } from './attack.js';
import { askWithAll } from './asking.js';

/** The number of status changes of each Work Item, and the number of these Work Items: other attacks may have left more of them. */
const [CHANGES, WORK_ITEMS] = [40, 20_000];

/** One person requests reports over a long history, five at a time with each credential. */
export const reportsOfOnePerson: Attack = {
  name: 'reports of one person',
  neighborAlso: 'report',
  prepare: async ({ database }) => {
    await database.query(
      `insert into work_item_history (organization_id, project_id, work_item_id, id, revision, action, actor_id, at, detail)
       select item.organization_id, item.project_id, item.id, gen_random_uuid(), n, 'status_changed', item.reporter_id,
         item.created_at + n * interval '1 second',
         case n % 2 when 0 then '{"from":"todo","to":"in_progress"}' else '{"from":"in_progress","to":"todo"}' end::jsonb
       from (select * from work_items where project_key = 'ATT' order by number limit $2) item,
         generate_series(2, $1::int + 1) n`,
      [CHANGES, WORK_ITEMS],
    );
    await database.query('vacuum analyze work_item_history');
  },
  run: (target, over) =>
    askWithAll(
      target,
      5,
      ({ before }) => ({ path: `${before}${target.project}/reports/cumulative-flow?q=words` }),
      over,
    ),
};

import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attack.js';

const AT_ONCE = 20;
const MOST_SENT = 2_000;
/** The number of status changes of each Work Item, and the number of these Work Items: other attacks may have left more of them. */
const [CHANGES, WORK_ITEMS] = [40, 20_000];

/** A member requests reports over a long history, twenty at a time, without a pause. */
export const reportsOfOneToken: Attack = {
  name: 'reports of one token',
  environment: { RATE_LIMIT_MAX: '100000' },
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
  run: async ({ origin, token, project }, over) => {
    const answers = new Map<number, number>();
    let sent = 0;
    const ask = async (): Promise<void> => {
      while (!over.aborted && sent < MOST_SENT) {
        sent += 1;
        const answer = await fetch(`${origin}${project}/reports/cumulative-flow?q=words`, {
          headers: { authorization: `Bearer ${token}` },
          signal: over,
        }).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => undefined);
        const status = answer?.status ?? 0;
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status !== 200) await pause(100);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return `${sent} reports asked for: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}`;
  },
};

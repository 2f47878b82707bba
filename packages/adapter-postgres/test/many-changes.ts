import type { ProjectScope } from '@worktrack/application';
import type { TestDatabase } from './test-database.js';

interface Changes {
  readonly items: number;
  /** Estimates of each item, right after its creation, if that was over 200 days ago; every item also has about ten status changes. */
  readonly estimates: number;
}

/**
 * Fills an empty Project with items whose creations are spread over three years up to now, and their history: each goes from the
 * backlog to done in about six weeks, some two or three times.
 */
export async function fillWithChanges(
  database: TestDatabase,
  { organizationId, projectId, projectKey, actorId }: ProjectScope,
  { items, estimates }: Changes,
): Promise<void> {
  await database.fillTables(['work_items', 'work_item_history'], async (client) => {
    await client.query(
      `create temporary table change as
       with item as (
         select number, md5($1::text || number)::uuid as id, number % 13 + 1 as changes,
           date_trunc('milliseconds', now() - (1 - number / $2::float) * interval '1095 days' - interval '1 minute') as born
         from generate_series(1, $2::integer) number
       )
       select item.id, number, place, 0 as early, born + (place - 1) * (interval '4 days' + number % 7 * interval '7 hours') as at,
         (array['backlog', 'todo', 'in_progress', 'in_review', 'done', 'todo', 'in_progress', 'done', 'in_progress', 'in_review',
           'done', 'backlog', 'done'])[place] as status
       from item cross join generate_series(1, changes) place
       union all
       select item.id, number, 1, early, born + early * interval '1 second', null
       from item cross join generate_series(1, $3::integer) early
       where born < now() - interval '200 days'`,
      [projectId, items, estimates],
    );
    await client.query('delete from change where at > now()');
    await client.query(
      `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
         story_points, assignee_id, reporter_id, created_at, updated_at)
       select $1, id, $2, $3, number, count(*), 'Work Item number ' || number,
         (array['task', 'bug', 'story', 'feature', 'epic'])[1 + number % 5], (array_agg(status order by place desc, early))[1],
         (array['low', 'medium', 'high', 'urgent'])[1 + number % 4], nullif(max(early), 0), case number % 3 when 0 then $4::uuid end, $4,
         min(at), max(at)
       from change group by id, number`,
      [organizationId, projectId, projectKey, actorId],
    );
    await client.query(
      `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
       select $1, gen_random_uuid(), $2, id, row_number() over life, at, $3,
         case when early > 0 then 'story_points_changed' when place = 1 then 'created' else 'status_changed' end,
         case when early > 0 then jsonb_build_object('from', nullif(early - 1, 0), 'to', early)
           when place = 1 then jsonb_build_object('initial', jsonb_build_object('status', status, 'storyPoints', null))
           else jsonb_build_object('to', status) end
       from change window life as (partition by id order by place, early) order by at`,
      [organizationId, projectId, actorId],
    );
    await client.query('update project_counters set last_number = $2 where project_id = $1', [projectId, items]);
  });
}

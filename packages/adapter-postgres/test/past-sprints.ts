import type { ProjectScope } from '@worktrack/application';
import type { TestDatabase } from './test-database.js';

interface Past {
  /** Number of weekly Sprints, all done; the first began at the start of 2025. */
  readonly sprints: number;
  /** Number of Work Items of each Sprint. */
  readonly items: number;
}

/** SQL for the id of the n-th Sprint of the Project `$2`. */
const SPRINT = (n: string) => `md5($2::uuid::text || 'sprint ' || (${n}))::uuid`;
const ITEM = (n: string) => `md5($2::uuid::text || 'item ' || (${n}))::uuid`;

/**
 * SQL for the items of all Sprints. Of ten Work Items of a Sprint eight are committed and two come later; one is removed, two go
 * into the backlog, seven are done. Each has at least eight rows of history. `n` numbers the items from 1, `s` the Sprints from 0.
 */
const EVERY_ITEM = `
  generate_series(0, $3::integer - 1) s
  cross join lateral (select timestamptz '2025-01-06T09:00:00Z' + s * interval '7 days' as began,
    timestamptz '2025-01-11T17:00:00Z' + s * interval '7 days' as ended) as span
  cross join generate_series(1, $4::integer) i
  cross join lateral (select s * $4::integer + i as n, ${SPRINT('s')} as sprint, i % 10 as kind,
    case when i % 10 < 8 then began - interval '1 day' else began + interval '1 day' end as entered) as item`;

const REMOVED = `began + interval '2 days'`;

/** The tables with thousands of rows. */
const BIG = [
  'work_items',
  'work_item_history',
  'sprint_entries',
  'sprint_exits',
  'sprint_commitments',
  'sprint_outcomes',
];

/** Fills a Project with past Sprints. */
export async function fillPast(
  database: TestDatabase,
  { organizationId, projectId, projectKey }: ProjectScope,
  { sprints, items }: Past,
): Promise<void> {
  const values = [organizationId, projectId, sprints, items];
  await database.fillTables(BIG, async (client) => {
    await client.query(
      `insert into sprints (organization_id, id, project_id, name, state, end_date, started_at, completed_at, revision, created_at,
         updated_at)
       select $1::uuid, sprint, $2::uuid, 'Sprint ' || s, 'done', ended, began, ended, 3, began - interval '3 days', ended
       from ${EVERY_ITEM} where i = 1`,
      values,
    );
    await client.query(
      `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
         sprint_id, story_points, created_at, updated_at)
       select $1::uuid, ${ITEM('n')}, $2::uuid, $5, n, 8, 'Work Item number ' || n, 'task',
         case when kind < 7 then 'done' else 'in_review' end, 'medium', case when kind < 7 then sprint end, n % 9, entered,
         ended
       from ${EVERY_ITEM}`,
      [...values, projectKey],
    );
    await client.query(
      `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, action, detail)
       select $1::uuid, gen_random_uuid(), $2::uuid, ${ITEM('n')}, revision, at, action, detail
       from ${EVERY_ITEM}
       cross join lateral (values
         (1, entered, 'created', jsonb_build_object('initial', jsonb_build_object('title', 'As it was called', 'status', 'todo',
            'storyPoints', n % 5, 'sprint', sprint))),
         (2, entered + interval '1 hour', 'title_changed', jsonb_build_object('from', 'As it was called', 'to',
            'Work Item number ' || n)),
         (3, entered + interval '2 hours', 'story_points_changed', jsonb_build_object('from', n % 5, 'to', n % 9)),
         (4, began + interval '30 hours', 'status_changed', jsonb_build_object('from', 'todo', 'to', 'in_progress')),
         (5, began + interval '36 hours', 'status_changed', jsonb_build_object('from', 'in_progress', 'to', 'in_review')),
         (6, began + interval '50 hours', 'priority_changed', jsonb_build_object('from', 'low', 'to', 'medium')),
         (7, began + (40 + i % 60) * interval '1 hour', case when kind < 7 then 'status_changed' else 'label_added' end,
            jsonb_build_object('from', 'in_review', 'to', 'done')),
         (8, case kind when 7 then ${REMOVED} else ended end, case when kind < 7 then 'label_added' else 'sprint_changed' end,
            jsonb_build_object('from', sprint, 'to', null))
       ) as past (revision, at, action, detail)
       order by at`,
      values,
    );
    await client.query(
      `insert into sprint_entries (organization_id, id, project_id, sprint_id, work_item_id, at, reason, status, story_points)
       select $1::uuid, ${ITEM('n')}, $2::uuid, sprint, ${ITEM('n')}, entered, 'creation', 'todo', n % 5 from ${EVERY_ITEM}`,
      values,
    );
    await client.query(
      `insert into sprint_exits (organization_id, episode_id, project_id, sprint_id, work_item_id, at, reason, status, story_points)
       select $1::uuid, ${ITEM('n')}, $2::uuid, sprint, ${ITEM('n')}, case kind when 7 then ${REMOVED} else ended end,
         case kind when 7 then 'update' else 'completion' end, 'in_review', n % 9
       from ${EVERY_ITEM} where kind > 6`,
      values,
    );
    await client.query(
      `insert into sprint_commitments (organization_id, sprint_id, work_item_id, project_id, at, status, story_points)
       select $1::uuid, sprint, ${ITEM('n')}, $2::uuid, began, 'todo', n % 9 from ${EVERY_ITEM} where kind < 8`,
      values,
    );
    await client.query(
      `insert into sprint_outcomes (organization_id, sprint_id, work_item_id, project_id, at, project_key, number, title, status,
         story_points, done_at)
       select $1::uuid, sprint, ${ITEM('n')}, $2::uuid, ended, $5, n, 'Work Item number ' || n,
         case when kind < 7 then 'done' else 'in_review' end, n % 9,
         case when kind < 7 then began + (40 + i % 60) * interval '1 hour' end
       from ${EVERY_ITEM} where kind <> 7`,
      [...values, projectKey],
    );
  });
  await database.sql(`vacuum analyze sprints, ${BIG.join(', ')}`);
}

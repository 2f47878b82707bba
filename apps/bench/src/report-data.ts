import { Client } from 'pg';
import { runTask } from './processes.js';

/** The number of Work Items of each measured Project: the most that a report reads. */
const ITEMS = 200_000;
/** The most changes that an item has after `early`. */
const CHANGES = 19;
const EMAIL = 'owner@reports.example';
const LABELS = 25;
/** The completed Sprints of each Project: the most that velocity shows. */
const SPRINTS = 90;

/** A Project whose reports are measured. */
export interface ReportProject {
  readonly key: string;
  readonly what: string;
  /** Number of changes of each item right after its creation, if that was over 400 days ago. */
  readonly early: number;
  readonly items: number;
  /** The most changes that an item has, not counting the early ones. */
  readonly changes: number;
}

export const SLUG = 'reports';

/** The Project of the Sprint reports, without other Work Items. */
export const SPRINT_PROJECT = 'SPR';

const LARGEST = { items: ITEMS, changes: CHANGES };
const NEW: ReportProject = { key: 'NEW', what: `${ITEMS.toLocaleString('en')} Work Items`, early: 0, ...LARGEST };
const OLD: ReportProject = {
  key: 'OLD',
  what: 'twice the changes, the new ones outside of every span',
  early: 16,
  ...LARGEST,
};
const BESIDE = ['ONE', 'TWO', 'SIX'].map((key): ReportProject => {
  return { key, what: 'not measured', early: 0, ...LARGEST };
});

/** The Projects to fill and those to measure: one, or, for a million Work Items, five and two. */
export const PROJECTS_OF = {
  one: { filled: [NEW], measured: [NEW] },
  million: { filled: [NEW, OLD, ...BESIDE], measured: [NEW, OLD] },
} as const;

/** Fills the Projects. Returns a token with all scopes. */
export async function makeReportData(databaseUrl: string, filled: readonly ReportProject[]): Promise<string> {
  await runTask(databaseUrl, ['db:migrate']);
  const projects = [...filled.map(({ key }) => key), SPRINT_PROJECT].map((key) => ({ key, name: key }));
  const { tokens } = await runTask<{ tokens: { token: string }[] }>(databaseUrl, ['provision', '--file', '-'], {
    users: [{ email: EMAIL, name: 'Bench Owner' }],
    organizations: [{ slug: SLUG, name: 'Reports', members: [{ email: EMAIL, role: 'owner' }], projects }],
    tokens: [{ email: EMAIL, name: 'bench', scopes: 'all', org: SLUG }],
  });
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off; set work_mem = "256MB"');
    for (const project of filled) await fill(client, project);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  const began = performance.now();
  const project = filled[0]?.key ?? '';
  await runTask(databaseUrl, ['reports:rebuild', '--org', SLUG, '--project', project]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`reports:rebuild of ${project}, where nothing differs: ${seconds} s`);
  return tokens[0]!.token;
}

/**
 * Fills a Project: items are created over the last three years. Most move from the backlog to done in about three weeks, are estimated
 * meanwhile, and are reopened once or several times. Each fifth is an epic, the parent of the next four items.
 */
async function fill(client: Client, { key, early, items, changes }: ReportProject): Promise<void> {
  await client.query('drop table if exists change');
  await client.query(
    `create temporary table change as
     with item as (
       select number, gen_random_uuid() as id,
         least((array[19, 13, 9, 6, 19, 13, 2, 19, 9, 13, 6, 19, 1, 13, 9, 19, 6, 13, 3, 19])[1 + number * 7 % 20], ${changes}) as changes,
         date_trunc('milliseconds', now() - (1 - number / ${items}::float) * interval '1095 days' - interval '1 minute') as born
       from generate_series(1, ${items}) number
     )
     select id, number, place, 0 as early, born + (place - 1) * (interval '3 days' + number % 11 * interval '7 hours') as at,
       (array['backlog', null, 'todo', 'in_progress', 'in_review', 'done', 'in_progress', null, 'done', 'todo', 'in_progress',
         'in_review', 'done', 'backlog', null, 'todo', 'in_progress', 'in_review', 'done', 'todo'])[place] as status
     from item cross join generate_series(1, changes) place
     union all
     select id, number, 1, early, born + early * interval '1 minute', null
     from item cross join generate_series(1, ${early}) early
     where born < now() - interval '400 days'`,
  );
  await client.query('delete from change where at > now()');
  await client.query('analyze change');
  await client.query(
    `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
       priority, story_points, assignee_id, reporter_id, parent_id, created_at, updated_at)
     select project.organization_id, change.id, project.id, project.key, number, count(*), 'Work Item number ' || number,
       repeat('Words of the description. ', 20), (array['task', 'bug', 'story', 'feature', 'epic'])[1 + number % 5],
       (array_agg(status order by place desc, early desc) filter (where status is not null))[1],
       (array['low', 'medium', 'high', 'urgent'])[1 + number % 4], nullif(count(*) filter (where status is null), 0),
       case number % 3 when 0 then users.id end, users.id, epic.id, min(at), max(at)
     from change
     join users on users.email = $2
     join projects project on project.key = $1
     left join (select distinct id, number as of from change where number % 5 = 4 and place = 1 and early = 0) epic
       on number % 5 <> 4 and epic.of = number - 1 - number % 5
     group by project.organization_id, project.id, project.key, change.id, number, users.id, epic.id`,
    [key, EMAIL],
  );
  await client.query('analyze work_items');
  await client.query(
    `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
     select organization_id, project_id, id, lower(title) || E'\\nA\\n' || lower(description) from work_items where project_key = $1`,
    [key],
  );
  await client.query(
    `with label as (
       insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
       select organization_id, gen_random_uuid(), id, 'label ' || number, 'label ' || number, '#112233', now()
       from projects cross join generate_series(1, ${LABELS}) number where key = $1
       returning organization_id, project_id, id, name
     )
     insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
     select item.organization_id, item.project_id, item.id, label.id
     from work_items item
     join label on label.project_id = item.project_id and label.name in
       ('label ' || 1 + item.number % ${LABELS}, 'label ' || 1 + (item.number + 7) % ${LABELS})`,
    [key],
  );
  await client.query(
    `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
     select project.organization_id, gen_random_uuid(), project.id, change.id, row_number() over life, at, users.id,
       case when early > 0 or change.status is null then 'story_points_changed' when place = 1 then 'created' else 'status_changed' end,
       case when early > 0 or change.status is null then jsonb_build_object('to', count(*) filter (where change.status is null) over life)
         when place = 1 then jsonb_build_object('initial', jsonb_build_object('status', change.status, 'storyPoints', null,
           'title', item.title, 'type', item.type, 'priority', item.priority, 'assignee', item.assignee_id, 'parent', item.parent_id))
         else jsonb_build_object('to', change.status) end
     from change, users, projects project, work_items item
     where project.key = $1 and users.email = $2 and item.organization_id = project.organization_id and item.id = change.id
     window life as (partition by change.id order by place, early) order by at`,
    [key, EMAIL],
  );
  await client.query(
    `update project_counters set last_number = ${items}
     from projects where projects.id = project_id and projects.key = $1`,
    [key],
  );
  await client.query(FLOW, [key]);
  await client.query(STATUS_SINCE, [key]);
  await client.query(SUMMARIES, [key]);
}

/** Derives the precomputed rows of the reports from the changes. `reports:rebuild` checks them afterwards. */
const FLOW = `
  with project as (select organization_id, id from projects where key = $1),
  standing as (
    select id, at, row_number() over life as sequence,
      (array_agg(status) filter (where status is not null) over life)[count(status) over life] as status,
      nullif(count(*) filter (where status is null) over life, 0)::integer as points
    from change window life as (partition by id order by place, early)
  ), span as (
    insert into status_spans (organization_id, work_item_id, sequence, project_id, began_at, status, previous_status, story_points,
      previous_story_points)
    select project.organization_id, standing.id, sequence, project.id, at, status, lag(status) over spans, points,
      lag(points) over spans
    from standing, project
    window spans as (partition by standing.id order by sequence)
    returning organization_id, work_item_id, project_id, sequence, began_at, status, previous_status
  )
  insert into item_flow (organization_id, work_item_id, project_id, created_at, backlog_at, todo_at, in_progress_at, in_review_at,
    done_at, resolved_at, reopened_at, since)
  select organization_id, work_item_id, project_id, min(began_at), min(began_at) filter (where status = 'backlog'),
    min(began_at) filter (where status = 'todo'), min(began_at) filter (where status = 'in_progress'),
    min(began_at) filter (where status = 'in_review'), min(began_at) filter (where status = 'done'),
    max(began_at) filter (where status = 'done'),
    case when (array_agg(status order by sequence desc))[1] <> 'done' then max(began_at) filter (where previous_status = 'done') end,
    max(began_at)
  from span where status is distinct from previous_status
  group by organization_id, work_item_id, project_id`;

/** Does what a trigger does at each change of a status. */
const STATUS_SINCE = `
  update work_items item set status_since = flow.since from item_flow flow
  where item.project_key = $1 and item.status in ('in_progress', 'in_review')
    and flow.organization_id = item.organization_id and flow.work_item_id = item.id`;

/** Adds completed Sprints, with the figures that velocity reads. */
const SUMMARIES = `
  with project as (select organization_id, id from projects where key = $1),
  sprint as (
    insert into sprints (organization_id, id, project_id, name, folded_name, state, revision, started_at, completed_at, created_at,
      updated_at)
    select organization_id, gen_random_uuid(), id, 'Sprint ' || number, 'sprint ' || number, 'done', 3,
      now() - (${SPRINTS} + 1 - number) * interval '12 days', now() - (${SPRINTS} - number) * interval '12 days' - interval '1 day',
      now() - interval '1100 days', now()
    from project, generate_series(1, ${SPRINTS}) number
    returning organization_id, id, project_id, started_at, completed_at
  )
  insert into sprint_summaries (organization_id, sprint_id, project_id, started_at, completed_at, committed_items, committed_points,
    completed_items, completed_points, carried_over_items, carried_over_points, added_items, added_points, removed_items,
    removed_points, rows_capped, history_incomplete, commitment_unavailable)
  select organization_id, id, project_id, started_at, completed_at, 500, 1500, 400, 1200, 100, 300, 50, 150, 20, 60, false, false, false
  from sprint`;

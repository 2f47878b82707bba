import { Client } from 'pg';
import { runTask } from './processes.js';

const ITEMS = 100_000;
const EMAIL = 'owner@reports.example';
const LABELS = 25;

/** A Project whose reports are measured. */
export interface ReportProject {
  readonly key: string;
  readonly what: string;
  /** Number of changes of each item right after its creation, if that was over 400 days ago. */
  readonly early: number;
}

export const SLUG = 'reports';

/** Two Projects with the same history of the last 400 days. */
export const PROJECTS: readonly ReportProject[] = [
  { key: 'NEW', what: '1,000,000 history rows', early: 0 },
  { key: 'OLD', what: 'as many again, outside of every span', early: 16 },
];

/** Fills the Projects. Returns a token with all scopes. */
export async function makeReportData(databaseUrl: string): Promise<string> {
  await runTask(databaseUrl, ['db:migrate']);
  const projects = PROJECTS.map(({ key }) => ({ key, name: key }));
  const { tokens } = await runTask<{ tokens: { token: string }[] }>(databaseUrl, ['provision', '--file', '-'], {
    users: [{ email: EMAIL, name: 'Bench Owner' }],
    organizations: [{ slug: SLUG, name: 'Reports', members: [{ email: EMAIL, role: 'owner' }], projects }],
    tokens: [{ email: EMAIL, name: 'bench', scopes: 'all', org: SLUG }],
  });
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off; set work_mem = "256MB"');
    for (const project of PROJECTS) await fill(client, project);
    await client.query('analyze');
    for (const { key } of PROJECTS) await derive(databaseUrl, client, key);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  return tokens[0]!.token;
}

/**
 * Fills a Project: items are created over the last three years. Most move from the backlog to done in about three weeks, are estimated
 * meanwhile, and are reopened once or several times.
 */
async function fill(client: Client, { key, early }: ReportProject): Promise<void> {
  await client.query('drop table if exists change');
  await client.query(
    `create temporary table change as
     with item as (
       select number, gen_random_uuid() as id,
         (array[19, 13, 9, 6, 19, 13, 2, 19, 9, 13, 6, 19, 1, 13, 9, 19, 6, 13, 3, 19])[1 + number * 7 % 20] as changes,
         date_trunc('milliseconds', now() - (1 - number / ${ITEMS}::float) * interval '1095 days' - interval '1 minute') as born
       from generate_series(1, ${ITEMS}) number
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
       priority, story_points, assignee_id, reporter_id, created_at, updated_at)
     select project.organization_id, change.id, project.id, project.key, number, count(*), 'Work Item number ' || number,
       repeat('Words of the description. ', 20), (array['task', 'bug', 'story', 'feature', 'epic'])[1 + number % 5],
       (array_agg(status order by place desc, early desc) filter (where status is not null))[1],
       (array['low', 'medium', 'high', 'urgent'])[1 + number % 4], nullif(count(*) filter (where status is null), 0),
       case number % 3 when 0 then users.id end, users.id, min(at), max(at)
     from change, users, projects project where project.key = $1 and users.email = $2
     group by project.organization_id, project.id, project.key, change.id, number, users.id`,
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
       insert into labels (organization_id, id, project_id, name, color, created_at)
       select organization_id, gen_random_uuid(), id, 'label ' || number, '#112233', now()
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
       case when early > 0 or status is null then 'story_points_changed' when place = 1 then 'created' else 'status_changed' end,
       case when early > 0 or status is null then jsonb_build_object('to', count(*) filter (where status is null) over life)
         when place = 1 then jsonb_build_object('initial', jsonb_build_object('status', status, 'storyPoints', null))
         else jsonb_build_object('to', status) end
     from change, users, projects project where project.key = $1 and users.email = $2
     window life as (partition by change.id order by place, early) order by at`,
    [key, EMAIL],
  );
  await client.query(
    `update project_counters set last_number = ${ITEMS}
     from projects where projects.id = project_id and projects.key = $1`,
    [key],
  );
}

/** Runs `reports:rebuild` twice. The first run writes all precomputed rows, reports differences and so fails; the second finds none. */
async function derive(databaseUrl: string, client: Client, key: string): Promise<void> {
  const rebuild = async (what: string, accept: (error: unknown) => void) => {
    const began = performance.now();
    await runTask(databaseUrl, ['reports:rebuild', '--org', SLUG, '--project', key]).catch(accept);
    console.log(`reports:rebuild of ${key}, where ${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  };
  await rebuild('all is missing', () => undefined);
  await client.query('analyze status_spans, item_flow');
  await rebuild('nothing differs', (error) => {
    throw error;
  });
}

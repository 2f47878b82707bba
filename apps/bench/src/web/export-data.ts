import { Client } from 'pg';
import { runTask } from '../processes.js';

/** The rows of each control chart. */
export const ROWS = 10_000;

export const EXPORTS_OWNER = 'owner@exports.example';

/** The Organizations: one has two long exports at once at most, a server four. */
const SLUGS = ['exports-a', 'exports-b'] as const;
const PROJECT = 'OUT';

/** The reports to export, one in each Organization: control charts of many rows. */
export const LARGE_REPORTS = SLUGS.map(
  (slug) => `/api/organizations/${slug}/projects/${PROJECT}/reports/control-chart`,
);

/** Creates the Organizations. Each Work Item has a title of the greatest length and was finished in the last eighty days. */
export async function makeExportData(databaseUrl: string): Promise<void> {
  await runTask(databaseUrl, ['provision', '--file', '-'], {
    users: [{ email: EXPORTS_OWNER, name: 'Bench Owner' }],
    organizations: SLUGS.map((slug) => ({
      slug,
      name: slug,
      members: [{ email: EXPORTS_OWNER, role: 'owner' }],
      projects: [{ key: PROJECT, name: 'Exports' }],
    })),
  });
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(FINISHED_ITEMS, [PROJECT, ROWS, EXPORTS_OWNER]);
    await client.query(HISTORY, [PROJECT, EXPORTS_OWNER]);
    await client.query(
      'update project_counters set last_number = $2 from projects where projects.id = project_id and key = $1',
      [PROJECT, ROWS],
    );
    await client.query('analyze');
    for (const slug of SLUGS) {
      // The task fails when it writes rows that were missing, as here.
      await runTask(databaseUrl, ['reports:rebuild', '--org', slug, '--project', PROJECT]).catch(() => undefined);
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const FINISHED_ITEMS = `
  insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
    reporter_id, created_at, updated_at)
  select project.organization_id, gen_random_uuid(), project.id, project.key, number, 3,
    rpad('Work Item ' || number || ' ', 500, 'работа 仕事 '), 'task', 'done', 'medium', users.id,
    date_trunc('milliseconds', now() - interval '80 days' + number * interval '11 minutes' - interval '4 days'),
    date_trunc('milliseconds', now() - interval '80 days' + number * interval '11 minutes')
  from projects project cross join generate_series(1, $2::int) number cross join users
  where project.key = $1 and users.email = $3`;

const HISTORY = `
  insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
  select item.organization_id, gen_random_uuid(), item.project_id, item.id, step.revision,
    item.created_at + (item.updated_at - item.created_at) * step.share, users.id, step.action, step.detail
  from work_items item
  cross join (values
    (1, 0.0, 'created', '{"initial": {"status": "backlog", "storyPoints": null}}'::jsonb),
    (2, 0.5, 'status_changed', '{"to": "in_progress"}'),
    (3, 1.0, 'status_changed', '{"to": "done"}')
  ) step (revision, share, action, detail)
  cross join users
  where item.project_key = $1 and users.email = $2
  order by item.created_at, step.revision`;

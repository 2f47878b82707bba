import { Client } from 'pg';
import { runTask } from './processes.js';
import { fillSearched } from './searched-organization.js';

const ITEMS = 20_000;
const SCOPES = 'all';

/** People who send the load, each with a token. Each has a rate limit and a share of the connections. */
const PEOPLE = 8;

/** The data of the benchmark: one Project of 20,000 Work Items, and tokens with all scopes. */
export interface BenchData {
  readonly organizationId: string;
  readonly ownerId: string;
  readonly tokens: readonly string[];
  readonly items: number;
  /** A label that one in 25 items has. */
  readonly labelId: string;
  /** True when the Organization of the search benchmarks is filled. */
  readonly searched: boolean;
}

export const SLUG = 'bench';
export const PROJECT = 'BEN';
/** The Organization of the search benchmarks. */
export const SEARCHED = { slug: 'bench-search', projects: ['WEB', 'HAM', 'CORE', 'OPS', 'APP'] } as const;

/** Creates the data. With `searched`, also fills the Organization of the search benchmarks, which takes a minute. */
export async function makeData(databaseUrl: string, searched: boolean): Promise<BenchData> {
  await runTask(databaseUrl, ['db:migrate']);
  const emails = Array.from({ length: PEOPLE }, (_, index) => `owner${index}@bench.example`);
  const members = emails.map((email) => ({ email, role: 'owner' }));
  const { organizations, tokens } = await runTask<{ organizations: { id: string }[]; tokens: { token: string }[] }>(
    databaseUrl,
    ['provision', '--file', '-'],
    {
      users: emails.map((email, index) => ({ email, name: `Bench Owner ${index}` })),
      organizations: [
        { slug: SLUG, name: 'Bench', members, projects: [{ key: PROJECT, name: 'Bench' }] },
        {
          slug: SEARCHED.slug,
          name: 'Searched',
          members,
          projects: SEARCHED.projects.map((key) => ({ key, name: key })),
        },
      ],
      tokens: emails.map((email) => ({ email, name: 'bench', scopes: SCOPES, org: [SLUG, SEARCHED.slug] })),
    },
  );
  const organizationId = organizations[0]!.id;
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(
    `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
       priority, assignee_id, reporter_id, due_date, created_at, updated_at)
     select p.organization_id, gen_random_uuid(), p.id, p.key, n, 1, 'Work Item number ' || n, repeat('Words of the description. ', 20),
       'task', (array['backlog', 'todo', 'in_progress', 'in_review', 'done'])[1 + n % 5],
       (array['low', 'medium', 'high', 'urgent'])[1 + n % 4], u.id, u.id,
       case n % 3 when 0 then date_trunc('day', now()) + (n % 300 - 30) * interval '1 day' end,
       now() - n * interval '1 minute', now() - n * interval '1 minute'
     from projects p, users u, generate_series(1, ${ITEMS}) n
     where p.organization_id = $1 and u.email = $2`,
    [organizationId, emails[0]],
  );
  // The checks of foreign keys below are planned once: without statistics they would read the whole Organization for each row.
  await client.query('analyze work_items');
  await client.query(
    `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
     select organization_id, project_id, id,
       lower(title) || case number % 50 when 0 then ' report' else '' end || E'\\nA\\n' || lower(description)
     from work_items where organization_id = $1`,
    [organizationId],
  );
  const labels = await client.query<{ id: string }>(
    `insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
     select organization_id, gen_random_uuid(), id, 'label ' || n, 'label ' || n, '#112233', now() from projects, generate_series(0, 24) n
     where organization_id = $1 returning id`,
    [organizationId],
  );
  await client.query(
    `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
     select item.organization_id, item.project_id, item.id, label.id
     from work_items item join labels label on label.organization_id = item.organization_id
       and label.name = 'label ' || item.number % 25
     where item.organization_id = $1`,
    [organizationId],
  );
  await client.query('update project_counters set last_number = $2 where organization_id = $1', [
    organizationId,
    ITEMS,
  ]);
  await client.query('create table floor_keys (key text primary key, body text)');
  const owners = await client.query<{ id: string }>('select id from users where email = $1', [emails[0]]);
  if (searched) await fillSearched(client, organizations[1]!.id);
  await client.query('vacuum analyze');
  await client.end();
  return {
    organizationId,
    ownerId: owners.rows[0]!.id,
    tokens: tokens.map(({ token }) => token),
    items: ITEMS,
    labelId: labels.rows[0]!.id,
    searched,
  };
}

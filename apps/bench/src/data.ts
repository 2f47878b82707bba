import { Client } from 'pg';
import { runTask } from './processes.js';

const ITEMS = 20_000;
const SCOPES = 'all';

/** What the loads are run on: one Project of 20,000 Work Items, and a token that may do everything. */
export interface BenchData {
  readonly organizationId: string;
  readonly token: string;
  readonly items: number;
}

export const SLUG = 'bench';
export const PROJECT = 'BEN';

export async function makeData(databaseUrl: string): Promise<BenchData> {
  await runTask(databaseUrl, ['db:migrate']);
  const email = 'owner@bench.example';
  const { organizations, tokens } = await runTask<{ organizations: { id: string }[]; tokens: { token: string }[] }>(
    databaseUrl,
    ['provision', '--file', '-'],
    {
      users: [{ email, name: 'Bench Owner' }],
      organizations: [
        { slug: SLUG, name: 'Bench', members: [{ email, role: 'owner' }], projects: [{ key: PROJECT, name: 'Bench' }] },
      ],
      tokens: [{ email, name: 'bench', scopes: SCOPES, org: SLUG }],
    },
  );
  const organizationId = organizations[0]!.id;
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(
    `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
       priority, assignee_id, reporter_id, created_at, updated_at)
     select p.organization_id, gen_random_uuid(), p.id, p.key, n, 1, 'Work Item number ' || n, repeat('Words of the description. ', 20),
       'task', (array['backlog', 'todo', 'in_progress', 'in_review', 'done'])[1 + n % 5], 'medium', u.id, u.id,
       now() - n * interval '1 minute', now() - n * interval '1 minute'
     from projects p, users u, generate_series(1, ${ITEMS}) n where p.organization_id = $1`,
    [organizationId],
  );
  await client.query('create table floor_keys (key text primary key, body text)');
  await client.query('vacuum analyze');
  await client.end();
  return { organizationId, token: tokens[0]!.token, items: ITEMS };
}

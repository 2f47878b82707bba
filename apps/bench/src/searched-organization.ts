import type { Client } from 'pg';

const ITEMS = 100_000;

/**
 * Fills an Organization with 100,000 Work Items, like one of some years: a third of them open, mostly in one Project, with Sprints,
 * labels, comments, links and histories.
 */
export async function fillSearched(client: Client, organizationId: string): Promise<void> {
  await client.query('set session_replication_role = replica');
  for (const statement of STATEMENTS) {
    await client.query(statement.replaceAll(':organization', `'${organizationId}'::uuid`));
  }
  await client.query('set session_replication_role = origin');
}

const idOf = (text: string) => `md5(:organization::text || ${text})::uuid`;

const STATEMENTS = [
  `insert into users (id, public_id, email, name, folded_name)
   select ${idOf(`'person' || n`)}, 'usr_' || left(md5('person' || n), 21) || 'A', 'person' || n || '@bench.example', 'Person ' || n, 'person ' || n
   from generate_series(1, 49) n`,
  `insert into memberships (organization_id, user_id, role, username)
   select :organization, ${idOf(`'person' || n`)}, 'member', 'person' || n from generate_series(1, 49) n`,
  `insert into sprints (organization_id, id, project_id, name, folded_name, state, revision, created_at, updated_at)
   select :organization, ${idOf(`key || n`)}, id, 'Sprint ' || n, 'sprint ' || n,
     case when n < 17 then 'done' when n = 17 then 'active' else 'future' end, 1, now(), now()
   from projects, generate_series(1, 20) n where organization_id = :organization`,
  `insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
   select :organization, ${idOf(`key || label`)}, projects.id, label, label, '#112233', now()
   from projects, unnest(array['backend', 'security', 'privacy', 'design']) label where organization_id = :organization`,
  `with people as (select array_agg(user_id order by username nulls first) as ids from memberships where organization_id = :organization),
     homes as (select array_agg(id order by key = 'WEB' desc, key) as ids, array_agg(key order by key = 'WEB' desc, key) as keys
       from projects where organization_id = :organization)
   insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status, priority,
     assignee_id, reporter_id, sprint_id, parent_id, story_points, due_date, archived_at, created_at, updated_at)
   select :organization, ${idOf('n')}, homes.ids[home.at], homes.keys[home.at], n, 1,
     'Work Item number ' || n || case when n % 400 = 0 then ' login' else '' end, repeat('Words of the description. ', 1 + n % 20),
     (array['task', 'task', 'bug', 'story', 'epic'])[1 + n % 5],
     case when n % 3 > 0 then 'done' else (array['backlog', 'backlog', 'todo', 'in_progress', 'in_review'])[1 + n / 3 % 5] end,
     (array['low', 'medium', 'medium', 'high', 'urgent'])[1 + n / 5 % 5],
     case when n % 4 > 0 then people.ids[1 + n / 4 % 50] end, people.ids[1 + n / 7 % 50],
     case when n % 4 > 0 then ${idOf(`homes.keys[home.at] || (1 + n / 11 % 20)`)} end,
     case when n % 10 < 5 and n > 9 then ${idOf(`(n - n % 300 + 9)`)} end,
     case when n % 5 > 0 then (array[1, 2, 3, 5, 8])[1 + n / 3 % 5] end,
     case when n % 3 = 0 then date_trunc('day', now()) + (n % 400 - 60) * interval '1 day' end,
     case when n % 23 = 0 then now() end, now() - n * interval '12 minutes', now() - n * interval '11 minutes'
   from people, homes, generate_series(1, ${ITEMS}) n
   cross join lateral (select case when n % 3 = 0 then 1 else 1 + n % 5 end as at) home`,
  // Without statistics, the plans of the statements below read every pair of items.
  'analyze work_items',
  `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
   select organization_id, project_id, id,
     lower(title) || E'\\nA\\n' || lower(description) || E'\\nA\\n' || lower(project_key) || '-' || number
   from work_items where organization_id = :organization`,
  `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
   select item.organization_id, item.project_id, item.id, label.id from work_items item
   join labels label on label.organization_id = item.organization_id and label.project_id = item.project_id
     and (label.name = 'backend' and item.number % 4 = 0 or label.name = 'security' and item.number % 50 = 0)
   where item.organization_id = :organization`,
  `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
   select item.organization_id, gen_random_uuid(), item.project_id, item.id, item.reporter_id, 'Words', now(), now()
   from work_items item where item.organization_id = :organization`,
  `insert into work_item_links (organization_id, id, relation, source_project_id, source_id, target_project_id, target_id, created_by, created_at)
   select item.organization_id, gen_random_uuid(), 'blocks', item.project_id, item.id, other.project_id, other.id, item.reporter_id, now()
   from work_items item
   join work_items other on other.organization_id = item.organization_id and other.id = ${idOf('(item.number + 18)')}
   where item.organization_id = :organization and item.number % 10 = 0`,
  `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
   select item.organization_id, gen_random_uuid(), item.project_id, item.id, 1, item.created_at, item.reporter_id, 'created',
     '{"initial": {"status": "backlog"}}'
   from work_items item where item.organization_id = :organization`,
  `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
   select item.organization_id, gen_random_uuid(), item.project_id, item.id, 2, item.updated_at, item.reporter_id, change.action,
     case change.place when 1 then jsonb_build_object('from', 'backlog', 'to', case when item.number % 90 = 0 then 'done' else item.status end)
       else '{}'::jsonb end
   from work_items item
   cross join unnest(array['status_changed', 'priority_changed', 'assigned', 'sprint_changed', 'due_date_changed'])
     with ordinality change (action, place)
   where item.organization_id = :organization and (change.place = 1 or item.number % 5 = change.place)`,
];

import type { OrganizationId, UserId } from '@worktrack/domain';
import type { TestDatabase } from '../test-database.js';

/**
 * Fills a large Organization: ten Projects, the first with a third of all Work Items; fifty people; two thirds done; Sprints, labels,
 * comments, links and histories. `items`: number of Work Items.
 */
export async function fillOrganization(
  database: TestDatabase,
  organizationId: OrganizationId,
  me: UserId,
  items: number,
): Promise<void> {
  await database.fillTables(BIG, async (client) => {
    for (const statement of STATEMENTS) {
      const values = [organizationId, me, items].slice(
        0,
        Math.max(...[...statement.matchAll(/\$(\d)/g)].map(([, n]) => Number(n))),
      );
      await client.query(statement, values);
    }
  });
}

/** The tables with thousands of rows. */
const BIG = ['work_items', 'work_item_texts', 'work_item_labels', 'comments', 'work_item_links', 'work_item_history'];

const PEOPLE = `(select array_agg(user_id order by username) from memberships where organization_id = $1::uuid)`;

const STATEMENTS = [
  `insert into users (id, public_id, email, name, folded_name)
   select md5('person' || $1::uuid::text || n)::uuid, 'usr_' || left(md5($1::uuid::text || n), 21) || 'A', md5($1::uuid::text || n) || '@example.org',
     'Person ' || n, 'person ' || n
   from generate_series(1, 49) n`,
  `insert into memberships (organization_id, user_id, role, username)
   select $1::uuid, id, 'member', 'person' || substr(name, 8) from users where name like 'Person %'
   union all select $1::uuid, $2::uuid, 'owner', 'ada'`,
  `insert into projects (organization_id, id, key, name, color, revision, created_at, updated_at)
   select $1::uuid, md5($1::uuid::text || key)::uuid, key, key, '#112233', 1, now(), now()
   from unnest(array['WEB', 'HAM', 'CORE', 'OPS', 'APP', 'DOC', 'LAB', 'FIN', 'HR', 'QA']) key`,
  `insert into sprints (organization_id, id, project_id, name, folded_name, state, revision, created_at, updated_at)
   select $1::uuid, md5(id::text || n)::uuid, id, key || ' Sprint ' || n, lower(key) || ' sprint ' || n,
     case when n <= 16 then 'done' when n = 17 then 'active' else 'future' end, 1, now(), now()
   from projects cross join generate_series(1, 20) n where organization_id = $1::uuid`,
  `insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
   select $1::uuid, md5(id::text || label)::uuid, id, label, label, '#112233', now()
   from projects cross join (
     select unnest(array['backend', 'frontend', 'security', 'privacy', 'design']) as label
     union all select 'label ' || n from generate_series(1, 20) n) named
   where organization_id = $1::uuid`,
  `with people as (select ${PEOPLE} as ids), homes as (
     select array_agg(id order by key = 'WEB' desc, key) as ids, array_agg(key order by key = 'WEB' desc, key) as keys
     from projects where organization_id = $1::uuid)
   insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
     priority, assignee_id, reporter_id, sprint_id, parent_id, story_points, due_date, archived_at, created_at, updated_at)
   select $1::uuid, md5($1::uuid::text || n)::uuid, homes.ids[home.at], homes.keys[home.at], n, 1,
     'Work Item number ' || n || case when n % 400 = 0 then ' login' else '' end,
     case when n % 4 > 0 then repeat('Words of the description. ', 1 + n % 30) end,
     (array['task', 'task', 'task', 'bug', 'bug', 'story', 'story', 'feature', 'epic'])[1 + n % 9],
     case when n % 3 > 0 then 'done' else (array['backlog', 'backlog', 'todo', 'in_progress', 'in_review'])[1 + n / 3 % 5] end,
     (array['low', 'medium', 'medium', 'medium', 'high', 'high', 'urgent'])[1 + n % 7],
     case when n % 5 > 0 then people.ids[1 + n / 5 % 50] end, people.ids[1 + n / 7 % 50],
     case when n % 4 > 0 then md5(homes.ids[home.at]::text || (1 + n / 11 % 20))::uuid end,
     case when n % 10 < 5 and n > 9 then md5($1::uuid::text || (n - n % 300 + 9))::uuid end,
     case when n % 5 > 0 then (array[1, 2, 3, 5, 8, 13])[1 + n / 3 % 6] end,
     case when n % 3 = 0 then date_trunc('day', now()) + (n % 400 - 60) * interval '1 day' end,
     case when n % 23 = 0 then now() end,
     now() - n * interval '12 minutes', now() - n * interval '11 minutes'
   from people, homes, generate_series(1, $3::integer) n
   cross join lateral (select case when n % 3 = 0 then 1 else 1 + n % 10 end as at) home
   where $2::uuid is not null`,
  `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
   select organization_id, project_id, id,
     lower(title) || E'\\nA\\n' || lower(coalesce(description, '')) || E'\\nA\\n' || lower(project_key) || '-' || number
   from work_items where organization_id = $1::uuid`,
  `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
   select item.organization_id, item.project_id, item.id, label.id
   from work_items item
   join labels label on label.organization_id = item.organization_id and label.project_id = item.project_id
     and (label.name = 'label ' || (1 + item.number % 20) or item.number % 50 = 0 and label.name = 'security'
       or item.number % 4 = 0 and label.name = 'backend')
   where item.organization_id = $1::uuid`,
  `with people as (select ${PEOPLE} as ids)
   insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
   select item.organization_id, gen_random_uuid(), item.project_id, item.id, people.ids[1 + (item.number + n * 7) % 50], 'Words',
     item.updated_at, item.updated_at
   from people, work_items item cross join generate_series(1, 2) n where item.organization_id = $1::uuid and item.number % 2 = 0`,
  `insert into work_item_links (organization_id, id, relation, source_project_id, source_id, target_project_id, target_id, created_by, created_at)
   select item.organization_id, gen_random_uuid(), 'blocks', item.project_id, item.id, other.project_id, other.id, $2::uuid, now()
   from work_items item
   join work_items other on other.organization_id = item.organization_id and other.id = md5($1::uuid::text || (item.number + 18))::uuid
   where item.organization_id = $1::uuid and item.number % 10 = 0`,
  `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
   select item.organization_id, gen_random_uuid(), item.project_id, item.id, 1, item.created_at, item.reporter_id, 'created',
     jsonb_build_object('initial', jsonb_build_object('status', 'backlog'))
   from work_items item where item.organization_id = $1::uuid`,
  `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
   select item.organization_id, gen_random_uuid(), item.project_id, item.id, 2, item.updated_at, item.reporter_id, change.action,
     case when change.action = 'status_changed' then jsonb_build_object('from', 'backlog', 'to', case when item.number % 90 = 0 then 'done' else item.status end) else '{}'::jsonb end
   from work_items item
   cross join unnest(array['status_changed', 'priority_changed', 'assigned', 'sprint_changed', 'title_changed', 'due_date_changed'])
     with ordinality change (action, place)
   where item.organization_id = $1::uuid
     and (change.place = 1 and (item.status <> 'backlog' or item.number % 90 = 0) or change.place > 1 and item.number % 6 in (change.place, change.place - 1))`,
];

import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'pg';

/**
 * The floor of the measurement: a bare Fastify with pg on the same tables, without authentication, limits, validation, access log or
 * audit. A get or a list is one named statement; an update is a transaction of seven plain statements (lock, revision, history,
 * idempotency record), and so is a creation (number, row, history, record); a bulk update is a loop of savepoints with four statements
 * each.
 */
const [url = '', port = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });

const GET = `select w.id, w.project_key || '-' || w.number as key, w.revision, w.project_id as "projectId", w.title, w.description, w.type,
  w.status, w.priority, w.story_points as "storyPoints", w.due_date as "dueDate", w.archived_at as "archivedAt",
  w.created_at as "createdAt", w.updated_at as "updatedAt", a.id as assignee_id, a.name as assignee_name,
  r.id as reporter_id, r.name as reporter_name, s.id as sprint_id, s.name as sprint_name, s.state as sprint_state
  from work_items w left join users a on a.id = w.assignee_id left join users r on r.id = w.reporter_id
  left join sprints s on s.organization_id = w.organization_id and s.id = w.sprint_id
  where w.organization_id = $1 and w.project_key = $2 and w.number = $3 and w.deleted_at is null`;

interface Params {
  readonly organization: string;
  readonly project: string;
  readonly number: string;
}

const app = Fastify();

app.get<{ Params: Params }>('/:organization/:project/:number', async ({ params }) => {
  const values = [params.organization, params.project, params.number];
  const { rows } = await pool.query({ name: 'get', text: GET, values });
  const { assignee_id, assignee_name, reporter_id, reporter_name, sprint_id, sprint_name, sprint_state, ...item } =
    rows[0];
  return {
    ...item,
    assignee: assignee_id && { id: assignee_id, name: assignee_name },
    reporter: reporter_id && { id: reporter_id, name: reporter_name },
    sprint: sprint_id && { id: sprint_id, name: sprint_name, state: sprint_state },
  };
});

const LIST = `select w.id, w.project_key || '-' || w.number as key, w.revision, w.title, w.type, w.status, w.priority,
  w.parent_id as "parentId", w.story_points as "storyPoints", w.due_date as "dueDate", w.archived_at as "archivedAt",
  w.created_at as "createdAt", w.updated_at as "updatedAt", a.id as assignee_id, a.name as assignee_name,
  s.id as sprint_id, s.name as sprint_name, s.state as sprint_state
  from work_items w left join users a on a.id = w.assignee_id
  left join sprints s on s.organization_id = w.organization_id and s.id = w.sprint_id
  where w.organization_id = $1 and w.project_id = (select id from projects where organization_id = $1 and key = $2)
    and w.deleted_at is null and w.archived_at is null
  order by w.updated_at desc, w.project_key desc, w.number desc limit 51`;

app.get<{ Params: Omit<Params, 'number'> }>('/:organization/:project', async ({ params }) => {
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [params.organization, params.project] });
  const items = rows
    .slice(0, 50)
    .map(({ assignee_id, assignee_name, sprint_id, sprint_name, sprint_state, ...item }) => ({
      ...item,
      assignee: assignee_id && { id: assignee_id, name: assignee_name },
      sprint: sprint_id && { id: sprint_id, name: sprint_name, state: sprint_state },
    }));
  return { items, page: { limit: 50, hasMore: rows.length > 50, nextCursor: null } };
});

app.post<{ Params: Omit<Params, 'number'>; Body: { title: string } }>(
  '/:organization/:project',
  async ({ params, body, headers }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const key = String(headers['idempotency-key']);
      await client.query('insert into floor_keys (key) values ($1)', [key]);
      const counter = await client.query(
        `update project_counters c set last_number = last_number + 1 from projects p
         where p.organization_id = $1 and p.key = $2 and c.organization_id = p.organization_id and c.project_id = p.id
         returning c.last_number as number, p.id as project_id`,
        [params.organization, params.project],
      );
      const { number, project_id } = counter.rows[0];
      const made = await client.query(
        `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
           created_at, updated_at)
         values ($1, $2, $3, $4, $5, 1, $6, 'task', 'backlog', 'medium', now(), now()) returning id, revision, title`,
        [params.organization, randomUUID(), project_id, params.project, number, body.title],
      );
      await client.query(
        `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, action, detail)
         values ($1, $2, $3, $4, 1, clock_timestamp(), 'created', $5)`,
        [params.organization, randomUUID(), project_id, made.rows[0].id, { title: body.title }],
      );
      await client.query('update floor_keys set body = $2 where key = $1', [key, JSON.stringify(made.rows[0])]);
      await client.query('commit');
      return made.rows[0];
    } finally {
      client.release();
    }
  },
);

app.patch<{ Params: Params; Body: { title: string } }>(
  '/:organization/:project/:number',
  async ({ params, body, headers }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const key = String(headers['idempotency-key']);
      await client.query('insert into floor_keys (key) values ($1)', [key]);
      const found = await client.query(
        `select id, organization_id, project_id, revision, title, reporter_id from work_items
       where organization_id = $1 and project_key = $2 and number = $3 for update`,
        [params.organization, params.project, params.number],
      );
      const item = found.rows[0];
      const updated = await client.query(
        `update work_items set title = $3, revision = revision + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
       where organization_id = $1 and id = $2 returning revision, title`,
        [item.organization_id, item.id, body.title],
      );
      await client.query(
        `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
       values ($1, $2, $3, $4, $5, clock_timestamp(), $6, 'title_changed', $7)`,
        [
          item.organization_id,
          randomUUID(),
          item.project_id,
          item.id,
          updated.rows[0].revision,
          item.reporter_id,
          { from: item.title, to: body.title },
        ],
      );
      await client.query('update floor_keys set body = $2 where key = $1', [key, JSON.stringify(updated.rows[0])]);
      await client.query('commit');
      return updated.rows[0];
    } finally {
      client.release();
    }
  },
);

app.patch<{ Params: Omit<Params, 'number'>; Body: { numbers: number[]; title: string } }>(
  '/:organization/:project/bulk',
  async ({ params, body, headers }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const key = String(headers['idempotency-key']);
      await client.query('insert into floor_keys (key) values ($1)', [key]);
      const results: unknown[] = [];
      for (const number of body.numbers) {
        await client.query('savepoint operation');
        const updated = await client.query(
          `update work_items set title = $4, revision = revision + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
           where organization_id = $1 and project_key = $2 and number = $3
           returning id, organization_id, project_id, reporter_id, revision, title`,
          [params.organization, params.project, number, body.title],
        );
        const item = updated.rows[0];
        await client.query(
          `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
           values ($1, $2, $3, $4, $5, clock_timestamp(), $6, 'title_changed', $7)`,
          [
            item.organization_id,
            randomUUID(),
            item.project_id,
            item.id,
            item.revision,
            item.reporter_id,
            { from: '', to: body.title },
          ],
        );
        await client.query('release savepoint operation');
        results.push(item);
      }
      await client.query('update floor_keys set body = $2 where key = $1', [key, JSON.stringify(results)]);
      await client.query('commit');
      return { results };
    } finally {
      client.release();
    }
  },
);

void app.listen({ port: Number(port), host: '127.0.0.1' });

import { randomUUID } from 'node:crypto';
import type { Attack, Target } from './attack.js';

/** The number of Work Items that one request changes, and the number of such requests. */
const [ITEMS, TIMES] = [20_000, 3];

/** Creates Work Items: in the Sprint, if there is one, and all below the first of them. Returns the key of the first one. */
async function fill({ database }: Target, sprintId: string | null, nth: number): Promise<string> {
  const first = 1_000_000 * (nth + 1);
  await database.query('begin');
  // Do not check foreign keys: that would take most of the time.
  await database.query('set local session_replication_role = replica');
  await database.query(
    `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
       sprint_id, parent_id, created_at, updated_at)
     select organization_id, md5(id::text || n)::uuid, id, key, n, 1, 'Work Item ' || n, 'task', 'todo', 'medium', $3,
       case when n > $1 then md5(id::text || $1::integer)::uuid end, now(), now()
     from projects, generate_series($1::integer, $1::integer + $2::integer) n where key = 'ATT'`,
    [first, ITEMS, sprintId],
  );
  await database.query(
    `insert into sprint_entries (organization_id, id, project_id, sprint_id, work_item_id, at, reason, status)
     select organization_id, gen_random_uuid(), project_id, sprint_id, id, now(), 'creation', status
     from work_items where sprint_id = $1`,
    [sprintId],
  );
  await database.query('commit');
  return `ATT-${first}`;
}

async function send({ origin, token }: Target, method: string, path: string, body: object): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'if-match': '*',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
}

/** Sends the requests one after the other. Returns a note of the statuses and the longest time. */
async function sendAll(requests: readonly (() => Promise<Response>)[], over: AbortSignal): Promise<string> {
  const statuses: number[] = [];
  let longest = 0;
  for (const request of requests) {
    if (over.aborted) break;
    const begun = performance.now();
    const answer = await request();
    await answer.arrayBuffer();
    statuses.push(answer.status);
    longest = Math.max(longest, performance.now() - begun);
  }
  return `${ITEMS} Work Items a request, statuses ${statuses.join(', ')}, the longest took ${Math.round(longest)} ms`;
}

const sprints: string[] = [];

/** Starts and completes Sprints of 20,000 unfinished Work Items. */
export const largeSprints: Attack = {
  name: 'large Sprints',
  prepare: async (target) => {
    for (let nth = 0; nth < TIMES; nth += 1) {
      const answer = await send(target, 'POST', `${target.project}/sprints`, { name: `Large ${nth}` });
      const { id } = (await answer.json()) as { id: string };
      sprints.push(id);
      await fill(target, id, nth);
    }
  },
  run: (target, over) => {
    const move = (id: string, body: object) => () =>
      send(target, 'POST', `${target.project}/sprints/${id}/transitions`, body);
    const requests = sprints.flatMap((id) => [
      move(id, { targetState: 'active' }),
      move(id, { targetState: 'done', completionAction: { mode: 'backlog' } }),
    ]);
    return sendAll(requests, over);
  },
};

const roots: string[] = [];

/** Deletes trees of 20,000 Work Items. */
export const largeTrees: Attack = {
  name: 'large trees',
  prepare: async (target) => {
    for (let nth = 0; nth < TIMES; nth += 1) roots.push(await fill(target, null, 100 + nth));
  },
  run: (target, over) => {
    const remove = (key: string) => () =>
      send(target, 'DELETE', `${target.project}/work-items/${key}`, { cascade: true });
    return sendAll(roots.map(remove), over);
  },
};

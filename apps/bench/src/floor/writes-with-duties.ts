import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import {
  CLOCK,
  INSERT_HISTORY,
  INSERT_ITEM,
  LOCK_ITEM,
  TAKE_NUMBER,
  columnOf,
  updateOf,
  type Change,
} from './change.js';
import { GET_COMPLETE, completeItemOf, type ItemParams, type ProjectParams } from './reads.js';
import { inTransaction, type Send } from './transaction.js';

const LOCK_KEY = `select pg_try_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text, 0)) as locked`;
const FIND_RECORD = 'select fingerprint, status, body from idempotency_records where user_id = $1 and key = $2';
const STORE_RECORD = `insert into idempotency_records (user_id, key, fingerprint, status, etag, body, project_ids, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, ${CLOCK})`;
const WRITE_TEXT = `insert into work_item_texts (organization_id, project_id, work_item_id, folded) values ($1, $2, $3, $4)
   on conflict (organization_id, work_item_id) do update set folded = excluded.folded`;
const INSERT_AUDIT = `insert into audit_log (operation, organization_id, actor_id, token_id, request_id, touched)
   values ($1, $2, $3, $4, $5, $6)`;
const INSERT_SPAN = `insert into status_spans (organization_id, work_item_id, sequence, project_id, began_at, status)
   values ($1, $2, 1, $3, ${CLOCK}, 'backlog')`;
const INSERT_FLOW = `insert into item_flow (organization_id, work_item_id, project_id, created_at, backlog_at, since)
   values ($1, $2, $3, ${CLOCK}, ${CLOCK}, ${CLOCK})`;

/** The identity that requests of the floor have: it authenticates nobody. */
const TOKEN = randomUUID();

interface KeyedRequest {
  readonly key: string;
  readonly actor: string;
  /** The body, of which the fingerprint of the request is made. */
  readonly change: unknown;
}

/** Locks the key of a request, and looks for an earlier answer. */
async function claim(send: Send, { actor, key }: KeyedRequest): Promise<void> {
  const [lock] = await send<{ locked: boolean }>('lock-key', LOCK_KEY, [actor, key]);
  const [known] = await send('find-record', FIND_RECORD, [actor, key]);
  if (known || lock?.locked !== true) throw new Error(`The key ${key} is in use.`);
}

/** Writes the audit row and stores the answer. */
async function finish(send: Send, request: KeyedRequest, operation: string, params: ProjectParams, done: Done) {
  const { actor, key } = request;
  const audit = [operation, params.organization, actor, TOKEN, randomUUID(), JSON.stringify(done.touched)];
  await send('audit', INSERT_AUDIT, audit);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([operation, params, request.change]))
    .digest();
  const record = [fingerprint, done.status, done.etag, Buffer.from(done.body), [done.projectId]];
  await send('store-record', STORE_RECORD, [actor, key, ...record]);
}

interface Done {
  readonly status: number;
  readonly etag: string | null;
  readonly body: string;
  readonly projectId: unknown;
  readonly touched: readonly unknown[];
}

const searchTextOf = (title: string, description: string | null, project: string, number: unknown) =>
  [title, description ?? '', `${project}-${String(number)}`].map((part) => part.toLowerCase()).join('\nA\n');

/** Changes an item with its history and, for a title, its search text. Returns the answer to a get. */
async function changed(send: Send, params: ItemParams, actor: string, change: Change) {
  const { organization, project, number } = params;
  const [item] = await send('lock', LOCK_ITEM, [organization, project, number]);
  if (!item) throw new Error(`There is no item ${number}.`);
  const { column, value, action } = columnOf(change);
  const [updated] = await send(`update-${column}`, updateOf(column), [organization, item.id, value]);
  if (column === 'title') {
    const text = searchTextOf(value, item.description as string | null, project, number);
    await send('text', WRITE_TEXT, [organization, item.project_id, item.id, text]);
  }
  const detail = { from: item[column], to: value };
  const event = [randomUUID(), item.project_id, item.id, updated?.revision, actor, action, detail];
  await send('history', INSERT_HISTORY, [organization, ...event]);
  const [row] = await send('get-complete', GET_COMPLETE, [organization, project, number]);
  return { answer: completeItemOf(row ?? {}), item };
}

/** Updates an item: begin, lock of the key, earlier answer, item, update, (search text,) history, view, audit, record, commit. */
export function update(pool: Pool, params: ItemParams, request: KeyedRequest, change: Change): Promise<string> {
  return inTransaction(pool, async (send) => {
    await claim(send, request);
    const { answer, item } = await changed(send, params, request.actor, change);
    const body = JSON.stringify(answer);
    const done = { status: 200, etag: `"wi-${String(answer.revision)}"`, body, projectId: item.project_id };
    await finish(send, request, 'updateWorkItem', params, { ...done, touched: [item.id] });
    return body;
  });
}

/** Creates an item: as `update`, with the number and the two rows that the reports need of a new item. */
export function create(pool: Pool, params: ProjectParams, request: KeyedRequest, title: string): Promise<string> {
  const { organization, project } = params;
  return inTransaction(pool, async (send) => {
    await claim(send, request);
    const [counter] = await send('number', TAKE_NUMBER, [organization, project]);
    const projectId: unknown = counter?.project_id;
    const row = [randomUUID(), projectId, project, counter?.number, title];
    const [made] = await send('create', INSERT_ITEM, [organization, ...row]);
    await send('text', WRITE_TEXT, [
      organization,
      projectId,
      made?.id,
      searchTextOf(title, null, project, counter?.number),
    ]);
    const event = [randomUUID(), projectId, made?.id, 1, request.actor, 'created', { title }];
    await send('history', INSERT_HISTORY, [organization, ...event]);
    await send('span', INSERT_SPAN, [organization, made?.id, projectId]);
    await send('flow', INSERT_FLOW, [organization, made?.id, projectId]);
    const [read] = await send('get-complete', GET_COMPLETE, [organization, project, counter?.number]);
    const body = JSON.stringify(completeItemOf(read ?? {}));
    const done = { status: 201, etag: '"wi-1"', body, projectId, touched: [made?.id] };
    await finish(send, request, 'createWorkItem', params, done);
    return body;
  });
}

/** Updates several items, each in a savepoint, with one claim, one audit row and one record. */
export function updateMany(
  pool: Pool,
  params: ProjectParams,
  request: KeyedRequest,
  { numbers, title }: { readonly numbers: readonly number[]; readonly title: string },
): Promise<string> {
  return inTransaction(pool, async (send, control) => {
    await claim(send, request);
    const results: unknown[] = [];
    const touched: unknown[] = [];
    let projectId: unknown;
    for (const number of numbers) {
      await control('savepoint operation');
      const { answer, item } = await changed(send, { ...params, number: String(number) }, request.actor, { title });
      await control('release savepoint operation');
      results.push({ status: 200, workItem: answer });
      touched.push(item.id);
      projectId = item.project_id;
    }
    const body = JSON.stringify({ results });
    const done = { status: 200, etag: null, body, projectId, touched };
    await finish(send, request, 'bulkUpdateWorkItems', params, done);
    return body;
  });
}

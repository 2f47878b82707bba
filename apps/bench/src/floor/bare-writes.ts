import { randomUUID } from 'node:crypto';
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
import type { ItemParams, ProjectParams } from './reads.js';
import { inTransaction } from './transaction.js';

const CLAIM = 'insert into floor_keys (key) values ($1)';
const STORE = 'update floor_keys set body = $2 where key = $1';

/** Updates an item in seven statements: begin, claim, lock, update, history, record, commit. */
export function update(pool: Pool, { organization, project, number }: ItemParams, key: string, change: Change) {
  return inTransaction(pool, async (send) => {
    await send('claim', CLAIM, [key]);
    const [item] = await send('lock', LOCK_ITEM, [organization, project, number]);
    if (!item) throw new Error(`There is no item ${number}.`);
    const { column, value, action } = columnOf(change);
    const [updated] = await send(`update-${column}`, updateOf(column), [organization, item.id, value]);
    const detail = { from: item[column], to: value };
    const event = [randomUUID(), item.project_id, item.id, updated?.revision, item.reporter_id, action, detail];
    await send('history', INSERT_HISTORY, [organization, ...event]);
    const answer = { revision: updated?.revision, [column]: value };
    await send('store', STORE, [key, JSON.stringify(answer)]);
    return answer;
  });
}

/** Creates an item in seven statements: begin, claim, number, item, history, record, commit. */
export function create(pool: Pool, { organization, project }: ProjectParams, key: string, title: string) {
  return inTransaction(pool, async (send) => {
    await send('claim', CLAIM, [key]);
    const [counter] = await send('number', TAKE_NUMBER, [organization, project]);
    const row = [randomUUID(), counter?.project_id, project, counter?.number, title];
    const [made] = await send('create', INSERT_ITEM, [organization, ...row]);
    const event = [randomUUID(), counter?.project_id, made?.id, 1, null, 'created', { title }];
    await send('history', INSERT_HISTORY, [organization, ...event]);
    await send('store', STORE, [key, JSON.stringify(made)]);
    return made;
  });
}

const UPDATE_BY_NUMBER = `update work_items set title = $4, revision = revision + 1, updated_at = ${CLOCK}
   where organization_id = $1 and project_key = $2 and number = $3
   returning id, project_id, reporter_id, revision, title`;

/** Updates the title of several items, each in a savepoint: savepoint, update, history, release. */
export function updateMany(
  pool: Pool,
  { organization, project }: ProjectParams,
  key: string,
  { numbers, title }: { readonly numbers: readonly number[]; readonly title: string },
) {
  return inTransaction(pool, async (send, control) => {
    await send('claim', CLAIM, [key]);
    const results: unknown[] = [];
    for (const number of numbers) {
      await control('savepoint operation');
      const [item] = await send('update-by-number', UPDATE_BY_NUMBER, [organization, project, number, title]);
      if (!item) throw new Error(`There is no item ${number}.`);
      const detail = { from: '', to: title };
      const event = [randomUUID(), item.project_id, item.id, item.revision, item.reporter_id, 'title_changed', detail];
      await send('history', INSERT_HISTORY, [organization, ...event]);
      await control('release savepoint operation');
      results.push(item);
    }
    await send('store', STORE, [key, JSON.stringify(results)]);
    return { results };
  });
}

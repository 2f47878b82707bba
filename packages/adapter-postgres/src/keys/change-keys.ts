import { randomBytes, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { CURSOR_KEY, SETTLES_AFTER } from './cursor-keys.js';
import { DATABASE_CLOCK } from '../engine/statement.js';
import { recordAsOwner } from '../mutation/record-as-owner.js';

/** A key of the cursors, without its bytes. */
export interface CursorKeyListing {
  /** A UUID; `original` for the key that every database begins with. */
  readonly id: string;
  /** `null` for the original key: no database has recorded when it was made. */
  readonly createdAt: Date | null;
}

/** The keys after a change, the newest first. */
export interface ChangedKeys {
  /** The key that was added or retired. */
  readonly id: string;
  readonly keys: readonly CursorKeyListing[];
}

const ORIGINAL = 'original';

/** The most keys: each cursor that no key has signed is compared with all. */
const MOST_KEYS = 8;

const LIST = `select case name when '${CURSOR_KEY}' then '${ORIGINAL}' else substr(name, length('${CURSOR_KEY}:') + 1) end as id,
    nullif(created_at, 'epoch') as "createdAt", created_at <= statement_timestamp() - interval '${SETTLES_AFTER} seconds' as "isSettled"
  from server_secrets where name = '${CURSOR_KEY}' or name like '${CURSOR_KEY}:%' order by created_at desc, name`;

const INSERT = `insert into server_secrets (name, value, created_at) values ($1, $2, ${DATABASE_CLOCK})`;

interface KeyRow extends CursorKeyListing {
  readonly isSettled: boolean;
}

/** Adds a key, which signs as soon as every server has read it. `client` belongs to the owner. Throws when there are eight keys already. */
export function addKey(client: PoolClient): Promise<ChangedKeys> {
  return changeKeys(client, 'key:rotate', async (keys) => {
    if (keys.length >= MOST_KEYS) throw new Error(`There are ${keys.length} keys already: retire one first.`);
    const id = randomUUID();
    await client.query(INSERT, [nameOf(id), randomBytes(32)]);
    return id;
  });
}

/**
 * Deletes a key: its cursors are refused from then on. `client` belongs to the owner. Throws when there is no such key, and when no other
 * key would be left that every server has read.
 */
export function deleteKey(client: PoolClient, id: string): Promise<ChangedKeys> {
  return changeKeys(client, 'key:retire', async (keys) => {
    if (!keys.some((key) => key.id === id)) throw new Error(`There is no key ${id}.`);
    if (!keys.some((key) => key.id !== id && key.isSettled)) {
      throw new Error(
        keys.length === 1
          ? 'It is the only key: add another one by key:rotate first.'
          : `The other key is new: wait ${SETTLES_AFTER} seconds until every server has read it.`,
      );
    }
    await client.query('delete from server_secrets where name = $1', [nameOf(id)]);
    return id;
  });
}

const nameOf = (id: string): string => (id === ORIGINAL ? CURSOR_KEY : `${CURSOR_KEY}:${id}`);

/** Changes the keys in one transaction, with its row in the audit trail. */
async function changeKeys(
  client: PoolClient,
  task: string,
  change: (keys: readonly KeyRow[]) => Promise<string>,
): Promise<ChangedKeys> {
  const list = async (): Promise<readonly KeyRow[]> => (await client.query<KeyRow>(LIST)).rows;
  await client.query('begin');
  try {
    const id = await change(await list());
    await recordAsOwner(client, task);
    const keys = (await list()).map(({ id: key, createdAt }) => ({ id: key, createdAt }));
    await client.query('commit');
    return { id, keys };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

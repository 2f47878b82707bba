import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { recordAsOwner } from '../mutation/record-as-owner.js';
import { DATABASE_CLOCK, brief, statement, type Reader } from '../engine/statement.js';

const NAME = 'feed-epoch';

/** Random, not counted: after two restores of the same backup a number would come again. */
const EPOCH_BYTES = 8;

const EPOCH = brief(statement('feed.epoch', `select value from server_secrets where name = '${NAME}'`));

const REPLACE = `insert into server_secrets (name, value, created_at) values ('${NAME}', $1, ${DATABASE_CLOCK})
  on conflict (name) do update set value = excluded.value, created_at = excluded.created_at`;

/** Reads the epoch of the feeds: eight zeros until the first restore. */
export async function readFeedEpoch(reader: Reader): Promise<Buffer> {
  const [row] = await reader.rows<{ value: Buffer }>(EPOCH, []);
  return row?.value ?? Buffer.alloc(EPOCH_BYTES);
}

/** Begins a new epoch: all cursors of feeds from before are refused. `client` belongs to the owner. */
export async function replaceFeedEpoch(client: PoolClient): Promise<void> {
  await client.query('begin');
  try {
    await client.query(REPLACE, [randomBytes(EPOCH_BYTES)]);
    await recordAsOwner(client, 'feed:new-epoch');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

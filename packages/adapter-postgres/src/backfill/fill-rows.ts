import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { LEAST_ID } from '../engine/keyset.js';
import { ROWS_OF_BATCH, type Backfill } from '../migrations/backfills.js';

/** The result of a backfill. */
export interface Backfilled {
  readonly name: string;
  /** The rows that lacked something, and have it now. */
  readonly rows: number;
}

const NEXT_ORGANIZATION = 'select id from organizations where id > $1 order by id limit 1';

const BEATEN: readonly unknown[] = ['55P03', '40P01'];
/** Milliseconds before a batch that did not get its locks is tried again. */
const RETRY_DELAY_MS = 500;
const ATTEMPTS = 120;

/**
 * Fills what newer migrations left empty in the rows that were there before: a batch of rows in a statement, which is a transaction, and
 * `pause` milliseconds between two. `client` belongs to the owner. It can be ended at any moment: the next call goes on with the rows that
 * still lack something. Requests go on meanwhile.
 */
export async function fillRows(
  client: PoolClient,
  backfills: readonly Backfill[],
  pause: number,
): Promise<readonly Backfilled[]> {
  const done: Backfilled[] = [];
  for (const backfill of backfills) {
    let rows = 0;
    for (let organization: string = LEAST_ID; ;) {
      const { rows: found } = await client.query<{ id: string }>(NEXT_ORGANIZATION, [organization]);
      if (!found[0]) break;
      organization = found[0].id;
      rows += await backfillOrganization({ client, backfill, organization, pause });
    }
    done.push({ name: backfill.name, rows });
  }
  return done;
}

interface Place {
  readonly client: PoolClient;
  readonly backfill: Backfill;
  readonly organization: string;
  readonly pause: number;
}

/** Returns the number of rows that it has filled. */
async function backfillOrganization({ client, backfill, organization, pause }: Place): Promise<number> {
  let rows = 0;
  for (let last: string | null = LEAST_ID; last !== null;) {
    const batch = await insistOn(() => fill(client, backfill, [organization, last]));
    rows += batch.filled;
    last = batch.met < ROWS_OF_BATCH ? null : batch.last;
    if (batch.met > 0) await delay(pause);
  }
  return rows;
}

interface Batch {
  /** The rows that lacked something, and those of them that it could be filled in. */
  readonly met: number;
  readonly filled: number;
  readonly last: string | null;
}

async function fill(client: PoolClient, { batch }: Backfill, values: readonly [string, string | null]): Promise<Batch> {
  const { rows } = await client.query<Batch>(batch, [...values]);
  return rows[0] ?? { met: 0, filled: 0, last: null };
}

/** Tries again when others hold the rows for longer than a second, or a deadlock was broken: nothing was changed then. */
async function insistOn<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Error && 'code' in error && BEATEN.includes(error.code)))
        throw error;
      await delay(RETRY_DELAY_MS);
    }
  }
}

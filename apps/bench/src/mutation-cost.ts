import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/** The load of one mutation on the database, as a mean of many. */
export interface MutationCost {
  /** Bytes of write-ahead log, without the images of whole pages that the first change after a checkpoint adds. */
  readonly walBytes: number;
  /** Pages that the statements touched, in memory or on disk. */
  readonly pages: number;
}

const SAMPLE = 200;

/** A session of PostgreSQL reports the pages that it touched at most once per second, at the end of a transaction. */
const REPORTING = 1_100;

const USAGE = `select pg_current_wal_insert_lsn() - '0/0' as wal, blks_hit + blks_read as pages
   from pg_stat_database where datname = current_database()`;

/** Measures the mean cost of mutations that `send` sends one after the other, over one connection to the database. */
export async function mutationCost(client: Client, send: (amount: number) => Promise<unknown>): Promise<MutationCost> {
  await set(client, 'off');
  try {
    await send(SAMPLE);
    const before = await usage(client, send);
    await send(SAMPLE);
    const after = await usage(client, send);
    // The second reading makes one mutation more.
    const mean = (figure: keyof MutationCost) => (after[figure] - before[figure]) / (SAMPLE + 1);
    return { walBytes: mean('walBytes'), pages: mean('pages') };
  } finally {
    await set(client, 'on');
  }
}

async function usage(client: Client, send: (amount: number) => Promise<unknown>): Promise<MutationCost> {
  await delay(REPORTING);
  await send(1);
  const { rows } = await client.query<{ wal: string; pages: string }>(USAGE);
  return { walBytes: Number(rows[0]?.wal), pages: Number(rows[0]?.pages) };
}

/** Without images of whole pages and without autovacuum, the figures depend on the mutations alone. */
async function set(client: Client, value: 'on' | 'off'): Promise<void> {
  await client.query(`alter system set full_page_writes = ${value}`);
  await client.query(`alter system set autovacuum = ${value}`);
  await client.query('select pg_reload_conf()');
  await delay(100);
}

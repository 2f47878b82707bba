import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, PoolClient } from 'pg';
import { isLockTimeout } from '../migrations/run-with-retries.js';
import { entriesIn, partitionsBefore, type AuditPartition } from '../mutation/audit-partitions.js';
import { recordAsOwner } from '../mutation/record-as-owner.js';

/** The partitions of the audit trail that were dropped, the oldest first. */
export interface DroppedAudit {
  readonly partitions: readonly { readonly name: string; readonly entries: number }[];
  /** The number of entries in all. */
  readonly entries: number;
}

/** Milliseconds. A transaction can write an entry of the last month so long after its end, with much to spare. */
const SETTLES = 3_600_000;

/** Milliseconds between two attempts to get a lock: who waited after the first one goes on. */
const PAUSE = 500;
const ATTEMPTS = 20;

/**
 * Drops the months of the audit trail that ended before an instant, each in a transaction of its own with a row in the audit trail. `client`
 * belongs to the owner. Throws, and drops nothing, when one of them was not exported, or was exported with another number of entries.
 */
export async function dropPartitions(client: PoolClient, before: Date): Promise<DroppedAudit> {
  const settled = new Date(Math.min(before.getTime(), Date.now() - SETTLES));
  const partitions = await partitionsBefore(client, settled);
  for (const partition of partitions) await assertExported(client, partition);
  for (const { name } of partitions) await dropWithRetries(client, name);
  const dropped = partitions.map(({ name, exported }) => ({ name, entries: Number(exported) }));
  return { partitions: dropped, entries: dropped.reduce((sum, { entries }) => sum + entries, 0) };
}

async function assertExported(client: ClientBase, { name, exported }: AuditPartition): Promise<void> {
  if (exported === null) throw new Error(`The partition ${name} was not exported: run audit:export first.`);
  const entries = await entriesIn(client, name);
  if (entries === exported) return;
  throw new Error(
    `The partition ${name} has ${entries} entries, of which ${exported} were exported: run audit:export again.`,
  );
}

/** A partition cannot be dropped without a lock on the whole trail. It is held for a moment, and waited for a moment. */
async function dropWithRetries(client: PoolClient, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await drop(client, name);
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
      await delay(PAUSE);
    }
  }
}

async function drop(client: PoolClient, name: string): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '200ms'`);
  await client.query(`drop table ${client.escapeIdentifier(name)}`);
  await client.query('delete from audit_exports where partition = $1', [name]);
  await recordAsOwner(client, 'audit:drop', [{ partition: name }]);
  await client.query('commit');
}

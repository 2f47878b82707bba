import type { ClientBase } from 'pg';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';

/** A partition of the audit trail: the entries of one month, or all those from before the first month. */
export interface AuditPartition {
  readonly name: string;
  /** The number of entries when it was exported last; `null` when it never was. A decimal number. */
  readonly exported: string | null;
}

/** The end of a partition, as PostgreSQL writes it for a session in the time zone UTC. */
const END = `substring(pg_get_expr(relpartbound, pg_class.oid) from 'TO \\(''([^'']+)''')::timestamptz`;

const PARTITIONS = `
  select relname as name, exports.entries::text as exported
  from pg_inherits join pg_class on pg_class.oid = inhrelid left join audit_exports exports on exports.partition = relname
  where inhparent = 'audit_log'::regclass and ${END} <= $1
  order by ${END}`;

/**
 * Lists the partitions whose entries are all from before this instant, the oldest first. Nobody writes to them any more, if the instant is
 * longer ago than a transaction can take.
 */
export async function partitionsBefore(client: ClientBase, before: Date): Promise<readonly AuditPartition[]> {
  await client.query(`set timezone = 'UTC'`);
  const { rows } = await client.query<AuditPartition>(PARTITIONS, [before]);
  return rows;
}

/** Counts the entries of a partition, as a decimal number. */
export async function entriesIn(client: ClientBase, partition: string): Promise<string> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*)::text as count from ${client.escapeIdentifier(partition)}`,
  );
  return rows[0]?.count ?? '0';
}

const MAKE = statement('audit-log.make-partitions', 'select make_audit_partitions() as made');

/** Makes the partitions of this month and the next three, unless they exist. An entry without a partition could not be written. */
export async function makeAuditPartitions(connections: Connections): Promise<void> {
  await connections.once(MAKE, []);
}

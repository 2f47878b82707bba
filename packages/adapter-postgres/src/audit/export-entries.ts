import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { DATABASE_CLOCK } from '../engine/statement.js';
import { partitionsBefore } from '../mutation/audit-partitions.js';
import { NO_ORGANIZATION } from '../mutation/audit-trail.js';
import { recordAsOwner } from '../mutation/record-as-owner.js';

/** The part of the audit trail that was written out. */
export interface ExportedAudit {
  /** The number of entries. */
  readonly entries: number;
  /** The number of bytes of their lines. */
  readonly bytes: number;
  /** The SHA-256 of their lines, in hexadecimal digits. */
  readonly sha256: string;
  /** The partitions that are wholly exported, the oldest first: `audit:drop` is allowed to drop them. */
  readonly partitions: readonly string[];
}

/** The number of entries that are read together. */
const BATCH = 2_000;

const ENTRY = `json_build_object(
    'id', id, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'operation', operation,
    'organizationId', nullif(organization_id, '${NO_ORGANIZATION}'), 'actorId', actor_id, 'tokenId', token_id,
    'requestId', request_id, 'touched', touched)::text as line`;

/** All entries, with the names of their partitions. Sorted by the database, which uses files for what its memory does not hold. */
const ENTRIES = `select ${ENTRY}, tableoid::regclass::text as partition from audit_log where at < $1 order by at, id`;

interface EntryRow {
  readonly line: string;
  readonly partition: string;
}

/** The destination of the lines. */
export interface AuditSink {
  /** Takes lines of JSON, each with its line feed. */
  write(lines: string): Promise<void>;
  /** Makes all lines permanent. */
  finish(): Promise<void>;
}

/**
 * Reads the entries from before an instant, as of one moment, the oldest first, and writes them as lines of JSON. When the sink has finished,
 * the partitions with only such entries are noted as exported, with a row in the audit trail. `client` belongs to the owner, and is of no
 * further use after an error: its transaction is open. Rejects with the errors of the sink, and then nothing is noted.
 */
export async function exportEntries(client: PoolClient, before: Date, sink: AuditSink): Promise<ExportedAudit> {
  await client.query('begin isolation level repeatable read');
  const whole = await partitionsBefore(client, before);
  const digest = createHash('sha256');
  const entries = new Map(whole.map(({ name }) => [name, 0]));
  let bytes = 0;
  await client.query(`declare entries no scroll cursor for ${ENTRIES}`, [before]);
  for (;;) {
    const { rows } = await client.query<EntryRow>(`fetch ${BATCH} from entries`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => `${line}\n`).join('');
    for (const { partition } of rows) entries.set(partition, (entries.get(partition) ?? 0) + 1);
    digest.update(lines);
    bytes += Buffer.byteLength(lines);
    await sink.write(lines);
  }
  await sink.finish();
  const sha256 = digest.digest();
  const partitions = whole.map(({ name }) => name);
  for (const name of partitions) await client.query(NOTE, [name, entries.get(name), sha256]);
  await recordAsOwner(
    client,
    'audit:export',
    partitions.map((partition) => ({ partition })),
  );
  await client.query('commit');
  const all = [...entries.values()].reduce((sum, count) => sum + count, 0);
  return { entries: all, bytes, sha256: sha256.toString('hex'), partitions };
}

const NOTE = `insert into audit_exports (partition, entries, sha256, exported_at)
  values ($1, $2, $3, ${DATABASE_CLOCK})
  on conflict (partition) do update set (entries, sha256, exported_at) = row (excluded.entries, excluded.sha256, excluded.exported_at)`;

import type { Claim, Fingerprint, IdempotencyKey, IdempotencyRecords, StoredReply } from '@worktrack/application';
import type { ProjectId, UserId } from '@worktrack/domain';
import type { Connections } from '../connection/connections.js';
import { statement } from '../sql/statement.js';
import type { Session } from '../unit-of-work/session.js';

/**
 * Two statements, sent together: the record must be read by a snapshot that is younger than the lock, or a first request that
 * commits in between is missed. The lock ends with the transaction, whichever way it ends: a crash leaves nothing to reap.
 */
const LOCK = statement(
  'idempotency.lock',
  `select pg_try_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text, 0)) as locked`,
);
const FIND = statement(
  'idempotency.find',
  `select fingerprint, status, etag, location, body, project_ids::text[] as shows from idempotency_records
   where user_id = $1 and key = $2 and created_at > clock_timestamp() - interval '24 hours'`,
);

/** An upsert: an expired record may still hold the primary key. */
const COMPLETE = statement(
  'idempotency.complete',
  `insert into idempotency_records
     (user_id, key, fingerprint, status, etag, location, body, project_ids, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, date_trunc('milliseconds', clock_timestamp()))
   on conflict (user_id, key) do update
   set (fingerprint, status, etag, location, body, project_ids, created_at) = row (excluded.fingerprint, excluded.status,
     excluded.etag, excluded.location, excluded.body, excluded.project_ids, excluded.created_at)`,
);

const PURGE = statement(
  'idempotency.purge',
  `with old as (
     select user_id, key from idempotency_records
     where created_at <= clock_timestamp() - interval '24 hours' order by created_at limit $1 for update skip locked
   )
   delete from idempotency_records record using old
   where record.user_id = old.user_id and record.key = old.key returning 1`,
);
const PURGED_AT_ONCE = 1_000;

interface RecordRow {
  readonly fingerprint: Fingerprint;
  readonly status: number;
  readonly etag: string | null;
  readonly location: string | null;
  readonly body: Buffer | null;
  readonly shows: ProjectId[];
}

export class PostgresIdempotencyRecords implements IdempotencyRecords {
  constructor(private readonly session: Session) {}

  async claim(user: UserId, key: IdempotencyKey): Promise<Claim> {
    const [[lock], [record]] = await this.session.read<[{ locked: boolean }, RecordRow]>(
      { statement: LOCK, values: [user, key] },
      { statement: FIND, values: [user, key] },
    );
    if (record) return { state: 'completed', fingerprint: record.fingerprint, reply: replyOf(record) };
    return { state: lock?.locked === true ? 'free' : 'running' };
  }

  complete(user: UserId, key: IdempotencyKey, fingerprint: Fingerprint, reply: StoredReply): void {
    const { status, etag = null, location = null, body, shows } = reply;
    const bytes = body === null ? null : Buffer.from(body, 'utf8');
    this.session.write(COMPLETE, [user, key, fingerprint, status, etag, location, bytes, shows]);
  }
}

/** Deletes the records older than 24 hours, a batch a transaction. Answers how many there were. */
export async function purgeIdempotencyRecords(connections: Connections): Promise<number> {
  for (let purged = 0; ;) {
    const batch = await connections.once(PURGE, [PURGED_AT_ONCE]);
    purged += batch.length;
    if (batch.length < PURGED_AT_ONCE) return purged;
  }
}

function replyOf({ status, etag, location, body, shows }: RecordRow): StoredReply {
  return {
    status,
    etag: etag ?? undefined,
    location: location ?? undefined,
    body: body === null ? null : body.toString('utf8'),
    shows,
  };
}

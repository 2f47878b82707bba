import {
  KeyTaken,
  type CompletedMutation,
  type Fingerprint,
  type IdempotencyKey,
  type IdempotencyRecords,
  type KeptReplies,
  type StoredReply,
} from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { hasDividedByZero } from '../engine/failures.js';
import { type SqlTransaction, inTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { countedBytes } from './counted-bytes.js';
import { IdempotencyRecordTable, type IdempotencyRecordRow } from './idempotency-record.table.js';
import { readBody, storedBody } from './stored-body.js';

/** Bytes that a record counts in addition to its body: its row and its entries in two indexes. */
const OVERHEAD = 256;

/** Number of rows over which the usage of one user in one hour is spread. */
const SLOTS = 8;

/** Condition for the hours that count. An hour counts until the last of its records has expired. */
const LIVE_HOURS = `hour >= date_trunc('hour', clock_timestamp()) - interval '24 hours'`;

/** Locks the key $2 of the user $1, unless another transaction has it. The lock ends with the transaction, so a crash leaves nothing. */
const TRY_LOCK = `pg_try_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text, 0))`;

/** Selects what is stored for the user $1, and the seconds until the oldest hour no longer counts. */
const USAGE = `select coalesce(sum(bytes), 0)::float8 as bytes,
       ceil(extract(epoch from min(hour) + interval '25 hours' - clock_timestamp()))::integer as seconds
     from idempotency_usage where user_id = $1::uuid and ${LIVE_HOURS}`;

/** The instant after which a record was created that has not expired. */
const OLDEST = `clock_timestamp() - interval '24 hours'`;

const FIND = statement(
  'idempotency.find',
  `select ${IdempotencyRecordTable.columnsBut('userId', 'key', 'createdAt')}
   from idempotency_records where user_id = $1 and key = $2 and created_at > ${OLDEST}`,
);

/** Divides by zero when the condition is true: PostgreSQL then executes no further statement of the transaction. */
const failsIf = (condition: string) => `1 / (case when ${condition} then 0 else 1 end)`;

/**
 * Claims the key, and fails when it is held or has a record. The record is looked for by a separate statement, sent together with the lock:
 * it must read with a snapshot that is younger than the lock, or it would miss a first request that commits in between.
 */
const LOCK = statement(
  'idempotency.lock',
  `select ${failsIf(`not ${TRY_LOCK}`)} as locked, usage.bytes, usage.seconds from (${USAGE}) usage`,
);
/** Selects a row only for a record that has expired. */
const FIND_NONE = statement(
  'idempotency.find-none',
  `select ${failsIf(`created_at > ${OLDEST}`)} as expired from idempotency_records where user_id = $1 and key = $2`,
);

/** Stores a record under a key that was found without any, and that this transaction has locked. */
const COMPLETE = IdempotencyRecordTable.insertAs('idempotency.complete');
/** Stores a record. An upsert, because an expired record can still have the primary key. */
const COMPLETE_AGAIN = IdempotencyRecordTable.upsertAs('idempotency.complete-again');

/**
 * Counts the usage of a record. The statement is sent together with COMMIT: its row is locked only briefly, and by no transaction that
 * still waits for another lock.
 */
const COUNT = statement(
  'idempotency.count',
  `insert into idempotency_usage (user_id, hour, slot, bytes)
   values ($1, date_trunc('hour', clock_timestamp()), pg_backend_pid() % ${SLOTS}, $2)
   on conflict (user_id, hour, slot) do update set bytes = idempotency_usage.bytes + excluded.bytes`,
);

/** Limits of a batch: records, and bytes of their bodies, because a large body is many rows in the TOAST table. */
const BATCH = { records: 1_000, bytes: 32 * 1_048_576 } as const;

const IS_OLD = `created_at <= statement_timestamp() - interval '24 hours'`;

/** Takes the turn of the purge, unless another process has it. The lock's number is arbitrary, but not that of migrations. */
const TURN = statement('idempotency.turn', 'select pg_try_advisory_xact_lock(7011964) as granted');

/**
 * Selects the oldest records from the instant $1 on. Index entries of records that were deleted before stay until a vacuum, and while an
 * older transaction runs each is looked up in the table again: the purge begins after them.
 */
const FIND_OLD = statement(
  'idempotency.find-old',
  `select user_id as "userId", key, created_at as "createdAt",
     coalesce(octet_length(body), 0) + coalesce(octet_length(body_gzip), 0) as bytes
   from idempotency_records where created_at >= $1 and ${IS_OLD} order by created_at, user_id, key limit ${BATCH.records}`,
);

/**
 * Deletes the old records from the instant $1 on, up to the record of the instant $2, the user $3 and the key $4, in the order of
 * `FIND_OLD`: one range of the index of their age. Looked up in the primary key, a list of users and a list of keys would be tried in all
 * combinations. A record that was replaced meanwhile is no longer old. The statement has no limit and picks no rows by itself, and so can
 * run on several machines of a cluster concurrently.
 */
const PURGE = statement(
  'idempotency.purge',
  `delete from idempotency_records
   where created_at >= $1 and (created_at, user_id, key) <= ($2::timestamptz, $3::uuid, $4::text) and ${IS_OLD} returning 1`,
);

const IS_OLD_HOUR = `hour < date_trunc('hour', statement_timestamp()) - interval '24 hours'`;

const FIND_OLD_USAGE = statement(
  'idempotency.find-old-usage',
  `select distinct user_id as "userId" from idempotency_usage where ${IS_OLD_HOUR} limit ${BATCH.records}`,
);

const PURGE_USAGE = statement(
  'idempotency.purge-usage',
  `delete from idempotency_usage where user_id = any($1::uuid[]) and ${IS_OLD_HOUR} returning 1`,
);

interface UsageRow {
  readonly bytes: number;
  /** Seconds until the oldest hour no longer counts; `null` when no hour counts. */
  readonly seconds: number | null;
}

type FoundRecord = Omit<IdempotencyRecordRow, 'userId' | 'key' | 'createdAt'>;

export class PostgresIdempotencyRecords implements IdempotencyRecords {
  /** The key that was found without a record, an expired one included. */
  private unused: IdempotencyKey | undefined;

  constructor(private readonly transaction: SqlTransaction) {}

  claim(user: UserId, key: IdempotencyKey): () => Promise<KeptReplies> {
    const { transaction } = this;
    let isSent = false;
    const claim = Promise.all([
      transaction.later.rows<UsageRow>(LOCK, [user, key]),
      transaction.later.rows(FIND_NONE, [user, key]),
    ])
      .then(
        ([[usage], [expired]]) => {
          if (!expired) this.unused = key;
          return keptOf(usage);
        },
        (error: unknown) => {
          throw hasDividedByZero(error)
            ? new KeyTaken('The key is held, or was used before.', { cause: error })
            : error;
        },
      )
      .finally(() => (isSent = true));
    // The returned function throws it; this prevents an unhandledRejection until then.
    claim.catch(() => undefined);
    return async () => {
      if (!isSent) await transaction.flush().catch(() => undefined);
      return claim;
    };
  }

  async find(user: UserId, key: IdempotencyKey): Promise<CompletedMutation | undefined> {
    const [record] = await this.transaction.rows<FoundRecord>(FIND, [user, key]);
    return record && { fingerprint: record.fingerprint, reply: await replyOf(record) };
  }

  async complete(user: UserId, key: IdempotencyKey, fingerprint: Fingerprint, reply: StoredReply): Promise<void> {
    const { status, etag = null, location = null, shows } = reply;
    const { plain, gzip } = await storedBody(reply.body);
    const complete = key === this.unused ? COMPLETE : COMPLETE_AGAIN;
    const row = { userId: user, key, fingerprint, status, etag, location, body: plain, gzip, shows };
    this.transaction.write(complete, IdempotencyRecordTable.insertValues(row));
    const bytes = countedBytes((plain?.length ?? 0) + (gzip?.length ?? 0) + OVERHEAD, Math.random());
    if (bytes > 0) this.transaction.write(COUNT, [user, bytes]);
  }
}

/** An instant before all records. */
const EPOCH = new Date(0);

/** Deletes the records older than 24 hours, one batch per transaction. Returns the number of deleted records. */
export async function purgeIdempotencyRecords(connections: Connections): Promise<number> {
  let from = EPOCH;
  for (let purged = 0; ;) {
    const batch = await inTransaction(connections, async (transaction) =>
      purgeBatch(transaction, await transaction.rows<OldRecord>(FIND_OLD, [from])),
    );
    if (!batch) return purged;
    purged += batch.deleted;
    from = batch.until;
  }
}

/**
 * Returns a function that deletes one batch of the records older than 24 hours and one of the hours that no longer count, unless another
 * process does so. It returns the number of deleted records. It searches from the end of its batch before on, and then all.
 */
export function purgeOfOldIdempotencyRecords(connections: Connections): () => Promise<number> {
  let from = EPOCH;
  return async () => {
    const batch = await inTransaction(connections, async (transaction) => {
      const [[turn], next, users] = await transaction.read<[{ granted: boolean }, OldRecord, { userId: UserId }]>(
        { statement: TURN, values: [] },
        { statement: FIND_OLD, values: [from] },
        { statement: FIND_OLD_USAGE, values: [] },
      );
      if (turn?.granted !== true) return undefined;
      if (users.length > 0) transaction.write(PURGE_USAGE, [users.map(({ userId }) => userId)]);
      const old = next.length > 0 ? next : await transaction.rows<OldRecord>(FIND_OLD, [EPOCH]);
      return purgeBatch(transaction, old);
    });
    from = batch?.until ?? from;
    return batch?.deleted ?? 0;
  };
}

interface OldRecord {
  readonly userId: UserId;
  readonly key: string;
  readonly createdAt: Date;
  readonly bytes: number;
}

/** A batch that was deleted. */
interface PurgedBatch {
  readonly deleted: number;
  /** The instant of its last record. */
  readonly until: Date;
}

/** Deletes the first of these records, up to the bytes of a batch, and at least one, however large it is. */
async function purgeBatch(transaction: SqlTransaction, old: readonly OldRecord[]): Promise<PurgedBatch | undefined> {
  let last = old[0];
  for (let before = 0, at = 0; at < old.length && before < BATCH.bytes; at += 1) {
    last = old[at];
    before += old[at]?.bytes ?? 0;
  }
  if (!old[0] || !last) return undefined;
  const deleted = await transaction.rows(PURGE, [old[0].createdAt, last.createdAt, last.userId, last.key]);
  return { deleted: deleted.length, until: last.createdAt };
}

async function replyOf({ status, etag, location, body, gzip, shows }: FoundRecord): Promise<StoredReply> {
  return {
    status,
    etag: etag ?? undefined,
    location: location ?? undefined,
    body: await readBody({ plain: body, gzip }),
    shows,
  };
}

function keptOf(usage: UsageRow | undefined): KeptReplies {
  return { bytes: usage?.bytes ?? 0, roomInSeconds: Math.max(1, usage?.seconds ?? 1) };
}

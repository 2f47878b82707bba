import { randomUUID } from 'node:crypto';
import type { ErasureStep, ToErase, WorkItemErasure } from '@worktrack/application';
import { ONE_DAY, RESTORABLE_DAYS, type BlobName } from '@worktrack/domain';
import { TAKE_BYTES } from '../attachment/attachment.repository.js';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';
import { inTransaction, type SqlTransaction } from '../engine/transaction.js';
import { Locks } from '../recording/locks.js';
import { PostgresAuditTrail } from '../mutation/audit-trail.js';

/** The most rows of each table in one step: it takes some milliseconds. */
const BATCH = 250;

const NEXT = statement(
  'work-item-erasure.next',
  `(select organization_id as "organizationId", id from work_items
    where erasure_due_at is not null and erased_at is null order by erasure_due_at limit 1)
   union all
   (select organization_id as "organizationId", id from work_items
    where deleted_at is not null and erasure_due_at is null
      and deleted_at <= clock_timestamp() - interval '${RESTORABLE_DAYS * 24} hours' order by deleted_at limit 1)
   limit 1`,
);

/** Locks a Work Item, unless it was restored meanwhile: then no row is found. $3 the instant, $4 that of the latest deletion that is over. */
const BEGIN = statement(
  'work-item-erasure.begin',
  `update work_items set erasure_due_at = coalesce(erasure_due_at, $3)
   where organization_id = $1 and id = $2 and deleted_at is not null and erased_at is null
     and (erasure_due_at is not null or deleted_at <= $4)
   returning id`,
);

const some = (table: string, condition: string) =>
  `id = any(array(select id from ${table} where organization_id = $1 and ${condition} and deleted_at is null limit ${BATCH}))`;

const ATTACHMENTS = statement(
  'work-item-erasure.attachments',
  `update attachments set deleted_at = $3
   where organization_id = $1 and ${some('attachments', 'work_item_id = $2')}
   returning blob_name as "blobName", size`,
);

const COMMENTS = statement(
  'work-item-erasure.comments',
  `update comments set body = null, updated_at = $3, deleted_at = $3
   where organization_id = $1 and ${some('comments', 'work_item_id = $2')}
   returning id`,
);

const links = (end: 'source_id' | 'target_id') =>
  statement(
    `work-item-erasure.links-by-${end === 'source_id' ? 'source' : 'target'}`,
    `update work_item_links set deleted_at = $3
     where organization_id = $1 and ${some('work_item_links', `${end} = $2`)}
     returning id`,
  );
const LINKS = [links('source_id'), links('target_id')] as const;

const EMPTY_TEXT = statement(
  'work-item-erasure.text',
  `update work_item_texts set folded = '' where organization_id = $1 and work_item_id = $2`,
);

const END_WATCHES = ['work_item_watches', 'mentions'].map((table) =>
  statement(`work-item-erasure.${table}`, `delete from ${table} where organization_id = $1 and work_item_id = $2`),
);

const END = statement(
  'work-item-erasure.end',
  `update work_items set description = null, erased_at = $3 where organization_id = $1 and id = $2`,
);

export class PostgresWorkItemErasure implements WorkItemErasure {
  constructor(private readonly connections: Connections) {}

  async next(): Promise<ToErase | undefined> {
    const [next] = await this.connections.once<ToErase>(NEXT, []);
    return next;
  }

  eraseSome(item: ToErase): Promise<ErasureStep> {
    return inTransaction(this.connections, async (transaction) => {
      const now = await new Locks(transaction).instant();
      const values = [item.organizationId, item.id, now];
      const latest = new Date(now.getTime() - RESTORABLE_DAYS * ONE_DAY);
      const begun = await transaction.rows<{ id: string }>(BEGIN, [...values, latest]);
      if (begun.length === 0) return { blobs: [], isDone: false };
      const files = await transaction.rows<{ blobName: BlobName; size: number }>(ATTACHMENTS, values);
      if (files.length > 0) {
        transaction.write(TAKE_BYTES, [item.organizationId, files.reduce((sum, { size }) => sum + size, 0)]);
      }
      const removed = [files.length];
      for (const each of [COMMENTS, ...LINKS]) removed.push((await transaction.rows<object>(each, values)).length);
      const isDone = removed.every((rows) => rows < BATCH);
      if (isDone) end(transaction, item, now);
      return { blobs: files.map(({ blobName }) => blobName), isDone };
    });
  }
}

function end(transaction: SqlTransaction, { organizationId, id }: ToErase, now: Date): void {
  transaction.write(EMPTY_TEXT, [organizationId, id]);
  for (const each of END_WATCHES) transaction.write(each, [organizationId, id]);
  transaction.write(END, [organizationId, id, now]);
  new PostgresAuditTrail(transaction).record({
    ...{ operation: 'work-item:erase', organizationId, actorId: null, tokenId: null, requestId: randomUUID() },
    touched: [{ kind: 'work_item', id }],
  });
}

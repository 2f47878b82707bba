import type { AttachmentPurge, PurgedAttachment, PurgedPage } from '@worktrack/application';
import type { AttachmentId, OrganizationId } from '@worktrack/domain';
import { LEAST_ID } from '../engine/keyset.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { Locks } from '../recording/locks.js';
import { TAKE_BYTES } from './attachment.repository.js';

const AT_ONCE = 1_000;

/** Finds the next attachments. The limit is on those that are looked at, so that the statement is brief wherever the due ones are. */
const NEXT = statement(
  'attachment-purge.next',
  `with page as (
     select organization_id, id, work_item_id from attachments
     where organization_id = $1 and deleted_at is null and id > $3 order by id limit ${AT_ONCE}
   )
   select page.id, item.deleted_at is not null and item.deleted_at < $2 as "isDue"
   from page join work_items item on item.organization_id = page.organization_id and item.id = page.work_item_id
   where item.organization_id = $1 order by page.id`,
);

/** Deletes them. One that another process has deleted meanwhile is not deleted, and counted, twice. */
const PURGE = statement(
  'attachment-purge.delete',
  `update attachments set deleted_at = $3
   where organization_id = $1 and id = any($2::uuid[]) and deleted_at is null
   returning id, blob_name as "blobName", size`,
);

export class PostgresAttachmentPurge implements AttachmentPurge {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Pick<Locks, 'instant'>,
  ) {}

  async purgeNext(
    organizationId: OrganizationId,
    deletedBefore: Date,
    after: AttachmentId | undefined,
  ): Promise<PurgedPage> {
    const page = await this.transaction.rows<{ readonly id: AttachmentId; readonly isDue: boolean }>(NEXT, [
      organizationId,
      deletedBefore,
      after ?? LEAST_ID,
    ]);
    const last = page.at(-1)?.id;
    const due = page.filter(({ isDue }) => isDue).map(({ id }) => id);
    if (due.length === 0) return { purged: [], last };
    const now = await this.locks.instant();
    const purged = await this.transaction.rows<PurgedAttachment>(PURGE, [organizationId, due, now]);
    this.transaction.write(TAKE_BYTES, [organizationId, purged.reduce((sum, { size }) => sum + size, 0)]);
    return { purged, last };
  }
}

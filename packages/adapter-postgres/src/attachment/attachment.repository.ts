import { refusePastQuota, type AttachmentRepository, type ProjectScope } from '@worktrack/application';
import {
  Attachment,
  type AttachmentId,
  type AttachmentRecord,
  type OrganizationId,
  type WorkItemId,
} from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { AttachmentTable } from './attachment.table.js';

const FIND_ATTACHMENT = statement(
  'attachments.find',
  `select ${AttachmentTable.columns}
   from attachments where organization_id = $1 and work_item_id = $2 and id = $3`,
);

const INSERT_ATTACHMENT = AttachmentTable.insertAs('attachments.add');

const DELETE_ATTACHMENT = AttachmentTable.saveAs('attachments.delete', 'deletedAt');

/** Adds to the bytes of an Organization's files. Its row stays locked until the transaction ends. */
const ADD_BYTES = statement(
  'attachment-usage.add',
  `insert into attachment_usage as counted (organization_id, bytes) values ($1, $2)
   on conflict (organization_id) do update set bytes = counted.bytes + excluded.bytes`,
);

/** Takes from the bytes of an Organization's files. */
export const TAKE_BYTES = statement(
  'attachment-usage.take',
  `update attachment_usage set bytes = bytes - $2 where organization_id = $1`,
);

/** Selects a row unless the quota is exceeded. The files of this transaction are counted already. */
const WITHIN = statement(
  'attachments.within-quota',
  `select where not exists (select from attachment_usage where organization_id = $1 and bytes > $2)`,
);

export class PostgresAttachmentRepository implements AttachmentRepository {
  constructor(private readonly transaction: SqlTransaction) {}

  async find(
    { organizationId }: ProjectScope,
    workItemId: WorkItemId,
    id: AttachmentId,
  ): Promise<Attachment | undefined> {
    const [record] = await this.transaction.rows<AttachmentRecord>(FIND_ATTACHMENT, [organizationId, workItemId, id]);
    return record && Attachment.restore(AttachmentTable.recordOf(record));
  }

  add({ record }: Attachment): void {
    this.transaction.write(INSERT_ATTACHMENT, AttachmentTable.insertValues(record));
    this.transaction.write(ADD_BYTES, [record.organizationId, record.size]);
  }

  expectWithin(organizationId: OrganizationId, quotaBytes: number): void {
    this.transaction.write(WITHIN, [organizationId, quotaBytes], () => refusePastQuota(quotaBytes));
  }

  /** Registers the deletion. It needs no guard, because the lock on the Work Item excludes concurrent changes. */
  delete({ record }: Attachment): void {
    this.transaction.write(DELETE_ATTACHMENT, AttachmentTable.saveValues(record, 'deletedAt'));
    this.transaction.write(TAKE_BYTES, [record.organizationId, record.size]);
  }
}

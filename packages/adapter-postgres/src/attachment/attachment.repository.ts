import { refuse, type AttachmentRepository, type ProjectScope } from '@worktrack/application';
import {
  Attachment,
  type AttachmentId,
  type AttachmentRecord,
  type OrganizationId,
  type WorkItemId,
} from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';

const FIND = statement(
  'attachments.find',
  `select id, organization_id as "organizationId", project_id as "projectId", work_item_id as "workItemId",
     file_name as "fileName", content_type as "contentType", size, encode(sha256, 'hex') as sha256,
     blob_name as "blobName", created_by as "createdBy", created_at as "createdAt", deleted_at as "deletedAt"
   from attachments where organization_id = $1 and work_item_id = $2 and id = $3`,
);

const ADD = statement(
  'attachments.add',
  `insert into attachments (organization_id, id, project_id, work_item_id, file_name, content_type, size, sha256, blob_name,
     created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), $9, $10, $11)`,
);

const DELETE = statement(
  'attachments.delete',
  `update attachments set deleted_at = $3 where organization_id = $1 and id = $2`,
);

/** The trigger `attachments_are_counted` has added what this transaction wrote, and holds the row until it ends. */
const WITHIN = statement(
  'attachments.within-quota',
  `select where not exists (select from attachment_usage where organization_id = $1 and bytes > $2)`,
);

export class PostgresAttachmentRepository implements AttachmentRepository {
  constructor(private readonly session: Session) {}

  async find(
    { organizationId }: ProjectScope,
    workItemId: WorkItemId,
    id: AttachmentId,
  ): Promise<Attachment | undefined> {
    const [record] = await this.session.rows<AttachmentRecord>(FIND, [organizationId, workItemId, id]);
    return record && Attachment.restore(record);
  }

  add({ record }: Attachment): void {
    const { organizationId, id, projectId, workItemId, fileName, contentType, size, sha256, blobName } = record;
    const file = [fileName, contentType, size, sha256, blobName];
    const values = [organizationId, id, projectId, workItemId, ...file, record.createdBy, record.createdAt];
    this.session.write(ADD, values);
  }

  expectWithin(organizationId: OrganizationId, quotaBytes: number): void {
    this.session.write(WITHIN, [organizationId, quotaBytes], () =>
      refuse('PAYLOAD_TOO_LARGE', `The files of this Organization would hold more than ${quotaBytes} bytes.`),
    );
  }

  /** A plain write: the lock on the Work Item keeps it from meeting another. */
  delete({ record: { organizationId, id, deletedAt } }: Attachment): void {
    this.session.write(DELETE, [organizationId, id, deletedAt]);
  }
}

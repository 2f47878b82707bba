import type { AttachmentRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** Converts a hexadecimal text of the record to bytes in the table, and back. */
const HEX = {
  to: (hex: string) => Buffer.from(hex, 'hex'),
  from: (bytes: Buffer) => bytes.toString('hex'),
};

/** A row is an `AttachmentRecord`. */
export const AttachmentTable = tableOf<AttachmentRecord>('Attachment', 'attachments', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  workItemId: { type: 'uuid' },
  fileName: { type: 'text' },
  contentType: { type: 'text' },
  size: { type: 'bigint' },
  sha256: { type: 'bytea', transformer: HEX },
  blobName: { type: 'text' },
  createdBy: { type: 'uuid' },
  createdAt: { type: 'timestamptz', precision: 3 },
  deletedAt: { type: 'timestamptz', precision: 3, nullable: true },
});

import { AttachmentUsage, type UsedStorage } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import { type Reader, statement } from '../engine/statement.js';

const USED = statement(
  'attachment-usage.used',
  `select bytes, quota_bytes as "quotaBytes" from attachment_usage where organization_id = $1`,
);

export class PostgresAttachmentUsage extends AttachmentUsage {
  constructor(private readonly reader: Reader) {
    super();
  }

  async of(organizationId: OrganizationId): Promise<UsedStorage> {
    const [used] = await this.reader.rows<UsedStorage>(USED, [organizationId]);
    return used ?? { bytes: 0, quotaBytes: null };
  }
}

import { AttachmentUsage } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { statement } from '../engine/statement.js';

const BYTES = statement('attachment-usage.bytes', `select bytes from attachment_usage where organization_id = $1`);

export class PostgresAttachmentUsage extends AttachmentUsage {
  constructor(private readonly reader: Reader) {
    super();
  }

  async bytesOf(organizationId: OrganizationId): Promise<number> {
    const [row] = await this.reader.rows<{ bytes: number }>(BYTES, [organizationId]);
    return row?.bytes ?? 0;
  }
}

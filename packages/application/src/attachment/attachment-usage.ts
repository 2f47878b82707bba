import type { OrganizationId } from '@worktrack/domain';

/** How much the files of Organizations take. Abstract class rather than interface: it is also the injection token. */
export abstract class AttachmentUsage {
  /** The bytes of all live attachments of an Organization, those of deleted Work Items included. */
  abstract bytesOf(organizationId: OrganizationId): Promise<number>;
}

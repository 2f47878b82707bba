import type { OrganizationId } from '@worktrack/domain';

/** The storage used by the attachments of Organizations. Abstract class rather than interface: it is also the injection token. */
export abstract class AttachmentUsage {
  /** Returns the bytes of all live attachments of an Organization, including those of deleted Work Items. */
  abstract bytesOf(organizationId: OrganizationId): Promise<number>;
}

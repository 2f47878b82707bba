import type { OrganizationId } from '@worktrack/domain';

/** The bytes of the attachments of an Organization. */
export interface UsedStorage {
  /** The bytes of all live attachments, including those of deleted Work Items. */
  readonly bytes: number;
  /** The most bytes that administration allows this Organization: 0 for any number, `null` where the default applies. */
  readonly quotaBytes: number | null;
}

/** The storage used by the attachments of Organizations. Abstract class rather than interface: it is also the injection token. */
export abstract class AttachmentUsage {
  abstract of(organizationId: OrganizationId): Promise<UsedStorage>;
}

import type { AttachmentId, BlobName, OrganizationId } from '@worktrack/domain';

/** An attachment that was purged. */
export interface PurgedAttachment {
  readonly id: AttachmentId;
  readonly blobName: BlobName;
  /** The size in bytes. */
  readonly size: number;
}

/** Some of the attachments of an Organization, in the order of their identifiers. */
export interface PurgedPage {
  readonly purged: readonly PurgedAttachment[];
  /** The last attachment that was looked at; `undefined` when there was none. */
  readonly last: AttachmentId | undefined;
}

/** The attachments of deleted Work Items. */
export interface AttachmentPurge {
  /**
   * Looks at the next attachments after `after` and deletes those whose Work Item was deleted before the instant. Gives their bytes back to
   * the quota of the Organization.
   */
  purgeNext(organizationId: OrganizationId, deletedBefore: Date, after: AttachmentId | undefined): Promise<PurgedPage>;
}

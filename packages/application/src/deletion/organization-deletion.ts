import type { BlobName, OrganizationId } from '@worktrack/domain';

/** The deletion of Organizations whose removal is due, in steps of a few rows. Each step can be repeated. */
export interface OrganizationDeletion {
  /**
   * Returns the Organization whose deletion has begun; else begins that of the one that is due longest, with an entry in the audit trail that
   * names who removed it. `undefined`: none is due.
   */
  next(): Promise<OrganizationId | undefined>;
  /** Lists the next blobs after this one, by name, that only attachments of this Organization name. */
  blobs(organization: OrganizationId, after: BlobName | undefined): Promise<readonly BlobName[]>;
  /** Deletes the rows of the attachments, and yields the number of each step. */
  deleteAttachments(organization: OrganizationId): AsyncIterable<number>;
  /** Deletes the rows of all other tables, those first that show the Organization to people, and yields the number of each step. */
  deleteRows(organization: OrganizationId): AsyncIterable<number>;
  /** Deletes the Organization itself, with an entry in the audit trail. Throws when a table still has rows of it. */
  finish(organization: OrganizationId): Promise<void>;
}

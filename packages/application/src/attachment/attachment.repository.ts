import type { Attachment, AttachmentId, OrganizationId, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The attachments of one transaction. They have no lock of their own: the caller has locked their Work Item. */
export interface AttachmentRepository {
  /** Finds an attachment of the Work Item, deleted or not. */
  find(scope: ProjectScope, workItemId: WorkItemId, id: AttachmentId): Promise<Attachment | undefined>;
  /** Registers a new attachment; written at the next flush. */
  add(attachment: Attachment): void;
  /**
   * Throws `PAYLOAD_TOO_LARGE` at the next flush when the live attachments of the Organization, including those registered here, have more
   * bytes than the quota. The first write of an attachment locks the count, so of two transactions the second one sees the first.
   */
  expectWithin(organizationId: OrganizationId, quotaBytes: number): void;
  /** Registers the deletion; written at the next flush. */
  delete(attachment: Attachment): void;
}

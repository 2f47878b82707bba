import type { Attachment, AttachmentId, OrganizationId, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The attachments of one transaction. They have no lock of their own: whoever asks has locked their Work Item. */
export interface AttachmentRepository {
  /** An attachment of the Work Item, deleted or not. */
  find(scope: ProjectScope, workItemId: WorkItemId, id: AttachmentId): Promise<Attachment | undefined>;
  /** Registers a new attachment; written at the next flush. */
  add(attachment: Attachment): void;
  /**
   * Throws `PAYLOAD_TOO_LARGE` at the next flush when the live attachments of the Organization, those registered here included, hold
   * more bytes. The count is locked with the first attachment that is written: of two transactions the second sees the first.
   */
  expectWithin(organizationId: OrganizationId, quotaBytes: number): void;
  /** Registers the deletion; written at the next flush. */
  delete(attachment: Attachment): void;
}

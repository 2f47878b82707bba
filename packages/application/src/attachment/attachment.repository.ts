import type { Attachment, AttachmentId, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The attachments of one transaction. They have no lock of their own: whoever asks has locked their Work Item. */
export interface AttachmentRepository {
  /** An attachment of the Work Item, deleted or not. */
  find(scope: ProjectScope, workItemId: WorkItemId, id: AttachmentId): Promise<Attachment | undefined>;
  /** Registers a new attachment; written at the next flush. */
  add(attachment: Attachment): void;
  /** Registers the deletion; written at the next flush. */
  delete(attachment: Attachment): void;
}

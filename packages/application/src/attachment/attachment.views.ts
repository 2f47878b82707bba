import type { AttachmentId, BlobName, FileName, MediaType, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { UserSummaryView } from '../work-item/work-item.views.js';

/** The `Attachment` of contract §5.7. */
export interface AttachmentView {
  readonly id: AttachmentId;
  readonly workItemId: WorkItemId;
  readonly fileName: FileName;
  readonly contentType: MediaType;
  readonly size: number;
  /** `null` when that account was removed. */
  readonly createdBy: UserSummaryView | null;
  readonly createdAt: string;
}

/** The facts of an attachment that a download needs. */
export interface AttachmentContentView {
  readonly blobName: BlobName;
  readonly fileName: FileName;
  readonly contentType: MediaType;
  readonly size: number;
}

/** The attachment views. */
export abstract class AttachmentViews {
  /** Throws `NOT_FOUND` when the Work Item has no such attachment. */
  abstract one(scope: ProjectScope, workItemId: WorkItemId, id: AttachmentId): Promise<AttachmentView>;
  /** Throws `NOT_FOUND` when the Work Item has no such attachment. */
  abstract content(scope: ProjectScope, workItemId: WorkItemId, id: AttachmentId): Promise<AttachmentContentView>;
  /** Lists the attachments of a Work Item, oldest first. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, workItemId: WorkItemId, request: PageRequest): Promise<Page<AttachmentView>>;
}

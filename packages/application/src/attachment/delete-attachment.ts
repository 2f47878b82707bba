import type { AttachmentId, BlobName, WorkItemId } from '@worktrack/domain';
import { Access, type ProjectScope } from '../access/access.js';
import { refuse } from '../refusals.js';
import type { Transaction } from '../unit-of-work.js';
import { liveItem } from '../work-item/live-item.js';

/** Which attachment of which Work Item. */
export interface DeleteAttachment {
  readonly workItemId: WorkItemId;
  readonly attachmentId: AttachmentId;
}

/**
 * Answers the bytes that nothing refers to once this is committed. The uploader may, and an administrator: else `FORBIDDEN`. Throws
 * `WORK_ITEM_ARCHIVED`.
 */
export async function deleteAttachment(
  tx: Pick<Transaction, 'attachments' | 'instant' | 'workItems'>,
  scope: ProjectScope,
  { workItemId, attachmentId }: DeleteAttachment,
): Promise<BlobName> {
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  const attachment = (await tx.attachments.find(scope, workItemId, attachmentId)) ?? refuse('NOT_FOUND');
  Access.requireUploader(scope, attachment.record.createdBy);
  attachment.remove(item, scope.actorId, await tx.instant());
  tx.attachments.delete(attachment);
  tx.workItems.save(item);
  return attachment.record.blobName;
}

import type { AttachmentId, BlobName, WorkItemId } from '@worktrack/domain';
import { Access, type ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { AttachmentPorts } from './ports.js';

/** The command to delete an attachment of a Work Item. */
export interface DeleteAttachment {
  readonly workItemId: WorkItemId;
  readonly attachmentId: AttachmentId;
}

/**
 * Deletes an attachment and returns its blob, which is unreferenced after the commit. Throws `FORBIDDEN` unless the actor is the uploader
 * or an administrator, and `WORK_ITEM_ARCHIVED`.
 */
export async function deleteAttachment(
  tx: RequestClock & Pick<AttachmentPorts, 'attachments'> & Pick<WorkItemPorts, 'workItems'>,
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

import { randomUUID } from 'node:crypto';
import { Attachment, type AttachmentId, type NewAttachment, type WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Transaction } from '../unit-of-work.js';
import { liveItem } from '../work-item/live-item.js';
import type { AttachmentView } from './attachment.views.js';

/** A file whose bytes are kept, and the Work Item that it goes onto. */
export interface CreateAttachment extends Omit<NewAttachment, 'id'> {
  readonly workItemId: WorkItemId;
  /** How many bytes all files of the Organization may hold together; `undefined`: as many as they like. */
  readonly quotaBytes?: number | undefined;
}

/**
 * Throws `NOT_FOUND` when the Work Item was deleted meanwhile, `WORK_ITEM_ARCHIVED`, and `PAYLOAD_TOO_LARGE` when the file would pass
 * the quota of its Organization. The bytes are then the caller's to remove.
 */
export async function createAttachment(
  tx: Pick<Transaction, 'attachments' | 'attachmentViews' | 'instant' | 'workItems'>,
  scope: ProjectScope,
  { workItemId, quotaBytes, ...file }: CreateAttachment,
): Promise<AttachmentView> {
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  const id = randomUUID() as AttachmentId;
  tx.attachments.add(Attachment.add(item, { id, ...file }, scope.actorId, await tx.instant()));
  tx.workItems.save(item);
  if (quotaBytes !== undefined) tx.attachments.expectWithin(scope.organizationId, quotaBytes);
  return tx.attachmentViews.one(scope, workItemId, id);
}

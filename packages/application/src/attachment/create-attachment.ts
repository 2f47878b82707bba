import { randomUUID } from 'node:crypto';
import { Attachment, type AttachmentId, type NewAttachment, type WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Transaction } from '../unit-of-work.js';
import { liveItem } from '../work-item/live-item.js';
import type { AttachmentView } from './attachment.views.js';

/** A file whose bytes are kept, and the Work Item that it goes onto. */
export interface CreateAttachment extends Omit<NewAttachment, 'id'> {
  readonly workItemId: WorkItemId;
}

/** Throws `NOT_FOUND` when the Work Item was deleted meanwhile, and `WORK_ITEM_ARCHIVED`. The bytes are then the caller's to remove. */
export async function createAttachment(
  tx: Pick<Transaction, 'attachments' | 'attachmentViews' | 'instant' | 'workItems'>,
  scope: ProjectScope,
  { workItemId, ...file }: CreateAttachment,
): Promise<AttachmentView> {
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  const id = randomUUID() as AttachmentId;
  tx.attachments.add(Attachment.add(item, { id, ...file }, scope.actorId, await tx.instant()));
  tx.workItems.save(item);
  return tx.attachmentViews.one(scope, workItemId, id);
}

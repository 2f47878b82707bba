import { randomUUID } from 'node:crypto';
import { Attachment, type AttachmentId, type NewAttachment, type WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { AttachmentView } from './attachment.views.js';
import type { AttachmentPorts } from './ports.js';

/** The command to attach a file, whose bytes are already stored, to a Work Item. */
export interface CreateAttachment extends Omit<NewAttachment, 'id'> {
  readonly workItemId: WorkItemId;
  /** The maximum number of bytes of all files of the Organization; `undefined` for no limit. */
  readonly quotaBytes?: number | undefined;
}

/**
 * Throws `NOT_FOUND` when the Work Item was deleted meanwhile, `WORK_ITEM_ARCHIVED`, and `PAYLOAD_TOO_LARGE` when the file exceeds the
 * quota of its Organization. After an error the caller must remove the bytes.
 */
export async function createAttachment(
  tx: RequestClock & AttachmentPorts & Pick<WorkItemPorts, 'workItems'>,
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

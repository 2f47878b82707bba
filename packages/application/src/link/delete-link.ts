import type { LinkId, WorkItemId } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { LinkPorts } from './ports.js';

/** The command to delete a link. It names the Work Item in the path and the one at the other end. */
export interface DeleteLink {
  readonly workItemId: WorkItemId;
  readonly linkId: LinkId;
  readonly otherWorkItemId: WorkItemId;
}

/** Deletes a link. Throws `WORK_ITEM_ARCHIVED` when the Work Item in the path is archived; the other one can be archived. */
export async function deleteLink(
  tx: RequestClock & Pick<LinkPorts, 'links'> & Pick<WorkItemPorts, 'workItems'>,
  scope: OrganizationScope,
  { workItemId, linkId, otherWorkItemId }: DeleteLink,
): Promise<void> {
  const locked = await tx.workItems.findAcross(scope, [workItemId, otherWorkItemId]);
  const item = liveItem(locked, workItemId);
  const other = liveItem(locked, otherWorkItemId);
  const link = (await tx.links.find(scope, linkId)) ?? refuse('NOT_FOUND');
  link.remove(item, other, scope.actorId, await tx.instant());
  tx.links.delete(link);
  tx.workItems.save(item);
  tx.workItems.save(other);
}

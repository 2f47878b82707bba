import { deletedAlong, type ExpectedRevision, type WorkItemId, type WorkItemRecord } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { liveItem } from './live-item.js';
import type { WorkItemPorts } from './ports.js';

/** The command to delete a Work Item. `cascade` deletes its descendants too. */
export interface DeleteWorkItem {
  readonly workItemId: WorkItemId;
  readonly expected: ExpectedRevision;
  readonly cascade: boolean;
}

/** A deleted Work Item at its last revision, with the number of descendants that were deleted with it. */
export interface DeletedWorkItem extends Pick<WorkItemRecord, 'id' | 'revision'> {
  readonly descendants: number;
}

/**
 * Deletes a Work Item, with `cascade` its live descendants too. Needs the owner's role. Throws `REVISION_CONFLICT`, `WORK_ITEM_ARCHIVED`,
 * and, without `cascade`, `WORK_ITEM_HAS_CHILDREN` when there are live descendants.
 */
export async function deleteWorkItem(
  tx: RequestClock & Pick<WorkItemPorts, 'trees' | 'workItems'>,
  scope: ProjectScope,
  { workItemId, expected, cascade }: DeleteWorkItem,
): Promise<DeletedWorkItem> {
  scope.require('owner');
  const descendants = cascade ? await tx.trees.lockDescendants(scope, workItemId) : 0;
  const hasDescendants = cascade ? descendants > 0 : await tx.trees.hasDescendants(scope, workItemId);
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  item.expect(expected);

  const now = await tx.instant();
  item.delete({ hasDescendants, cascade }, scope.actorId, now);
  tx.workItems.save(item);
  tx.trees.deleteDescendants(scope, workItemId, deletedAlong(scope.actorId, now), descendants);
  const { id, revision } = item.record;
  return { id, revision, descendants };
}

import { deletedAlong, type ExpectedRevision, type WorkItemId, type WorkItemRecord } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Transaction } from '../unit-of-work.js';
import { liveItem } from './live-item.js';

/** Which Work Item goes, over which revision, and whether all that is below it goes along. */
export interface DeleteWorkItem {
  readonly workItemId: WorkItemId;
  readonly expected: ExpectedRevision;
  readonly cascade: boolean;
}

/** A Work Item that is gone, at its last revision. */
export type DeletedWorkItem = Pick<WorkItemRecord, 'id' | 'revision'>;

/**
 * Answers every item that is gone. Needs the owner's role. Throws `REVISION_CONFLICT`, `WORK_ITEM_ARCHIVED`, and
 * `WORK_ITEM_HAS_CHILDREN` when live items below it would be left behind.
 */
export async function deleteWorkItem(
  tx: Pick<Transaction, 'instant' | 'trees' | 'workItems'>,
  scope: ProjectScope,
  { workItemId, expected, cascade }: DeleteWorkItem,
): Promise<readonly DeletedWorkItem[]> {
  scope.require('owner');
  const descendants = cascade ? await tx.trees.lockDescendants(scope, workItemId) : [];
  const hasDescendants = cascade ? descendants.length > 0 : await tx.trees.hasDescendants(scope, workItemId);
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  item.expect(expected);

  const now = await tx.instant();
  item.delete({ hasDescendants, cascade }, scope.actorId, now);
  const along = descendants.map((descendant) => deletedAlong(descendant, scope.actorId, now));
  tx.workItems.save(item);
  tx.trees.delete(scope, along);
  return [item.record, ...along].map(({ id, revision }) => ({ id, revision }));
}

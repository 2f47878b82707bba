import type { ExpectedRevision, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { liveItem } from './live-item.js';
import type { WorkItemPorts } from './ports.js';
import type { WorkItemView } from './work-item.views.js';

/** The command to move a Work Item to another status. */
export interface TransitionWorkItem {
  readonly workItemId: WorkItemId;
  readonly expected: ExpectedRevision;
  /** Any text: a word that is not a status is refused like a move that is not allowed. */
  readonly targetStatus: string;
}

/**
 * Moves a Work Item to another status and returns its view. Throws `REVISION_CONFLICT`, `WORK_ITEM_ARCHIVED`, `INVALID_STATUS_TRANSITION`.
 */
export async function transitionWorkItem(
  tx: RequestClock & Pick<WorkItemPorts, 'workItemViews' | 'workItems'>,
  scope: ProjectScope,
  command: TransitionWorkItem,
): Promise<WorkItemView> {
  return tx.workItemViews.one(scope, await moveWorkItem(tx, scope, command));
}

/** Moves a Work Item like `transitionWorkItem`, but returns only its id. */
export async function moveWorkItem(
  tx: RequestClock & Pick<WorkItemPorts, 'workItems'>,
  scope: ProjectScope,
  { workItemId, expected, targetStatus }: TransitionWorkItem,
): Promise<WorkItemId> {
  const item = liveItem(await tx.workItems.findWithView(scope, workItemId), workItemId);
  item.expect(expected);
  item.transition(targetStatus, scope.actorId, await tx.instant());
  tx.workItems.save(item);
  return workItemId;
}

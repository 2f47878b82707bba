import { changedWatch } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { UpdateWatcher, WatchPorts, WatcherView } from './ports.js';

/**
 * Changes the actor's own watch of a Work Item, which can be archived. Locks the Work Item first, so that an assignment is clearly before or
 * after the wish. The Work Item, its revision and its history stay. Throws `NOT_FOUND`.
 */
export async function updateWatcher(
  tx: RequestClock & WatchPorts & Pick<WorkItemPorts, 'workItems'>,
  scope: ProjectScope,
  { workItemId, action }: UpdateWatcher,
): Promise<WatcherView> {
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  const before = await tx.watches.find(scope, workItemId);
  const after = changedWatch(item, scope.actorId, before, action, await tx.instant());
  if (after !== before) tx.watches.save(after);
  return tx.watcherViews.own(scope, workItemId);
}

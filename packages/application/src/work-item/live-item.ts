import type { WorkItem, WorkItemId } from '@worktrack/domain';
import { refuse } from '../shared/refusals.js';

/** Returns one of the locked items. Throws `NOT_FOUND` when it does not exist or is deleted. */
export function liveItem(locked: ReadonlyMap<WorkItemId, WorkItem>, id: WorkItemId): WorkItem {
  const item = locked.get(id);
  return item?.record.deletedAt === null ? item : refuse('NOT_FOUND');
}

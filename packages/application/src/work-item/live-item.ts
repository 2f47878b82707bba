import type { WorkItem, WorkItemId } from '@worktrack/domain';
import { refuse } from '../refusals.js';

/** One of the items that were locked. Throws `NOT_FOUND` when it is not there, or deleted. */
export function liveItem(locked: ReadonlyMap<WorkItemId, WorkItem>, id: WorkItemId): WorkItem {
  const item = locked.get(id);
  return item?.record.deletedAt === null ? item : refuse('NOT_FOUND');
}

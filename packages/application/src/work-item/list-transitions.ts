import { allowedTargets, type WorkItemStatus } from '@worktrack/domain';
import type { WorkItemView } from './work-item.views.js';

/** The `WorkItemTransitionList` of contract §5.4. */
export interface WorkItemTransitionsView {
  readonly currentStatus: WorkItemStatus;
  readonly transitions: readonly { readonly targetStatus: WorkItemStatus }[];
}

/** Returns every allowed target status, in canonical order; none while the item is archived. */
export function transitionsOf({
  status,
  archivedAt,
}: Pick<WorkItemView, 'status' | 'archivedAt'>): WorkItemTransitionsView {
  const targets = allowedTargets(status, archivedAt !== null);
  return { currentStatus: status, transitions: targets.map((targetStatus) => ({ targetStatus })) };
}

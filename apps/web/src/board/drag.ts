import type { WorkItemStatus } from '@worktrack/domain';
import { dragsOf } from '../parts/drag.js';
import { canMove } from '../work-item/status-moves.js';
import type { Card } from './cards.js';

/** Cards are dragged within their status, and to others where the state machine allows it. */
export const { dragged, useDraggable, useDropZone, useDrags } = dragsOf<Card, WorkItemStatus>(
  ({ status }, to) => status === to || canMove(status, to),
);

/** The meaning of a drag for a column: the status that it comes from, or a place that it cannot go to. */
export function dragOver(status: WorkItemStatus): 'from' | 'allowed' | 'refused' | undefined {
  const from = dragged.value?.status;
  if (from === undefined) return undefined;
  if (from === status) return 'from';
  return canMove(from, status) ? 'allowed' : 'refused';
}

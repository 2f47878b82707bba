import type { WorkItemStatus } from '@worktrack/domain';
import { dragsOf } from '../parts/drag.js';
import { canMove } from '../work-item/status-moves.js';
import type { Card } from './cards.js';

/** Cards are dragged within their status, and to others where the state machine allows it. */
export const { dragged, useDraggable, useDropZone, useDrags } = dragsOf<Card, WorkItemStatus>(
  ({ status }, to) => status === to || canMove(status, to),
);

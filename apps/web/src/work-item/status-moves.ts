import { WORK_ITEM_STATUSES, allowedTargets, type WorkItemStatus } from '@worktrack/domain';
import { STATUS_NAMES } from './words.js';

/** True when the state machine of Work Items has this move. */
export const canMove = (from: WorkItemStatus, to: WorkItemStatus): boolean => allowedTargets(from, false).includes(to);

/** Why a card cannot go to a column: from where one can. */
export function reasonAgainst(to: WorkItemStatus): string {
  const sources = WORK_ITEM_STATUSES.filter((from) => canMove(from, to)).map((from) => STATUS_NAMES[from]);
  return `Only from ${sources.join(', ')}`;
}

/** The next status in the order of the columns to which a card can go; `undefined` at the end. */
export function nextStatus(from: WorkItemStatus, direction: 1 | -1): WorkItemStatus | undefined {
  const at = WORK_ITEM_STATUSES.indexOf(from);
  const onward = direction === 1 ? WORK_ITEM_STATUSES.slice(at + 1) : WORK_ITEM_STATUSES.slice(0, at).reverse();
  return onward.find((to) => canMove(from, to));
}

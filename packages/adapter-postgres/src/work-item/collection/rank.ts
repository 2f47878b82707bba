import type { WorkItemFilter } from '@worktrack/application';
import { STATUS_ORDER, type WorkItemPriority } from '@worktrack/domain';
import { BEYOND_DUE_ORDER } from './orders.js';

/**
 * The rows of one status order and one priority that are not overdue. `rank` lists the groups one after the other, after the overdue rows,
 * which are group 0 (contract §3.3). The members from `due_order` on are the start within the group, in the descending `DUE_ORDER`.
 */
export interface RankGroup {
  readonly place: number;
  readonly status_order: number;
  readonly priority_order: number;
  /** `null` starts right after the overdue rows. */
  readonly due_order: number | null;
  readonly updated_at: string;
  readonly project_key: string;
  readonly number: number;
}

/** The place of the overdue rows. */
export const OVERDUE = 0;

/** The last row of the page before, after which a page of `rank` continues. */
export interface RankPosition {
  readonly place: number;
  readonly dueOrder: number;
  readonly updatedAt: string;
  readonly projectKey: string;
  readonly number: number;
}

const PRIORITY_ORDER: Readonly<Record<WorkItemPriority, number>> = { urgent: 4, high: 3, medium: 2, low: 1 };

/** Returns the groups that can match the filter, from the position on, in their order. */
export function rankGroups({ statuses, words }: WorkItemFilter, from: RankPosition | undefined): RankGroup[] {
  const statusOrders = distinct(statuses?.map((status) => STATUS_ORDER[status]) ?? [2, 1, 0]);
  const priorityOrders = distinct(words?.priority?.map((priority) => PRIORITY_ORDER[priority]) ?? [4, 3, 2, 1]);
  return statusOrders
    .flatMap((status) => priorityOrders.map((priority) => groupOf(status, priority, from)))
    .filter(({ place }) => place >= (from?.place ?? 0));
}

function groupOf(status_order: number, priority_order: number, from: RankPosition | undefined): RankGroup {
  const place = placeOf(status_order, priority_order);
  const group = { place, status_order, priority_order };
  if (from?.place === place) {
    const { dueOrder: due_order, updatedAt: updated_at, projectKey: project_key, number } = from;
    return { ...group, due_order, updated_at, project_key, number };
  }
  const due_order = status_order === STATUS_ORDER.done ? BEYOND_DUE_ORDER : null;
  return { ...group, due_order, updated_at: '-infinity', project_key: '', number: 0 };
}

/** Returns the number of a group, from 1 on, by status and then by priority. */
function placeOf(statusOrder: number, priorityOrder: number): number {
  return 1 + (2 - statusOrder) * 4 + (4 - priorityOrder);
}

/** Builds `placeOf` of the group of `item`, a row of `work_items` that is not overdue. */
export const PLACE_OF_GROUP = '1 + (2 - item.status_order) * 4 + (4 - item.priority_order)';

function distinct(orders: readonly number[]): number[] {
  return [...new Set(orders)].sort((a, b) => b - a);
}

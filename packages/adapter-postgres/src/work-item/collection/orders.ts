import type { WorkItemSort } from '@worktrack/application';

/** A column of a total order, which runs down. */
export interface OrderColumn {
  readonly by: keyof Ordered;
  readonly column: string;
  readonly type: string;
  /** More than every value that is stored: where the first page begins. */
  readonly start: string | number;
}

/** Values of a row that its cursor needs. */
export interface Ordered {
  readonly dueOrder: number;
  readonly priorityOrder: number;
  readonly statusOrder: number;
  readonly updatedAt: string;
  readonly projectKey: string;
  readonly number: number;
}

/** Beyond every `due_order`: that one is a number of milliseconds, negated. */
export const BEYOND_DUE_ORDER = Number.MAX_SAFE_INTEGER;

const DUE: OrderColumn = { by: 'dueOrder', column: 'due_order', type: 'bigint', start: BEYOND_DUE_ORDER };
const STATUS: OrderColumn = { by: 'statusOrder', column: 'status_order', type: 'smallint', start: 9 };
const PRIORITY: OrderColumn = { by: 'priorityOrder', column: 'priority_order', type: 'smallint', start: 9 };

/** By which all orders end: the last update first, then the key. Within one Project no two rows are equal in it. */
export const LAST_UPDATED_FIRST: readonly OrderColumn[] = [
  { by: 'updatedAt', column: 'updated_at', type: 'timestamptz', start: 'infinity' },
  { by: 'projectKey', column: 'project_key', type: 'text', start: '' },
  { by: 'number', column: 'number', type: 'bigint', start: 0 },
];

/** The orders that run through all rows alike (contract §3.3). */
export const PLAIN_ORDERS: Readonly<Record<Exclude<WorkItemSort, 'rank'>, readonly OrderColumn[]>> = {
  updated: LAST_UPDATED_FIRST,
  dueDate: [DUE, ...LAST_UPDATED_FIRST],
  priority: [PRIORITY, ...LAST_UPDATED_FIRST],
};

/** The order of overdue rows within `rank`: due date, status, priority, then as `updated`. */
export const OVERDUE_ORDER: readonly OrderColumn[] = [DUE, STATUS, PRIORITY, ...LAST_UPDATED_FIRST];

/** The order of rows of one status and one priority within `rank`. */
export const DUE_ORDER: readonly OrderColumn[] = [DUE, ...LAST_UPDATED_FIRST];

/** The text behind `order by`. */
export function descending(order: readonly OrderColumn[], table = 'item'): string {
  return order.map(({ column }) => `${table}.${column} desc`).join(', ');
}

/** The columns as one row, to be compared with another. */
export function rowOf(order: readonly OrderColumn[], table = 'item'): string {
  return `(${order.map(({ column }) => `${table}.${column}`).join(', ')})`;
}

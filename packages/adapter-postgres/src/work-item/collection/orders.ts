import type { WorkItemSort } from '@worktrack/application';

/** A column of a total order, which is descending. */
export interface OrderColumn {
  readonly by: keyof Ordered;
  readonly column: string;
  readonly type: string;
  /** The value where the first page starts. In the first column of an order it is greater than every stored value. */
  readonly start: string | number;
}

/** The values of a row that its cursor contains. */
export interface Ordered {
  readonly dueOrder: number;
  readonly priorityOrder: number;
  readonly statusOrder: number;
  readonly updatedAt: string;
  readonly projectKey: string;
  readonly number: number;
}

/** A value greater than every `due_order`, which is a negated number of milliseconds. */
export const BEYOND_DUE_ORDER = Number.MAX_SAFE_INTEGER;

const DUE: OrderColumn = { by: 'dueOrder', column: 'due_order', type: 'bigint', start: BEYOND_DUE_ORDER };
const STATUS: OrderColumn = { by: 'statusOrder', column: 'status_order', type: 'smallint', start: 9 };
const PRIORITY: OrderColumn = { by: 'priorityOrder', column: 'priority_order', type: 'smallint', start: 9 };

/** The last columns of all orders: the last update first, then the key. They are unique within one Project. */
export const LAST_UPDATED_FIRST: readonly OrderColumn[] = [
  { by: 'updatedAt', column: 'updated_at', type: 'timestamptz', start: 'infinity' },
  { by: 'projectKey', column: 'project_key', type: 'text', start: '' },
  { by: 'number', column: 'number', type: 'bigint', start: 0 },
];

/** The orders that use one list of columns for all rows (contract §3.3). */
export const PLAIN_ORDERS: Readonly<Record<Exclude<WorkItemSort, 'rank'>, readonly OrderColumn[]>> = {
  updated: LAST_UPDATED_FIRST,
  dueDate: [DUE, ...LAST_UPDATED_FIRST],
  priority: [PRIORITY, ...LAST_UPDATED_FIRST],
};

/** The order of overdue rows within `rank`: due date, status, priority, then as `updated`. */
export const OVERDUE_ORDER: readonly OrderColumn[] = [DUE, STATUS, PRIORITY, ...LAST_UPDATED_FIRST];

/** The order of rows of one status and one priority within `rank`. */
export const DUE_ORDER: readonly OrderColumn[] = [DUE, ...LAST_UPDATED_FIRST];

/** Builds the text after `order by`. */
export function descending(order: readonly OrderColumn[], table = 'item'): string {
  return order.map(({ column }) => `${table}.${column} desc`).join(', ');
}

/** Builds one row of the columns, to be compared with another. */
export function rowOf(order: readonly OrderColumn[], table = 'item'): string {
  return `(${order.map(({ column }) => `${table}.${column}`).join(', ')})`;
}

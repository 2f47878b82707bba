import type { WorkItemSort } from '@worktrack/application';
import { WorkItemKey, type WorkItemId } from '@worktrack/domain';
import { sprintOf, type ItemRow } from '../item-row.js';
import type { Placed } from './pick.js';

/** A picked row, joined with the columns of a summary. */
export type SummaryRow = ItemRow & Omit<Placed, 'id'> & { readonly parentId: WorkItemId | null };

const PLACE_COLUMNS = {
  place: 'item.place',
  dueOrder: 'item.due_order as "dueOrder"',
  priorityOrder: 'item.priority_order as "priorityOrder"',
  statusOrder: 'item.status_order as "statusOrder"',
} as const;

/** The columns that the cursor of each order needs, in addition to those of a summary. */
const PLACED_BY: Readonly<Record<WorkItemSort, readonly (keyof typeof PLACE_COLUMNS)[]>> = {
  updated: [],
  dueDate: ['dueOrder'],
  priority: ['priorityOrder'],
  rank: ['place', 'dueOrder', 'priorityOrder', 'statusOrder'],
};

/** Builds the columns of a summary and of the cursor of its order, in addition to `ITEM_COLUMNS`. Other members of `Placed` stay undefined. */
export function summaryColumnsOf(sort: WorkItemSort): string {
  const columns = PLACED_BY[sort].map((member) => PLACE_COLUMNS[member]);
  return ['item.parent_id as "parentId"', 'item.as_of as "asOf"', ...columns].join(', ');
}

/** The columns of a summary and of the cursor of any order. */
export const SUMMARY_COLUMNS = summaryColumnsOf('rank');

/** Builds the members of every summary, in the order of contract §5.5. The projection determines the form of the assignee. */
export function summaryOf<User>(row: SummaryRow, assignee: User | null) {
  return {
    id: row.id,
    key: WorkItemKey.of(row.projectKey, row.number),
    revision: row.revision,
    title: row.title,
    type: row.type,
    status: row.status,
    priority: row.priority,
    assignee,
    sprint: sprintOf(row),
    parentId: row.parentId,
    storyPoints: row.storyPoints,
    dueDate: row.dueDate,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

type Kept = 'id' | 'key' | 'revision';

/** Returns the requested members, and always `id`, `key` and `revision`. */
export function chosen<Summary extends Readonly<Record<Kept, unknown>>>(
  summary: Summary,
  fields: ReadonlySet<string> | undefined,
): Pick<Summary, Kept> & Partial<Summary> {
  if (!fields) return summary;
  const { id, key, revision, ...rest } = summary;
  const shown = Object.entries(rest).filter(([name]) => fields.has(name));
  return { id, key, revision, ...Object.fromEntries(shown) } as Pick<Summary, Kept> & Partial<Summary>;
}

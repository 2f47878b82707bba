import type { ViewColumn, ViewGrouping } from '@worktrack/domain';
import type { PickedField } from '../work-item/fields.js';

/** A column of a table of Work Items. */
interface Column {
  readonly name: string;
  /** Its width, as a track of a grid. */
  readonly width: string;
  /** The field of a query that sorts by it. The server sorts; it cannot sort by a column without one. */
  readonly sort?: SortedField;
  /** The field that is changed in its cells. */
  readonly field?: PickedField;
}

/** The fields by which a query sorts, with the other names that they have there. */
export const SORTED_FIELDS = {
  key: ['key'],
  title: ['title'],
  type: ['type'],
  status: ['status'],
  priority: ['priority'],
  points: ['points', 'storypoints'],
  due: ['due', 'duedate'],
  created: ['created', 'createdat'],
  updated: ['updated', 'updatedat'],
} as const;

export type SortedField = keyof typeof SORTED_FIELDS;

export type Direction = 'asc' | 'desc';

export interface Order {
  readonly field: SortedField;
  readonly direction: Direction;
}

/** All orders of a query. */
export const ORDERS: readonly Order[] = (Object.keys(SORTED_FIELDS) as readonly SortedField[]).flatMap((field) => [
  { field, direction: 'asc' } as const,
  { field, direction: 'desc' } as const,
]);

/** The order as a query has it. */
export const orderText = ({ field, direction }: Order): string =>
  `ORDER BY ${field}${direction === 'desc' ? ' DESC' : ''}`;

/** The track of the boxes of the selection. */
const BOX = '2.25rem';

/** The least width of the title, which takes what the other columns leave. */
const LEAST_TITLE = '13rem';

export const COLUMNS: Readonly<Record<ViewColumn, Column>> = {
  key: { name: 'Key', width: 'calc(var(--key) * 1ch + 1rem)', sort: 'key' },
  title: { name: 'Title', width: `minmax(${LEAST_TITLE}, 1fr)`, sort: 'title' },
  type: { name: 'Type', width: '6.25rem', sort: 'type', field: 'type' },
  status: { name: 'Status', width: '7.75rem', sort: 'status', field: 'status' },
  priority: { name: 'Priority', width: '6.5rem', sort: 'priority', field: 'priority' },
  assignee: { name: 'Assignee', width: '9rem', field: 'assignee' },
  reporter: { name: 'Reporter', width: '9rem' },
  sprint: { name: 'Sprint', width: '8rem', field: 'sprint' },
  parent: { name: 'Parent', width: '11rem', field: 'parent' },
  labels: { name: 'Labels', width: '11rem', field: 'labels' },
  storyPoints: { name: 'Points', width: '4.75rem', sort: 'points', field: 'storyPoints' },
  dueDate: { name: 'Due', width: '8rem', sort: 'due', field: 'dueDate' },
  project: { name: 'Project', width: '9rem' },
  createdAt: { name: 'Created', width: '7rem', sort: 'created' },
  updatedAt: { name: 'Updated', width: '7rem', sort: 'updated' },
};

export const GROUPING_NAMES: Readonly<Record<ViewGrouping, string>> = {
  status: 'Status',
  assignee: 'Assignee',
  priority: 'Priority',
  type: 'Type',
  sprint: 'Sprint',
  parent: 'Parent',
  label: 'First label',
  project: 'Project',
};

/** All columns, in their usual order. */
export const ALL_COLUMNS = Object.keys(COLUMNS) as readonly ViewColumn[];

export const ALL_GROUPINGS = Object.keys(GROUPING_NAMES) as readonly ViewGrouping[];

/** The choices of the user for a table. */
export interface TableForm {
  /** Each once, in their order. The title is always one of them. */
  readonly columns: readonly ViewColumn[];
  /** `null`: one group. */
  readonly groupBy: ViewGrouping | null;
}

export const USUAL_FORM: TableForm = {
  columns: ['key', 'title', 'status', 'priority', 'assignee', 'dueDate'],
  groupBy: null,
};

/** The columns that a text names, separated by commas; the usual ones where it names none that exist. */
export function columnsIn(text: string | undefined, usual = USUAL_FORM.columns): readonly ViewColumn[] {
  const named = (text ?? '').split(',').flatMap((name) => ALL_COLUMNS.find((one) => one === name) ?? []);
  if (named.length === 0) return usual;
  return [...new Set(named.includes('title') ? named : ([...named, 'title'] as const))];
}

/** The grouping that a text names. */
export const groupingIn = (text: string | undefined): ViewGrouping | null =>
  ALL_GROUPINGS.find((one) => one === text) ?? null;

/** The tracks of the grid of a table. */
export const tracksOf = (columns: readonly ViewColumn[]): string =>
  [BOX, ...columns.map((column) => COLUMNS[column].width)].join(' ');

/** The least width of the rows: the parts of a table that are scrolled sideways have it in common. */
export const leastWidthOf = (columns: readonly ViewColumn[]): string =>
  `calc(${[BOX, ...columns.map((column) => (column === 'title' ? LEAST_TITLE : COLUMNS[column].width))].join(' + ')})`;

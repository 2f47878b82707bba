import type { WorkItemRecord } from '../work-item/record.js';
import { fold } from '../shared/text.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import { WorkItemKey } from '../work-item/work-item-key.js';
import { valueAt } from './columns.js';
import type { MetricCount } from './metric-count.js';
import { percentOf } from './percent.js';
import { cappedRows, rowsByColumns, type OrderColumn, type Report, type RowsOfItems } from './report-rows.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The epics that are neither archived nor deleted, as columns, each with one value for each epic. In any order. */
export interface ListedEpics {
  /** The number of each epic, by which it is known. */
  readonly numbers: ArrayLike<number>;
  /** The order of the rows. */
  readonly by: EpicOrder;
}

/** The values that the rows are ordered by, one for each epic. */
export type EpicOrder =
  | { readonly sort: 'name'; readonly titles: ArrayLike<string> }
  | {
      readonly sort: 'progress';
      /** The number of children that count, and of those that are done. */
      readonly childCounts: ArrayLike<number>;
      readonly completedCounts: ArrayLike<number>;
    }
  | {
      readonly sort: 'targetDate';
      /** The due dates of the epics in milliseconds since 1970; NaN for none. */
      readonly targetDates: ArrayLike<number>;
    };

/** An epic as its row shows it, with its direct children that count. */
export interface ShownEpic {
  readonly epic: Pick<WorkItemRecord, 'id' | 'projectKey' | 'number' | 'title' | 'status'>;
  /** The due date of the epic. */
  readonly targetDate: Date | null;
  /** The children by status; an absent status has 0. */
  readonly children: Readonly<Partial<Record<WorkItemStatus, MetricCount>>>;
}

/** The facts of an epic progress report. */
export interface EpicProgressFacts {
  readonly epics: ListedEpics;
  /** The sums over the children of all epics, and the number of epics whose own status is done. */
  readonly sums: Omit<EpicProgressFigures, 'epicCount'>;
  /** True when there were more epics than a report reads. */
  readonly capped: boolean;
}

/** Returns an epic by its number; `undefined` when it was not read, because its row is not shown. */
export type ShownEpicOf = (number: number) => ShownEpic | undefined;

/** The orders of the rows. */
export type EpicSort = 'name' | 'progress' | 'targetDate';

/** A row: one epic. */
export interface EpicProgressRow {
  readonly epic: Pick<WorkItemRecord, 'id' | 'title' | 'status'> & { readonly key: WorkItemKey };
  readonly targetDate: Date | null;
  readonly childCount: number;
  readonly completedCount: number;
  readonly points: number;
  readonly completedPoints: number;
  /** The share of completed children in whole per cent; `null` without children. */
  readonly itemPercent: number | null;
  readonly pointPercent: number | null;
  /** The number of children in each status. */
  readonly statuses: Readonly<Record<WorkItemStatus, number>>;
}

/** The figures over all epics. */
export interface EpicProgressFigures extends Pick<
  EpicProgressRow,
  'childCount' | 'completedCount' | 'points' | 'completedPoints'
> {
  readonly epicCount: number;
  /** The number of epics whose own status is done. */
  readonly completedEpicCount: number;
}

/**
 * Makes one row for each epic from its direct children that count. Sort name: by title (case-insensitive); progress: by itemPercent
 * descending (null last); targetDate: by the epic's due date (null last); ties by key.
 */
export function epicProgress(
  facts: EpicProgressFacts,
  options: { readonly epicOf: ShownEpicOf },
): Report<EpicProgressRow, EpicProgressFigures, RowsOfItems<EpicProgressRow>> {
  assertKinds('epicProgress', facts, { epics: 'object', sums: 'object' });
  assertKinds('epicProgress', options, { epicOf: 'function' });
  const { epicOf } = options;
  const { numbers, by } = facts.epics;
  return {
    figures: { epicCount: numbers.length, ...facts.sums },
    rows: rowsByColumns(numbers.length, [...columnsOf(by), numbers], (item) => {
      const number = valueAt(numbers, item);
      const epic = epicOf(number);
      if (!epic) throw new RangeError(`The epic ${number} was not read.`);
      return rowOf(epic);
    }),
    limitations: cappedRows(facts),
  };
}

function columnsOf(by: EpicOrder): readonly OrderColumn[] {
  switch (by.sort) {
    case 'name':
      return [Array.from(by.titles, fold)];
    case 'progress':
      return [
        Float64Array.from(by.childCounts, (childCount, epic) => {
          const itemPercent = percentOf(valueAt(by.completedCounts, epic), childCount);
          return itemPercent === null ? 1 : -itemPercent;
        }),
      ];
    case 'targetDate':
      return [
        Uint8Array.from(by.targetDates, (date) => Number(Number.isNaN(date))),
        Float64Array.from(by.targetDates, (date) => date || 0),
      ];
  }
}

/** The children in all statuses together. */
function totalOf(children: ShownEpic['children']): MetricCount {
  let [itemCount, points] = [0, 0];
  for (const status of WORK_ITEM_STATUSES) {
    const of = children[status];
    if (!of) continue;
    itemCount += of.itemCount;
    points += of.points;
  }
  return { itemCount, points };
}

function rowOf({ epic, targetDate, children }: ShownEpic): EpicProgressRow {
  const { id, projectKey, number, title, status } = epic;
  const countOf = (of: WorkItemStatus) => children[of] ?? { itemCount: 0, points: 0 };
  const { itemCount: completedCount, points: completedPoints } = countOf('done');
  const { itemCount: childCount, points } = totalOf(children);
  return {
    epic: { id, key: WorkItemKey.of(projectKey, number), title, status },
    targetDate,
    childCount,
    completedCount,
    points,
    completedPoints,
    itemPercent: percentOf(completedCount, childCount),
    pointPercent: percentOf(completedPoints, points),
    statuses: {
      backlog: countOf('backlog').itemCount,
      todo: countOf('todo').itemCount,
      in_progress: countOf('in_progress').itemCount,
      in_review: countOf('in_review').itemCount,
      done: countOf('done').itemCount,
    },
  };
}

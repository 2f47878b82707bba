import type { WorkItemRecord } from '../work-item/record.js';
import { fold } from '../shared/text.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import { WorkItemKey } from '../work-item/work-item-key.js';
import type { MetricCount } from './metric-count.js';
import { percentOf } from './percent.js';
import { cappedRows, orderedRows, type Place, type Report } from './report-rows.js';

/** An epic that is neither archived nor deleted, with its direct children that count: at most one row for each epic. */
export interface EpicWithChildren {
  readonly epic: Pick<WorkItemRecord, 'id' | 'projectKey' | 'number' | 'title' | 'status'>;
  /** The due date of the epic. */
  readonly targetDate: Date | null;
  /** The children by status; an absent status has 0. */
  readonly children: Readonly<Partial<Record<WorkItemStatus, MetricCount>>>;
}

/** The facts of an epic progress report. */
export interface EpicProgressFacts {
  /** In any order. */
  readonly epics: readonly EpicWithChildren[];
  /** True when there were more epics than a report reads. */
  readonly capped: boolean;
}

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
  { sort }: { readonly sort: EpicSort },
): Report<EpicProgressRow, EpicProgressFigures> {
  return {
    figures: figuresOf(facts.epics),
    rows: orderedRows(facts.epics, (each) => [...ORDERS[sort](each), each.epic.number], rowOf),
    limitations: cappedRows(facts),
  };
}

const ORDERS: Readonly<Record<EpicSort, (each: EpicWithChildren) => Place>> = {
  name: ({ epic }) => [fold(epic.title)],
  progress: ({ children }) => {
    const itemPercent = percentOf(children.done?.itemCount ?? 0, totalOf(children).itemCount);
    return [itemPercent === null ? 1 : -itemPercent];
  },
  targetDate: ({ targetDate }) => (targetDate ? [0, targetDate.getTime()] : [1, 0]),
};

function figuresOf(epics: readonly EpicWithChildren[]): EpicProgressFigures {
  let [completedEpicCount, childCount, completedCount, points, completedPoints] = [0, 0, 0, 0, 0];
  for (const { epic, children } of epics) {
    if (epic.status === 'done') completedEpicCount += 1;
    const total = totalOf(children);
    childCount += total.itemCount;
    points += total.points;
    completedCount += children.done?.itemCount ?? 0;
    completedPoints += children.done?.points ?? 0;
  }
  return { epicCount: epics.length, completedEpicCount, childCount, completedCount, points, completedPoints };
}

/** The children in all statuses together. */
function totalOf(children: EpicWithChildren['children']): MetricCount {
  let [itemCount, points] = [0, 0];
  for (const status of WORK_ITEM_STATUSES) {
    const of = children[status];
    if (!of) continue;
    itemCount += of.itemCount;
    points += of.points;
  }
  return { itemCount, points };
}

function rowOf({ epic, targetDate, children }: EpicWithChildren): EpicProgressRow {
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

import { CalendarDay } from '../shared/calendar.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import type { MetricCount } from './metric-count.js';
import { cappedRows, orderedRows, type Report } from './report-rows.js';
import { twoDecimals } from './rounding.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The Work Items that are in one status now, with the sum of their points. */
export interface FlowStock extends MetricCount {
  readonly status: WorkItemStatus;
}

/** The Work Items that made one kind of change of status or points on one day. */
export interface FlowChange {
  /** The index of the day, from 1: changes of the first day, 0, are not needed, see `CumulativeFlowFacts`. */
  readonly day: number;
  /** The status after the change, with the points of all these items together. */
  readonly status: WorkItemStatus;
  readonly itemCount: number;
  readonly points: number;
  /** The status before the change; `null` when the change created the items. */
  readonly previousStatus: WorkItemStatus | null;
  readonly previousPoints: number;
}

/** The facts of a cumulative flow report: the current state, and the changes after the end of the first day. */
export interface CumulativeFlowFacts {
  /** At most one for each status. */
  readonly present: readonly FlowStock[];
  /** In any order. Changes after the last day have the number of days as their index. */
  readonly changes: readonly FlowChange[];
  /** The number of items created in the span. */
  readonly arrivals: number;
  /** The number of items that are done now and whose latest entry to done lies in the span. */
  readonly departures: number;
  /** True when there were more items than a report reads. */
  readonly capped: boolean;
}

/** The unit of the rows. */
export type FlowUnit = 'count' | 'points';

/** A row: the number of items or points in each status at the end of a day. */
export type CumulativeFlowRow = Readonly<Record<WorkItemStatus | 'total', number>> & {
  /** `YYYY-MM-DD` */
  readonly date: string;
};

/** The figures over the span. All counts are of items, whatever the unit. */
export interface CumulativeFlowFigures {
  readonly averageWip: number;
  readonly arrivals: number;
  readonly departures: number;
  readonly averageLeadTimeDays: number | null;
}

/**
 * Rows, one per calendar day: each item's status (and recorded points) at the end of that day. averageWip is the mean over the days of
 * in_progress + in_review; averageLeadTimeDays = averageWip / (departures / days), null when departures is 0 (Little's law).
 */
export function cumulativeFlow(
  facts: CumulativeFlowFacts,
  options: { readonly days: readonly CalendarDay[]; readonly unit: FlowUnit },
): Report<CumulativeFlowRow, CumulativeFlowFigures> {
  assertKinds('cumulativeFlow', facts, { arrivals: 'number', departures: 'number' });
  assertKinds('cumulativeFlow', options, { days: 'list', unit: ['count', 'points'] });
  const { days, unit } = options;
  const rows = days.map((day) => ({ date: CalendarDay.textOf(day), ...NOTHING }));
  let inProgress = 0;
  for (const { day, status, itemCount, points } of flowSnapshots(facts, days.length)) {
    const row = rows[day];
    if (!row) throw new RangeError(`Day ${day} is not in the span.`);
    const amount = unit === 'count' ? itemCount : points;
    row[status] += amount;
    row.total += amount;
    if (status === 'in_progress' || status === 'in_review') inProgress += itemCount;
  }
  const { arrivals, departures } = facts;
  return {
    figures: {
      averageWip: twoDecimals(BigInt(inProgress), BigInt(days.length)),
      arrivals,
      departures,
      // averageWip / (departures / days): the number of days cancels out.
      averageLeadTimeDays: departures === 0 ? null : twoDecimals(BigInt(inProgress), BigInt(departures)),
    },
    rows: orderedRows(
      rows,
      ({ date }) => [date],
      (row) => row,
    ),
    limitations: cappedRows(facts),
  };
}

const NOTHING: Readonly<Record<WorkItemStatus | 'total', number>> = {
  backlog: 0,
  todo: 0,
  in_progress: 0,
  in_review: 0,
  done: 0,
  total: 0,
};

/** The Work Items in one status at the end of one day, with the points recorded then. */
export interface FlowSnapshot extends MetricCount {
  /** The index of the day. */
  readonly day: number;
  readonly status: WorkItemStatus;
}

/**
 * Returns the end of each day, computed backwards: the end of a day is the current state without the changes after that day. Statuses
 * without items and points are left out.
 * @param days the number of days
 */
export function flowSnapshots(
  facts: Pick<CumulativeFlowFacts, 'present' | 'changes'>,
  days: number,
): readonly FlowSnapshot[] {
  assertKinds('flowSnapshots', facts, { present: 'list', changes: 'list' });
  const { present, changes } = facts;
  const stocks = new Map(WORK_ITEM_STATUSES.map((status) => [status, { itemCount: 0, points: 0 }]));
  const add = (status: WorkItemStatus, itemCount: number, points: number) => {
    const stock = stocks.get(status);
    if (!stock) throw new RangeError(`${status} is not a status.`);
    stock.itemCount += itemCount;
    stock.points += points;
  };
  for (const { status, itemCount, points } of present) add(status, itemCount, points);
  const snapshots: FlowSnapshot[] = [];
  for (let day = days - 1; day >= 0; day -= 1) {
    for (const change of changes) {
      if (change.day !== day + 1) continue;
      const { status, previousStatus, itemCount, points, previousPoints } = change;
      add(status, -itemCount, -points);
      if (previousStatus !== null) add(previousStatus, itemCount, previousPoints);
    }
    for (const [status, { itemCount, points }] of stocks) {
      if (itemCount !== 0 || points !== 0) snapshots.push({ day, status, itemCount, points });
    }
  }
  return snapshots;
}

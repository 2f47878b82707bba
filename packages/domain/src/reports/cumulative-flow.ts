import { CalendarDay } from '../shared/calendar.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import type { MetricCount } from './metric-count.js';
import { cappedRows, orderedRows, type Report } from './report-rows.js';
import { twoDecimals } from './rounding.js';

/** The Work Items that are in one status now, with their points. */
export interface FlowStock extends MetricCount {
  readonly status: WorkItemStatus;
}

/** Work Items that changed their status, or their points, on one day. */
export interface FlowChange {
  /** The index of the day; the first day, 0, has none: see `CumulativeFlowFacts`. */
  readonly day: number;
  /** After the change: `points` are those of all items together. */
  readonly status: WorkItemStatus;
  readonly itemCount: number;
  readonly points: number;
  /** Before the change; `null`: the items were created by it. */
  readonly previousStatus: WorkItemStatus | null;
  readonly previousPoints: number;
}

/** The facts of a cumulative flow report: the present, and the changes back to the end of the first day. */
export interface CumulativeFlowFacts {
  /** At most one for each status. */
  readonly present: readonly FlowStock[];
  /** In any order. Changes after the last day have the number of days as their index. */
  readonly changes: readonly FlowChange[];
  /** Items created in the span. */
  readonly arrivals: number;
  /** Items whose latest entry to done lies in the span and that are done now. */
  readonly departures: number;
  /** There was more than a report reads. */
  readonly capped: boolean;
}

/** What is counted in the rows. */
export type FlowUnit = 'count' | 'points';

/** A row: what stood where at the end of a day. */
export type CumulativeFlowRow = Readonly<Record<WorkItemStatus | 'total', number>> & {
  /** `YYYY-MM-DD` */
  readonly date: string;
};

/** Over the span. All counts are of items, whatever the unit. */
export interface CumulativeFlowFigures {
  readonly averageWip: number;
  readonly arrivals: number;
  readonly departures: number;
  readonly averageLeadTimeDays: number | null;
}

/**
 * Rows, one per calendar day: each item's status (and recorded points) at the end of that day. averageWip is the mean over the days
 * of in_progress + in_review; averageLeadTimeDays = averageWip / (departures / days), null when departures is 0 (Little's law).
 */
export function cumulativeFlow(
  facts: CumulativeFlowFacts,
  { days, unit }: { readonly days: readonly CalendarDay[]; readonly unit: FlowUnit },
): Report<CumulativeFlowRow, CumulativeFlowFigures> {
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
      // The number of days stands above and below the line.
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
 * The end of each day, computed backwards: the end of a day is the present without the changes after that day. Statuses without items
 * and points are left out. `days`: how many.
 */
export function flowSnapshots(
  { present, changes }: Pick<CumulativeFlowFacts, 'present' | 'changes'>,
  days: number,
): readonly FlowSnapshot[] {
  const stocks = new Map(WORK_ITEM_STATUSES.map((status) => [status, { itemCount: 0, points: 0 }]));
  const add = (status: WorkItemStatus, itemCount: number, points: number) => {
    const stock = stocks.get(status);
    if (!stock) throw new RangeError(`${status} is no status.`);
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

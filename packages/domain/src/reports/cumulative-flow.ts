import { CalendarDay } from '../shared/calendar.js';
import type { WorkItemStatus } from '../work-item/status.js';
import type { MetricCount } from './metric-count.js';
import { cappedRows, orderedRows, type Report } from './report-rows.js';
import { twoDecimals } from './rounding.js';

/** What stood in one status at the end of one day, with the points recorded then. At most days × statuses; what is missing is 0. */
export interface FlowSnapshot extends MetricCount {
  /** The index of the day. */
  readonly day: number;
  readonly status: WorkItemStatus;
}

/** What a cumulative flow report is made of. */
export interface CumulativeFlowFacts {
  readonly snapshots: readonly FlowSnapshot[];
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
  for (const { day, status, itemCount, points } of facts.snapshots) {
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
  ...{ backlog: 0, todo: 0, in_progress: 0, in_review: 0, done: 0 },
  total: 0,
};

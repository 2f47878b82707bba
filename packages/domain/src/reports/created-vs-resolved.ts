import { CalendarDay } from '../shared/calendar.js';
import { cappedRows, orderedRows, type Report } from './report-rows.js';
import type { DayInterval } from './span.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * The numbers of items created, resolved and reopened. An item counts once at its creation, once at its latest entry to done, and once at
 * the change out of done that followed that entry. Earlier pairs cancel each other and are not counted.
 */
export interface FlowCounts {
  readonly created: number;
  readonly resolved: number;
  readonly reopened: number;
}

/** The counts of one interval: at most 366 in a report; an interval without an entry has 0. */
export interface IntervalFlow extends FlowCounts {
  /** The index of the interval. */
  readonly interval: number;
}

/** The facts of a report of created against resolved work. */
export interface CreatedVsResolvedFacts {
  /** The number of items that were open when the span began: created − resolved + reopened of everything before it. */
  readonly openingOpen: number;
  readonly intervals: readonly IntervalFlow[];
  /** True when there were more items than a report reads. */
  readonly capped: boolean;
}

/** A row: one interval, cut to the span. */
export interface CreatedVsResolvedRow extends FlowCounts {
  /** The first day of the row; `end` is the last one. Both are `YYYY-MM-DD`. */
  readonly start: string;
  readonly end: string;
  readonly net: number;
  readonly cumulativeOpen: number;
}

/** The figures over the whole span. */
export interface CreatedVsResolvedFigures extends FlowCounts {
  readonly openingOpen: number;
  readonly net: number;
  readonly closingOpen: number;
}

/**
 * net = created − resolved + reopened; cumulativeOpen = previous cumulativeOpen + net, starting with openingOpen. openingOpen is the same
 * arithmetic over everything before the span.
 */
export function createdVsResolved(
  facts: CreatedVsResolvedFacts,
  intervals: readonly DayInterval[],
): Report<CreatedVsResolvedRow, CreatedVsResolvedFigures> {
  assertKinds('createdVsResolved', facts, { openingOpen: 'number', intervals: 'list' });
  assertKinds('createdVsResolved', { intervals }, { intervals: 'list' });
  const counts = intervals.map(() => ({ ...NOTHING }));
  const span = { ...NOTHING };
  for (const { interval, created, resolved, reopened } of facts.intervals) {
    const count = counts[interval];
    if (!count) throw new RangeError(`Interval ${interval} is not in the span.`);
    for (const sum of [count, span]) {
      sum.created += created;
      sum.resolved += resolved;
      sum.reopened += reopened;
    }
  }
  const { openingOpen } = facts;
  let open = openingOpen;
  const rows = intervals.map(({ start, end }, index) => {
    const { created, resolved, reopened } = counts[index] ?? NOTHING;
    const net = netOf({ created, resolved, reopened });
    open += net;
    const days = { start: CalendarDay.textOf(start), end: CalendarDay.textOf(end) };
    return { ...days, created, resolved, reopened, net, cumulativeOpen: open };
  });
  return {
    figures: { openingOpen, ...span, net: netOf(span), closingOpen: open },
    rows: orderedRows(
      rows,
      ({ start }) => [start],
      (row) => row,
    ),
    limitations: cappedRows(facts),
  };
}

const NOTHING: FlowCounts = { created: 0, resolved: 0, reopened: 0 };

function netOf({ created, resolved, reopened }: FlowCounts): number {
  return created - resolved + reopened;
}

import { CalendarDay, spanOf, type DayInterval, type ReportLimitation, type TimeZone } from '@worktrack/domain';
import type { ReportPopulation } from './report-population.js';
import type { SpanQuery } from './report-query.js';
import type { TimeZones } from '../shared/time-zones.js';

/** The earliest boundary: stored instants lie in the years 1 to 9999. */
const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z');

/** The maximum number of days of a report that has a row, or a point, for each day. */
export const MOST_DAYS = 90;

/** The span of a report, as the response shows it. */
export interface ShownSpan {
  readonly timeZone: TimeZone;
  /** The first day; `end` is the last one. Both are `YYYY-MM-DD`. */
  readonly start: string;
  readonly end: string;
}

/** The parameters of a span, as the response shows them: `range` is the number of days. */
export interface SpanParameters extends ShownSpan {
  readonly range: number;
}

/**
 * The request for a span that is divided into parts. An event at an instant with `boundaries[n] <= at < boundaries[n + 1]` belongs to part
 * `n`. The boundaries ascend, are at least two, and none is before the year 1. Days and intervals in the future are empty, because no
 * boundary is more than a millisecond after `generatedAt`.
 */
export interface SpanRequest {
  readonly population: ReportPopulation;
  readonly boundaries: readonly Date[];
}

/** The days of a report, ready to be divided. */
export interface CutSpan {
  readonly span: DayInterval;
  readonly limitations: readonly ReportLimitation[];
  readonly shown: ShownSpan;
  readonly parameters: SpanParameters;
  /** Returns the first instant of each interval and the instant after the last one; none is in the future (see `SpanRequest`). */
  boundariesOf(intervals: readonly DayInterval[]): readonly Date[];
}

/**
 * Resolves the span of a query. Throws `VALIDATION_ERROR` on days that contradict each other.
 * @param cap the maximum number of days
 */
export function cutSpan(
  query: SpanQuery,
  { generatedAt, calendar: ofOrganization }: Pick<ReportPopulation, 'generatedAt' | 'calendar'>,
  cap: number,
  zones: TimeZones,
): CutSpan {
  const calendar = query.timeZone === undefined ? ofOrganization : zones.calendarOf(query.timeZone);
  const timeZone = calendar.zone;
  const { start, end, capped } = spanOf(query, calendar.dayOf(generatedAt), cap);
  const shown = { timeZone, start: CalendarDay.textOf(start), end: CalendarDay.textOf(end) };
  const present = generatedAt.getTime() + 1;
  const boundaryOf = (day: CalendarDay) => {
    return new Date(Math.min(Math.max(calendar.startOf(day).getTime(), YEAR_ONE), present));
  };
  return {
    span: { start, end },
    limitations: capped ? ['range_capped'] : [],
    shown,
    parameters: { ...shown, range: end - start + 1 },
    boundariesOf: (intervals) => [
      ...intervals.map((interval) => boundaryOf(interval.start)),
      boundaryOf(CalendarDay.plus(end, 1)),
    ],
  };
}

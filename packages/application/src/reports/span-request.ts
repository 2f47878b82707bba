import { Calendar, CalendarDay, spanOf, type DayInterval, type ReportLimitation } from '@worktrack/domain';
import type { SpanQuery } from './project-report-query.js';
import type { ReportParameters } from './project-report.view.js';

/** Stored instants lie in the years 1 to 9999: before this one there is nothing. */
const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z');

/** The days of a report, ready to be cut. */
export interface CutSpan {
  readonly span: DayInterval;
  readonly limitations: readonly ReportLimitation[];
  /** What the answer shows of them. */
  readonly shown: { readonly timeZone: SpanQuery['timeZone']; readonly start: string; readonly end: string };
  readonly parameters: ReportParameters;
  /** The first instant of each interval and the one after the last; none lies ahead (SpanRequest). */
  boundariesOf(intervals: readonly DayInterval[]): readonly Date[];
}

/** Throws `VALIDATION_ERROR` on days that contradict each other. `cap`: in days. */
export function cutSpan(query: SpanQuery, generatedAt: Date, cap: number): CutSpan {
  const { timeZone } = query;
  const calendar = new Calendar(timeZone);
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

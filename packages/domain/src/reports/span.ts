import { CalendarDay } from '../shared/calendar.js';
import { invalid } from '../shared/refusal.js';

/** The days that a report was asked for: the latest `range`, or those from `start` to `end`, both included. */
export interface SpanAsked {
  readonly range: number | undefined;
  readonly start: CalendarDay | undefined;
  readonly end: CalendarDay | undefined;
}

/** A run of calendar days, both ends included. */
export interface DayInterval {
  readonly start: CalendarDay;
  readonly end: CalendarDay;
}

/** The days of a report. */
export interface Span extends DayInterval {
  /** More days were asked for: the latest were kept. */
  readonly capped: boolean;
}

/** How many days a report shows when nothing is said (contract §6.2, SPAN). */
export const STANDARD_RANGE = 30;

/** How a span is cut into rows; weeks begin on Monday. */
export type Interval = 'day' | 'week' | 'month';

/**
 * The days asked for, the latest `cap` of them. Without `start` and `end` the last day is today; `start` alone ends today, `end` alone
 * spans the default range. Throws `VALIDATION_ERROR`: `range` together with the others, `start` after `end` or, alone, after today.
 */
export function spanOf({ range, start, end }: SpanAsked, today: CalendarDay, cap: number): Span {
  if (range !== undefined && (start !== undefined || end !== undefined)) {
    invalid('range', 'must not be given together with start or end');
  }
  const last = end ?? today;
  if (start !== undefined && start > last) {
    invalid('start', end === undefined ? 'must not lie ahead without end' : 'must not come after end');
  }
  const first = start ?? CalendarDay.plus(last, 1 - (range ?? STANDARD_RANGE));
  const earliest = CalendarDay.plus(last, 1 - cap);
  const shown = first < earliest ? earliest : first;
  // The calendar begins in the year 1: what would come before it is not there to be shown.
  return { start: shown < CalendarDay.first ? CalendarDay.first : shown, end: last, capped: first < earliest };
}

/** The days of the span, one after the other. */
export function daysOf({ start, end }: DayInterval): readonly CalendarDay[] {
  return Array.from({ length: end - start + 1 }, (_, index) => CalendarDay.plus(start, index));
}

/** The days, weeks or months of the span, cut to it. */
export function intervalsOf(span: DayInterval, interval: Interval): readonly DayInterval[] {
  const intervals: DayInterval[] = [];
  for (let start = span.start; start <= span.end;) {
    const next = nextOf(start, interval);
    intervals.push({ start, end: next > span.end ? span.end : CalendarDay.plus(next, -1) });
    start = next;
  }
  return intervals;
}

/** The first day after the interval that a day lies in. */
function nextOf(day: CalendarDay, interval: Interval): CalendarDay {
  switch (interval) {
    case 'day':
      return CalendarDay.plus(day, 1);
    case 'week':
      return CalendarDay.plus(CalendarDay.mondayOf(day), 7);
    case 'month':
      return CalendarDay.nextMonthOf(day);
  }
}
